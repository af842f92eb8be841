package ends

import (
	"errors"
	"expvar"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// FailNowElsewhere: a goroutine ends the test, and only itself.
func TestFailNowElsewhereBad(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.FailNow() })
	wg.Wait()
}

func TestFailNowElsewhereGood(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.Log("fine") })
	wg.Wait()
}

// ErrorElsewhere: a goroutine reports an error.
func TestErrorElsewhereBad(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.Error("wrong") })
	wg.Wait()
}

func TestErrorElsewhereGood(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.Helper() })
	wg.Wait()
}

// LogAfterEnd: a message of a subtest after its end.
func TestLogAfterEndBad(t *testing.T) {
	var sub *testing.T
	t.Run("sub", func(t *testing.T) { sub = t })
	sub.Log("late")
	c := make(chan int)
	go func() {
		defer close(c)
		sub.Error("late")
	}()
	<-c
}

func TestLogAfterEndGood(t *testing.T) {
	var sub *testing.T
	t.Run("sub", func(t *testing.T) { sub = t })
	t.Log("in time", sub.Name())
}

// PanicElsewhere: a goroutine panics.
func TestPanicElsewhereBad(t *testing.T) {
	c := make(chan int)
	go func() {
		defer close(c)
		panic("no")
	}()
	<-c
	select {}
}

func TestPanicElsewhereGood(t *testing.T) {
	c := make(chan int)
	go func() {
		defer close(c)
		defer func() { recover() }()
		panic("no")
	}()
	<-c
}

// PanicInDefer: a deferred function panics after another was recovered.
func TestPanicInDeferBad(t *testing.T) {
	defer func() {
		recover()
		panic("again")
	}()
	panic("no")
}

func TestPanicInDeferGood(t *testing.T) {
	defer func() { recover() }()
	defer func() {
		recover()
		panic("again")
	}()
	panic("no")
}

// PanicNil: a panic with nil is one.
func TestPanicNilBad(t *testing.T) { panic(nil) }

func TestPanicNilGood(t *testing.T) {
	defer func() {
		var e *runtime.PanicNilError
		if err, ok := recover().(error); !ok || !errors.As(err, &e) {
			t.Fatal("no panic")
		}
	}()
	panic(nil)
}

// Goexit: a test that leaves its goroutine.
func TestGoexitBad(t *testing.T) { runtime.Goexit() }

func TestGoexitGood(t *testing.T) {
	c := make(chan int)
	go func() {
		defer close(c)
		runtime.Goexit()
	}()
	<-c
}

// ExitOne: os.Exit(1).
func TestExitOneBad(t *testing.T) { os.Exit(1) }

func TestExitOneGood(t *testing.T) {
	if len(os.Args) == 0 {
		os.Exit(1)
	}
}

// ExitZero: os.Exit(0), which go test takes for a failure.
func TestExitZeroBad(t *testing.T) { os.Exit(0) }

func TestExitZeroGood(t *testing.T) {
	if len(os.Args) == 0 {
		os.Exit(0)
	}
}

// ExitElsewhere: a goroutine ends the process.
func TestExitElsewhereBad(t *testing.T) {
	c := make(chan int)
	go func() {
		os.Exit(2)
		close(c)
	}()
	<-c
}

func TestExitElsewhereGood(t *testing.T) {
	c := make(chan int)
	go func() { close(c) }()
	<-c
}

// CleanupFails: a cleanup function fails.
func TestCleanupFailsBad(t *testing.T) { t.Cleanup(func() { t.Error("wrong") }) }

func TestCleanupFailsGood(t *testing.T) { t.Cleanup(func() { t.Log("fine") }) }

// CleanupPanics: a cleanup function panics.
func TestCleanupPanicsBad(t *testing.T) { t.Cleanup(func() { panic("no") }) }

func TestCleanupPanicsGood(t *testing.T) {
	t.Cleanup(func() {
		defer func() { recover() }()
		panic("no")
	})
}

// SubtestFails: a subtest of a subtest fails.
func TestSubtestFailsBad(t *testing.T) {
	t.Run("a", func(t *testing.T) { t.Run("b", func(t *testing.T) { t.Fail() }) })
}

func TestSubtestFailsGood(t *testing.T) {
	t.Run("a", func(t *testing.T) { t.Run("b", func(t *testing.T) { t.Skip() }) })
}

// ParallelSubtests: parallel subtests share a variable.
func TestParallelSubtestsBad(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("sub", func(t *testing.T) {
			t.Parallel()
			time.Sleep(time.Millisecond)
			n++
		})
	}
}

func TestParallelSubtestsGood(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("sub", func(t *testing.T) { n++ })
	}
}

// ParallelSetenv: Setenv in a parallel test.
func TestParallelSetenvBad(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		t.Parallel()
		t.Setenv("GOCHECK_NATIVE", "1")
	})
}

func TestParallelSetenvGood(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.Setenv("GOCHECK_NATIVE", "1") })
}

// ParallelTwice: Parallel called twice.
func TestParallelTwiceBad(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		t.Parallel()
		t.Parallel()
	})
}

func TestParallelTwiceGood(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.Parallel() })
}

// NilMap: a write to a nil map.
func TestNilMapBad(t *testing.T) {
	var m map[int]int
	m[1] = 1
}

func TestNilMapGood(t *testing.T) {
	m := map[int]int{}
	m[1] = 1
}

// Overflow: a recursion without end.
func TestOverflowBad(t *testing.T) { descend(0, 1) }

func TestOverflowGood(t *testing.T) { descend(0, 1000) }

func descend(n, stop int) int {
	if n == stop && stop > 1 {
		return n
	}
	return descend(n+1, stop) + 1
}

// Republished: a name of package expvar is published again.
func TestRepublishedBad(t *testing.T) {
	expvar.NewInt("gocheck.native")
	expvar.NewInt("gocheck.native")
}

func TestRepublishedGood(t *testing.T) {
	if expvar.Get("gocheck.native.good") == nil {
		expvar.NewInt("gocheck.native.good")
	}
}

// File: two goroutines make one file, and one of them is to be the first.
func TestFileBad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o644)
			if err != nil {
				t.Error(err)
				return
			}
			f.Close()
		})
	}
	wg.Wait()
}

func TestFileGood(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var once sync.Once
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			once.Do(func() {
				if err := os.WriteFile(name, nil, 0o644); err != nil {
					t.Error(err)
				}
			})
		})
	}
	wg.Wait()
}

// Environment: a goroutine unsets what the test has set.
func TestEnvironmentBad(t *testing.T) {
	t.Setenv("GOCHECK_NATIVE", "1")
	c := make(chan int)
	go func() {
		os.Unsetenv("GOCHECK_NATIVE")
		close(c)
	}()
	<-c
	if os.Getenv("GOCHECK_NATIVE") == "" {
		t.Fatal("it is not set")
	}
}

func TestEnvironmentGood(t *testing.T) {
	t.Setenv("GOCHECK_NATIVE", "1")
	c := make(chan int)
	go func() {
		defer close(c)
		os.Getenv("GOCHECK_NATIVE")
	}()
	<-c
	if os.Getenv("GOCHECK_NATIVE") == "" {
		t.Fatal("it is not set")
	}
}
