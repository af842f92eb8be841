// Package hashes makes hashes functions of the schedule. Natively they are keyed by numbers that a
// process draws when it starts, which no program can ask for. So package hash/maphash gets another
// file in the binaries of tests (layout.OverlayHashes): a hash depends on the seed and the value,
// and a seed is drawn as other random numbers are, so that other seeds are tried, too. Programs
// that have got at the Go runtime's own functions by a linkname get the same.
package hashes
