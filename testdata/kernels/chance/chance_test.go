// Package chance has kernels of bugs that come with some random values, or with some order
// that Go leaves open.
package chance

import (
	"errors"
	"math/rand"
	"sync"
	"testing"
)

// The way out of an error, which comes by chance, takes a lock that is held.
//
// want: deadlock
func TestRandomBranchBuggy(t *testing.T) {
	s := &store{}
	s.write(s.fail)
}

func TestRandomBranchFixed(t *testing.T) {
	s := &store{}
	s.write(s.failLocked)
}

type store struct {
	mu     sync.Mutex
	broken bool
}

func (s *store) write(fail func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := flaky(); err != nil {
		fail()
	}
}

// flaky fails once in eight times.
func flaky() error {
	if rand.Intn(8) == 5 {
		return errors.New("disk full")
	}
	return nil
}

func (s *store) fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failLocked()
}

func (s *store) failLocked() { s.broken = true }

// Each of two clients tries again some times: together they may be more than are allowed.
//
// want: fatal
func TestBackoffBuggy(t *testing.T) {
	var mu sync.Mutex
	attempts := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range rand.Intn(4) {
				mu.Lock()
				attempts++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if attempts > 5 {
		t.Errorf("%d attempts", attempts)
	}
}

func TestBackoffFixed(t *testing.T) {
	var mu sync.Mutex
	attempts := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range rand.Intn(4) {
				mu.Lock()
				if attempts < 5 {
					attempts++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if attempts > 5 {
		t.Errorf("%d attempts", attempts)
	}
}
