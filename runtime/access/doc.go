// Package access says when, within operations of the language, the accesses of
// shared memory happen: for loads, append, copy, delete, clear and the order of
// maps. Rewritten code calls it where one call of package runtime does not
// say it all; it is made of R, MapW, SliceR and the others, and does the plain
// operation where they do nothing.
package access
