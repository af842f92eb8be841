// Package flat has compact containers: sets of events as words (sets.go), keys of 128 bits with
// tables of them (keys.go), and arrays that grow without being copied (growing.go).
//
// An index out of range panics: an event that the set has no word for, or an element that was
// not pushed.
package flat
