// Package flat has what the checker keeps much of, in flat memory: sets of events as words
// (sets.go), keys of 128 bits that stand for what they are made of, with tables of them
// (keys.go), and arrays that grow without being copied (growing.go).
//
// Nothing here is looked at twice for its safety: who asks a set for an event that it has no word
// for, or an array for what was not pushed, gets a panic.
package flat
