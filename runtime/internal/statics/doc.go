// Package statics knows the memory that Go's compiler lays out for initialisers of package
// variables: what `var p = &T{}` points to is natively no object of the heap. Here initialisers
// run before each execution, so it is one.
package statics
