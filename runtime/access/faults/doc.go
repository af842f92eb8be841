// Package faults announces what the methods of the standard library's errors read of them: they
// are called by way of interfaces, where the source names no type.
package faults
