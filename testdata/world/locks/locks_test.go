// Package locks locks files: by who holds a descriptor, until it is closed.
package locks

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

const (
	try    = syscall.LOCK_EX | syscall.LOCK_NB
	shared = syscall.LOCK_SH | syscall.LOCK_NB
)

// both opens a file twice.
func both(t *testing.T) (a, b *os.File) {
	path := filepath.Join(t.TempDir(), "lock")
	for _, f := range []**os.File{&a, &b} {
		opened, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { opened.Close() })
		*f = opened
	}
	return a, b
}

func locks(f *os.File, how int) bool {
	err := syscall.Flock(int(f.Fd()), how)
	if err != nil && !errors.Is(err, syscall.EWOULDBLOCK) {
		panic(err)
	}
	return err == nil
}

// TestFirst: either may be the first.
func TestFirst(t *testing.T) {
	a, b := both(t)
	var wg sync.WaitGroup
	var first, second bool
	wg.Go(func() { first = locks(a, try) })
	wg.Go(func() { second = locks(b, try) })
	wg.Wait()
	if first == second {
		t.Error("both, or none")
	}
	if second {
		t.Error("the second was the first")
	}
}

// TestExcludes: who has the lock is alone until it is given back.
func TestExcludes(t *testing.T) {
	a, b := both(t)
	var wg sync.WaitGroup
	in := 0
	var mu sync.Mutex
	for _, f := range []*os.File{a, b} {
		wg.Go(func() {
			if !locks(f, try) {
				return
			}
			mu.Lock()
			in++
			if in > 1 {
				t.Error("two hold it")
			}
			mu.Unlock()
			mu.Lock()
			in--
			mu.Unlock()
			locks(f, syscall.LOCK_UN)
		})
	}
	wg.Wait()
}

// TestClosed: to close the file gives the lock back.
func TestClosed(t *testing.T) {
	a, b := both(t)
	locks(a, try)
	var wg sync.WaitGroup
	wg.Go(func() { a.Close() })
	if !locks(b, try) {
		t.Error("the other one still holds it")
	}
	wg.Wait()
}

// TestShared: readers do not exclude each other.
func TestShared(t *testing.T) {
	a, b := both(t)
	var wg sync.WaitGroup
	for _, f := range []*os.File{a, b} {
		wg.Go(func() {
			if !locks(f, shared) {
				t.Error("a reader excludes another")
			}
		})
	}
	wg.Wait()
}

// TestWaits: a lock that is free is had at once, and one that is not would be waited for.
func TestWaits(t *testing.T) {
	a, b := both(t)
	locks(a, syscall.LOCK_EX)
	var wg sync.WaitGroup
	wg.Go(func() { locks(b, syscall.LOCK_EX) })
	locks(a, syscall.LOCK_UN)
	wg.Wait()
}

// TestAgain: in the next execution nobody holds it.
func TestAgain(t *testing.T) {
	a, _ := both(t)
	if !locks(a, syscall.LOCK_EX) {
		t.Error("somebody holds it")
	}
}
