// Package addresses has the table that leads from the address of a Go value to its number among the
// objects of an execution.
package addresses
