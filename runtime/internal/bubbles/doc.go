// Package bubbles has what of testing/synctest is a matter of its own: a clock that has moments
// between two nanoseconds, and to which bubble a sync.WaitGroup belongs.
package bubbles
