package runtime

import (
	"runtime"
	"testing"
)

// TestLockedFound: a goroutine that is locked to its thread is told from one that is not,
// and can be unlocked, however often it was locked.
func TestLockedFound(t *testing.T) {
	findLockedOnce()
	if lockedAt == 0 {
		t.Fatal("the word was not found")
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		g := getg()
		if locked(g) {
			t.Error("locked from the beginning")
		}
		for range 3 {
			runtime.LockOSThread()
		}
		if !locked(g) {
			t.Error("not seen")
		}
		if !unlock(g) || locked(g) {
			t.Error("still locked")
		}
	}()
	<-done
}
