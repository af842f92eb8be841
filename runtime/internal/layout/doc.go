// Package layout says which words of memory a value is made of: a value of several words
// is accessed leaf by leaf.
package layout
