// Package sets is apart from package published as golang-set imports much, which each execution
// initialises.
package sets
