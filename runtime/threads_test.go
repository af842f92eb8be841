package runtime

import (
	"runtime"
	"testing"
)

// TestLockedFound: a goroutine that is locked to its thread is told from one that is not,
// and can be unlocked, however often it was locked.
func TestLockedFound(t *testing.T) {
	if !descriptors {
		t.Skip("there is no telling here")
	}
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

// TestGoroutinesApart: getg is another one for each goroutine, and the same for one
// whenever it is asked and wherever the goroutine goes on.
func TestGoroutinesApart(t *testing.T) {
	const n = 100
	got := make(chan uintptr)
	end := make(chan bool)
	for range n {
		go func() {
			g := getg()
			for range 3 {
				runtime.Gosched()
				if again := getg(); again != g {
					t.Errorf("%#x, and then %#x", g, again)
				}
			}
			got <- g
			<-end
		}()
	}
	seen := map[uintptr]bool{0: true, getg(): true}
	for range n {
		g := <-got
		if seen[g] {
			t.Errorf("%#x is there twice, or is no goroutine's", g)
		}
		seen[g] = true
	}
	close(end)
}
