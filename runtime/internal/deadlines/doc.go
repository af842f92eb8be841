// Package deadlines has what waits for a time in an execution: goroutines that sleep, and timers
// that somebody waits for. Most of what it is asked for is the earliest of their deadlines.
package deadlines
