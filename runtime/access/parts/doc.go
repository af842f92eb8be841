// Package parts announces accesses of parts of objects of the standard library that the other
// arguments of a call name: the pixel at a point, the text as far as a search goes.
package parts
