// Package verdicts has tests of which a wrong word was said, or might be: what each is to
// come to is in internal/e2e/verdicts_test.go.
package verdicts

import (
	"log"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// With go test os.Exit(0) in a test is a panic.

func TestExit0(t *testing.T) { os.Exit(0) }

func TestExit0Sometimes(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); n.Store(1) }()
	go func() {
		defer wg.Done()
		if n.Load() == 1 {
			os.Exit(0)
		}
	}()
	wg.Wait()
}

func TestExit0Recovered(t *testing.T) {
	defer func() {
		if v := recover(); v != "unexpected call to os.Exit(0) during test" {
			t.Error(v)
		}
	}()
	os.Exit(0)
}

func TestExit0Subtest(t *testing.T) {
	t.Run("a", func(t *testing.T) { os.Exit(0) })
}

func TestExit0Cleanup(t *testing.T) {
	t.Cleanup(func() { os.Exit(0) })
}

func TestExit3(t *testing.T) {
	defer func() { panic("deferred functions do not run") }()
	os.Exit(3)
}

func TestLogFatal(t *testing.T) { log.Fatal("no") }

// Goexit of the test's own goroutine is no end that a test may have.
func TestGoexit(t *testing.T) { runtime.Goexit() }

func TestGoexitElsewhere(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.Goexit()
	}()
	<-done
}

type sayingNothing struct{}

func (sayingNothing) Error() string { panic("no words") }

// What the error of a panic says may be a panic, too.
func TestPanicPanics(t *testing.T) {
	go func() { panic(sayingNothing{}) }()
	select {}
}
