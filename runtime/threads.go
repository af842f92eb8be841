package runtime

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

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

// lockedAt is where in a goroutine's descriptor the thread is that it is locked to; 0 if
// that was not found.
var lockedAt uintptr

var findLockedOnce = sync.OnceFunc(func() { lockedAt = findLocked() })

// findLocked compares the words of a descriptor with and without the lock.
func findLocked() uintptr {
	if !descriptors {
		return 0
	}
	found := make(chan uintptr)
	go func() {
		// The smallest size that the descriptor has had.
		var free, held, again [48]uintptr
		look := func(words *[48]uintptr) {
			g := getg()
			for i := range words {
				words[i] = *wordAt(g + uintptr(i)*unsafe.Sizeof(g))
			}
		}
		var candidates []int
		for i := range free {
			candidates = append(candidates, i)
		}
		for range 4 {
			look(&free)
			runtime.LockOSThread()
			look(&held)
			runtime.UnlockOSThread()
			look(&again)
			candidates = slices.DeleteFunc(candidates, func(i int) bool {
				return free[i] != 0 || held[i] == 0 || again[i] != 0
			})
		}
		if len(candidates) != 1 {
			found <- 0
			return
		}
		found <- uintptr(candidates[0]) * unsafe.Sizeof(uintptr(0))
	}()
	return <-found
}

// wordAt is a word of a goroutine's descriptor, which is never freed.
func wordAt(address uintptr) *uintptr { return *(**uintptr)(unsafe.Pointer(&address)) }

// locked says whether the calling goroutine, whose descriptor is g, is locked to its thread.
func locked(g uintptr) bool { return lockedAt != 0 && *wordAt(g + lockedAt) != 0 }

// unlock undoes all calls of LockOSThread of the calling goroutine. It is false where C
// code is to be returned to: then there is no undoing it.
func unlock(g uintptr) bool {
	// More calls than there were do nothing.
	for n := 0; locked(g) && n < 1<<16; n++ {
		runtime.UnlockOSThread()
	}
	return !locked(g)
}

const lockedForReal = "an operation of a goroutine that code which is not rewritten has locked to its thread (runtime.LockOSThread, or a callback from C)"

// free is called before control passes on from t's goroutine in the midst of t. If that
// is locked to a thread, the test ends as unsupported, and t with it.
func (t *task) free() {
	if !locked(t.co.g) {
		return
	}
	x := t.x
	if x.came.Uncontrolled == nil {
		x.came.Uncontrolled = &Uncontrolled{lockedForReal, Site(t.op.Pos)}
	}
	x.stopped = true
	if !unlock(t.co.g) {
		// There is no way back through C but by returning, nor to anybody else.
		process.host.Trapped(x.came.Uncontrolled)
	}
	t.die()
}
