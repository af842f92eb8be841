package library

import (
	"os"
	"sync/atomic"
	"testing"
)

// What the end of a test undoes, and goroutines that may as well look before as after.

func TestBugEndingContextNotYet(t *testing.T) {
	var alive atomic.Bool
	go func() { alive.Store(t.Context().Err() == nil) }()
	if alive.Load() {
		t.Error("before the end")
	}
}

func TestBugEndingContextAlready(t *testing.T) {
	var over atomic.Bool
	go func() {
		ctx := t.Context()
		over.Store(ctx.Err() != nil)
	}()
	t.Cleanup(func() {
		if over.Load() {
			t.Error("after the end")
		}
	})
}

func TestBugEndingContextOfSubtest(t *testing.T) {
	var over atomic.Bool
	t.Run("sub", func(t *testing.T) {
		go func() { over.Store(t.Context().Err() != nil) }()
	})
	if over.Load() {
		t.Error("after the end")
	}
}

func TestBugEndingContextOfSibling(t *testing.T) {
	var alive atomic.Bool
	t.Run("both", func(t *testing.T) {
		var first *testing.T
		t.Run("first", func(t *testing.T) { first = t; t.Parallel() })
		t.Run("second", func(t *testing.T) {
			t.Parallel()
			alive.Store(first.Context().Err() == nil)
		})
	})
	if alive.Load() {
		t.Error("before the end")
	}
}

func TestOKEndingContext(t *testing.T) {
	done := make(chan bool)
	go func() {
		<-t.Context().Done()
		close(done)
	}()
	t.Cleanup(func() {
		<-done
		if t.Context().Err() == nil {
			t.Error("not over")
		}
	})
}

func TestOKEndingContextOwn(t *testing.T) {
	ctx := t.Context()
	go func() { <-ctx.Done() }()
	if ctx.Err() != nil {
		t.Error("over")
	}
}

func TestBugEndingSetenv(t *testing.T) {
	var seen atomic.Bool
	go func() { seen.Store(os.Getenv("GOCHECK_ENDING") == "1") }()
	t.Setenv("GOCHECK_ENDING", "1")
	t.Cleanup(func() {
		if seen.Load() {
			t.Error("set")
		}
	})
}

func TestBugEndingSetenvUndone(t *testing.T) {
	var unset atomic.Bool
	t.Cleanup(func() {
		if unset.Load() {
			t.Error("unset before the end")
		}
	})
	t.Setenv("GOCHECK_ENDING", "1")
	go func() {
		_, ok := os.LookupEnv("GOCHECK_ENDING")
		unset.Store(!ok)
	}()
}

func TestBugEndingChdir(t *testing.T) {
	before, _ := os.Getwd()
	var back atomic.Bool
	t.Cleanup(func() {
		if back.Load() {
			t.Error("back before the end")
		}
	})
	t.Chdir(t.TempDir())
	go func() {
		now, _ := os.Getwd()
		back.Store(now == before)
	}()
}
