// Package promoted finds the embedded field that a method is promoted from, where the
// rewriter cannot: the types are local to functions, or have no name.
package promoted
