// Package golist knows the packages that the tests of the named packages are made of, as
// one run of go list says: which there are, in which variants, from which files and
// modules. No file is parsed, but for timers in plain packages.
//
// A package's identity is its import path with the variant, "p [p.test]": the go command's
// own. What of them is rewritten is said here, too (Scope).
package golist
