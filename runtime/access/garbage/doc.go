// Package garbage has the functions that collect garbage and those that ask to be told of it.
// Programs without them do not have it linked.
package garbage
