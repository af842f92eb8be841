package litmus

import (
	"os"
	"sync"
	"testing"
)

// Subtests run when they are called, one after the other.
//
// Outcomes: a b end
func TestRun(t *testing.T) {
	order := ""
	for _, name := range []string{"a ", "b "} {
		ok := t.Run(name, func(t *testing.T) { order += name })
		if !ok {
			t.Error("it has not failed")
		}
	}
	see("%send", order)
}

// Cleanup functions run last in, first out, after the subtests' own.
//
// Outcomes: body sub subclean end 2 1
func TestCleanup(t *testing.T) {
	order := "body "
	t.Cleanup(func() { see("%s1", order) })
	t.Cleanup(func() { order += "2 " })
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { order += "subclean " })
		order += "sub "
	})
	order += "end "
}

// Fatal ends the test, with its deferred and cleanup functions.
//
// Outcomes: !fatal
func TestFatal(t *testing.T) {
	defer func() { see("deferred") }()
	t.Fatal("no")
	panic("not reached")
}

// Error goes on; it may depend on the order whether it is called.
//
// Outcomes: ok, !fatal
func TestError(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	if len(c) == 1 {
		t.Error("too early")
	}
	<-c
	see("ok")
}

// A subtest that fails fails the test.
//
// Outcomes: !fatal
func TestSubtestFails(t *testing.T) {
	t.Run("sub", func(t *testing.T) { t.FailNow() })
	see("after")
}

// Skip ends a subtest, and is no failure.
//
// Outcomes: true true end
func TestSkip(t *testing.T) {
	skipped := false
	ok := t.Run("sub", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		t.Skip("not today")
		t.Error("not reached")
	})
	see("%t %t", ok, skipped)
	see("end")
}

// FailNow in another goroutine ends that one.
//
// Outcomes: !fatal
func TestFatalElsewhere(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { t.Fatal("no") })
	wg.Wait()
	see("main goes on")
}

// The context of a test is cancelled before its cleanup functions run.
//
// Outcomes: nil canceled
func TestContext(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		ctx := t.Context()
		t.Cleanup(func() { see("%s", short(ctx.Err())) })
		see("%s", short(ctx.Err()))
	})
}

// A goroutine that waits for the test's context ends before the cleanup that
// waits for it does.
//
// Outcomes: ended
func TestContextWaited(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		done := make(chan bool)
		go func() {
			<-t.Context().Done()
			close(done)
		}()
		t.Cleanup(func() {
			<-done
			see("ended")
		})
	})
}

// Setenv is undone.
//
// Outcomes: in out
func TestSetenv(t *testing.T) {
	t.Setenv("LITMUS_ENV", "out")
	inside := ""
	t.Run("sub", func(t *testing.T) {
		t.Setenv("LITMUS_ENV", "in")
		inside = os.Getenv("LITMUS_ENV")
	})
	see("%s %s", inside, os.Getenv("LITMUS_ENV"))
}

// TempDir is there, and gone after.
//
// Outcomes: true false
func TestTempDir(t *testing.T) {
	there := func(dir string) bool {
		_, err := os.Stat(dir)
		return err == nil
	}
	dir, inside := "", false
	t.Run("sub", func(t *testing.T) {
		dir = t.TempDir()
		inside = there(dir)
	})
	see("%t %t", inside, there(dir))
}

// Through the interface testing.TB.
//
// Outcomes: true helper
func TestTB(t *testing.T) {
	check := func(tb testing.TB) {
		tb.Helper()
		tb.Cleanup(func() { see("helper") })
		tb.Log("nothing")
	}
	check(t)
	see("%t", !t.Failed())
}
