// Package inturn prints what is written at the same time as if it were written in turn: packages
// are explored together, and are reported one after the other.
package inturn
