// Package mimes is the functions of package mime that look at its tables, or add to them: what an
// execution adds is its own. It is a package of its own because it would link mime into every test
// binary.
package mimes
