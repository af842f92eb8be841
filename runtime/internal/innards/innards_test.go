package innards

import (
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// TestInnards fails when a release of Go has changed what this package knows
// of testing.T.
func TestInnards(t *testing.T) {
	for _, name := range []string{"name", "output", "cleanups", "failed", "skipped", "done", "finished", "o", "parent"} {
		if _, typ := testingField(name); typ == nil {
			t.Errorf("testing.T has no field %s", name)
		}
	}
	plain := new(testing.T)
	var n Test
	n.Of(plain, nil)
	*n.Name = "TestPlain"
	plain.Errorf("message %d", 1)
	plain.Cleanup(func() {})
	if plain.Name() != "TestPlain" || !*n.Failed || len(*n.Cleanups) != 1 || !strings.Contains(string(*n.Output), "message 1") {
		t.Errorf("%q %t %d %q", plain.Name(), *n.Failed, len(*n.Cleanups), *n.Output)
	}
	if _, err := plain.Output().Write([]byte("a line\nhalf of one")); err != nil || string(*n.Partial) != "half of one" {
		t.Errorf("%q is a part of a line", *n.Partial)
	}
	within := new(testing.T)
	var m Test
	m.Of(within, &n)
	*n.Failed, *m.Done = false, true
	within.Log("late")
	func() {
		defer func() { recover() }()
		within.Fail()
		t.Error("a test fails that is over")
	}()
	if !*n.Failed || *m.Failed || !strings.Contains(string(*n.Output), "late") {
		t.Errorf("%t %t %q: the test around one that is over is not known", *n.Failed, *m.Failed, *n.Output)
	}
}

// TestTargets fails when a release of Go has changed what this package knows of testing.F: an F is
// then no T.
func TestTargets(t *testing.T) {
	if !Targets || inFuzzOfT.missing {
		t.Fatal("the fields of testing.F are not as they are known")
	}
	top := NewTarget()
	f := TargetOf(top)
	var n Test
	n.Of(top, nil)
	*n.Name = "FuzzX"
	f.Add(1, "a")
	f.Add(2, "b")
	f.Cleanup(func() {})
	f.Errorf("message %d", 1)
	if seeds := Seeds(f); f.Name() != "FuzzX" || !*n.Failed || !top.Failed() || len(*n.Cleanups) != 1 || !strings.Contains(string(*n.Output), "message 1") || len(seeds) != 2 || seeds[1].Path != "seed#1" || seeds[1].Values[1] != "b" {
		t.Errorf("%q %t %d %q %v", f.Name(), *n.Failed, len(*n.Cleanups), *n.Output, seeds)
	}
	for name, call := range map[string]func(){"Log": func() { f.Log() }, "Fail": f.Fail, "Helper": f.Helper, "Skipped": func() { f.Skipped() }, "Setenv": func() { f.Setenv("A", "b") }} {
		SetInFuzz(f, true)
		func() {
			defer func() {
				if v, _ := recover().(string); !strings.Contains(v, "f."+name+" was called inside the fuzz target") || !InFuzz(f) {
					t.Errorf("%s within the function of Fuzz: %q", name, v)
				}
			}()
			call()
		}()
		SetInFuzz(f, false)
		f.Name()
	}
	if *FuzzCalled(f) {
		t.Error("Fuzz was called")
	}
}

// TestReadings fails when a release of Go has changed what time.Now gives.
func TestReadings(t *testing.T) {
	if !Readings() {
		t.Error("a time with a reading of the monotonic clock is not as it is known")
	}
	day := time.Date(2026, time.March, 1, 2, 3, 4, 5, time.UTC)
	a, b := WithMonotonic(day, time.Second), WithMonotonic(day.Add(time.Hour), 3*time.Second)
	if !a.Equal(day) || a.Location() != time.Local || b.Sub(a) != 2*time.Second || a.Round(0) == a || !strings.HasSuffix(a.String(), " m=+1.000000000") {
		t.Error(a, b)
	}
}

func TestClosedWordIsFound(t *testing.T) {
	if closedWord < 0 {
		t.Fatal("this release of Go keeps its channels' closed flag elsewhere")
	}
	ch := make(chan string)
	if Closed(*(*unsafe.Pointer)(unsafe.Pointer(&ch))) {
		t.Error("open channel looks closed")
	}
	close(ch)
	if !Closed(*(*unsafe.Pointer)(unsafe.Pointer(&ch))) {
		t.Error("closed channel looks open")
	}
}

func TestLocksTell(t *testing.T) {
	if !LocksTell {
		t.Error("the memory of a lock does not tell whether it is held: copies of locks are not seen")
	}
	if counterWord < 0 {
		t.Error("a WaitGroup's counter was not found in its memory: copies of WaitGroups are not seen")
	}
	if onceMutex < 0 {
		t.Error("a Once has no mutex: an assignment to it while its function runs is not seen")
	}
}

// TestLockedFound: a goroutine that is locked to its thread is told from one that is not,
// and can be unlocked, however often it was locked.
func TestLockedFound(t *testing.T) {
	if !Descriptors {
		t.Skip("there is no telling here")
	}
	FindLocked()
	if lockedAt == 0 {
		t.Fatal("the word was not found")
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		g := G()
		if Locked(g) {
			t.Error("locked from the beginning")
		}
		for range 3 {
			runtime.LockOSThread()
		}
		if !Locked(g) {
			t.Error("not seen")
		}
		if !Unlock(g) || Locked(g) {
			t.Error("still locked")
		}
	}()
	<-done
}

// TestGoroutinesApart: G is another one for each goroutine, and the same for one
// whenever it is asked and wherever the goroutine goes on.
func TestGoroutinesApart(t *testing.T) {
	const n = 100
	got := make(chan uintptr)
	end := make(chan bool)
	for range n {
		go func() {
			g := G()
			for range 3 {
				runtime.Gosched()
				if again := G(); again != g {
					t.Errorf("%#x, and then %#x", g, again)
				}
			}
			got <- g
			<-end
		}()
	}
	seen := map[uintptr]bool{0: true, G(): true}
	for range n {
		g := <-got
		if seen[g] {
			t.Errorf("%#x is there twice, or is no goroutine's", g)
		}
		seen[g] = true
	}
	close(end)
}
