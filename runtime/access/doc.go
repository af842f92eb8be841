// Package access announces the accesses of shared memory within operations of the language:
// loads, append, copy, delete, clear, ranges over maps. Rewritten code calls it if one call of
// package runtime is not enough. It is made of R, MapW, SliceR and other entry points. If these
// do nothing, it does the plain operation.
package access
