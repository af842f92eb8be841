// Package chance has kernels of bugs that come with some random values, or with some order
// that Go leaves open.
package chance

import (
	"bytes"
	"errors"
	"maps"
	"math/rand"
	"slices"
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

// A buffer is given back to the pool while somebody still reads what it holds.
//
// want: race
func TestUseAfterPutBuggy(t *testing.T) {
	pool := sync.Pool{New: func() any { return new([]byte) }}
	var wg sync.WaitGroup
	for _, name := range []string{"Ada", "Bob"} {
		wg.Go(func() {
			if got := shout(&pool, name); string(got) != name+"!" {
				t.Errorf("%s!: %s", name, got)
			}
		})
	}
	wg.Wait()
}

func TestUseAfterPutFixed(t *testing.T) {
	pool := sync.Pool{New: func() any { return new([]byte) }}
	var wg sync.WaitGroup
	for _, name := range []string{"Ada", "Bob"} {
		wg.Go(func() {
			if got := shoutInto(&pool, name, bytes.Clone); string(got) != name+"!" {
				t.Errorf("%s!: %s", name, got)
			}
		})
	}
	wg.Wait()
}

func shout(pool *sync.Pool, name string) []byte {
	return shoutInto(pool, name, func(b []byte) []byte { return b })
}

func shoutInto(pool *sync.Pool, name string, result func([]byte) []byte) []byte {
	b := pool.Get().(*[]byte)
	defer pool.Put(b)
	*b = append(append((*b)[:0], name...), '!')
	return result(*b)
}

// What lies in the pool was not made clean: it shows the next one what the last one had.
//
// want: fatal
func TestDirtyObjectBuggy(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(session) }}
	serve(t, func(user string, check func(*session)) {
		s := pool.Get().(*session)
		check(s)
		s.user = user
		pool.Put(s)
	})
}

func TestDirtyObjectFixed(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(session) }}
	serve(t, func(user string, check func(*session)) {
		s := pool.Get().(*session)
		check(s)
		s.user = user
		*s = session{}
		pool.Put(s)
	})
}

type session struct{ user string }

func serve(t *testing.T, request func(user string, check func(*session))) {
	var wg sync.WaitGroup
	for _, user := range []string{"Ada", "Bob"} {
		wg.Go(func() {
			request(user, func(s *session) {
				if s.user != "" {
					t.Errorf("%s sees the session of %s", user, s.user)
				}
			})
		})
	}
	wg.Wait()
}

// Locks are taken in the order in which a loop goes through a map.
//
// want: deadlock
func TestMapOrderBuggy(t *testing.T) {
	accounts := map[string]*sync.Mutex{"a": {}, "b": {}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, mu := range accounts {
				mu.Lock()
				defer mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func TestMapOrderFixed(t *testing.T) {
	accounts := map[string]*sync.Mutex{"a": {}, "b": {}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, name := range slices.Sorted(maps.Keys(accounts)) {
				mu := accounts[name]
				mu.Lock()
				defer mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// The first of what is found is taken for the best, in a map that is larger than a few.
//
// want: fatal
func TestFirstFoundBuggy(t *testing.T) {
	if got := best(func(score, old int) bool { return old == 0 }); got != 5 {
		t.Errorf("best %d", got)
	}
}

func TestFirstFoundFixed(t *testing.T) {
	if got := best(func(score, old int) bool { return score > old }); got != 5 {
		t.Errorf("best %d", got)
	}
}

func best(better func(score, old int) bool) int {
	best := 0
	for _, score := range map[string]int{"a": 5, "b": 4, "c": 3, "d": 2, "e": 1} {
		if better(score, best) {
			best = score
		}
	}
	return best
}
