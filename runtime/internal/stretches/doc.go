// Package stretches knows which bytes a program accesses together, so that a buffer of a megabyte
// is one object and not a million. Once a part of it is accessed by itself, that is an object of
// its own, which begins with the past of the whole.
package stretches
