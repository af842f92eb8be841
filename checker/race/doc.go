// Package race finds data races in one execution, event by event: two accesses of one location, one
// of them a write, that no synchronisation orders (race.go, which says why none stays hidden).
//
// clock.go has the clocks, chan.go and lock.go what operations on channels and locks order,
// report.go what is said of a race. back.go takes a detector back to an earlier event of the
// execution. Order is the same without locks, for who asks which locks might have been taken the
// other way round.
package race
