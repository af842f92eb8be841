// Package published has data structures of published modules and of the standard library, to be
// checked by package gocheck.dev/linear: make linear.
package published
