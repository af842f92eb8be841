// Package inners finds what a struct of the program's embeds and is used by: an object of the
// standard library in an embedded interface or pointer, whose method is the struct's, too. Plain
// code that calls it comes to the object by way of no rewritten code.
package inners
