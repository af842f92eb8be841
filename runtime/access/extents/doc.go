// Package extents finds how far a buffer, a reader or a writer of the standard library has come in
// the slice that it stands before, and what it has accessed of that between two calls.
package extents
