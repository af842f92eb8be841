package innards

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

// lockedAt is where in a goroutine's descriptor the thread is that it is locked to; 0 if
// that was not found.
var lockedAt uintptr

var FindLocked = sync.OnceFunc(func() { lockedAt = findLocked() })

// findLocked compares the words of a descriptor with and without the lock.
func findLocked() uintptr {
	if !Descriptors {
		return 0
	}
	found := make(chan uintptr)
	go func() {
		// The smallest size that the descriptor has had.
		var free, held, again [48]uintptr
		look := func(words *[48]uintptr) {
			g := G()
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

// Locked says whether the calling goroutine, whose descriptor is g, is locked to its thread.
func Locked(g uintptr) bool { return lockedAt != 0 && *wordAt(g + lockedAt) != 0 }

// Unlock undoes all calls of LockOSThread of the calling goroutine. It is false where C
// code is to be returned to: then there is no undoing it.
func Unlock(g uintptr) bool {
	// More calls than there were do nothing.
	for n := 0; Locked(g) && n < 1<<16; n++ {
		runtime.UnlockOSThread()
	}
	return !Locked(g)
}
