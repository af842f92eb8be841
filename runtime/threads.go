package runtime

import "gocheck.dev/runtime/internal/innards"

// Threads. Tasks run on coroutines, which may not be locked to threads, and which pass
// from thread to thread as they like. A task that locks itself to its thread does so in
// name only: nothing in Go shows on which thread it is. What does show it is unsupported
// while the lock is held (Bound).
//
// Code that is not rewritten locks for real. Control cannot pass on then: so it is
// looked at before it does.

// HoldThread counts the calls of LockOSThread of the calling task (1), and takes back one
// of them (-1). It is false if no task calls: then the goroutine's own lock is meant.
func HoldThread(delta int32) bool {
	t := current()
	if t == nil {
		return false
	}
	t.threads = max(t.threads+delta, 0) // one UnlockOSThread too many does nothing
	return true
}

// Bound stands before a call that shows on which thread it is made, or changes that
// thread: unsupported if the task holds it.
func Bound(s Site, what string) {
	if t := current(); t != nil && t.threads > 0 {
		Unsupported(s, what+" on a thread that the goroutine is locked to (runtime.LockOSThread)")
	}
}

const lockedForReal = "an operation of a goroutine that code which is not rewritten has locked to its thread (runtime.LockOSThread, or a callback from C)"

// free is called before control passes on from t's goroutine in the midst of t. If that
// is locked to a thread, the test ends as unsupported, and t with it.
func (t *task) free() {
	if !innards.Locked(t.co.g) {
		return
	}
	x := t.x
	if x.came.Uncontrolled == nil {
		x.came.Uncontrolled = &Uncontrolled{lockedForReal, Site(t.op.Pos)}
	}
	x.stopped = true
	if !innards.Unlock(t.co.g) {
		// There is no way back through C but by returning, nor to anybody else.
		process.host.Trapped(x.came.Uncontrolled)
	}
	t.die()
}
