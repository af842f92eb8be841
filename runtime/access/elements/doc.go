// Package elements has functions of slices, sort, bytes and others that access a part of a slice,
// as the data say. Rewritten code calls them where tasks may share the slice.
package elements
