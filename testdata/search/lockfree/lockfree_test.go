// Package lockfree has programs without locks that are wrong in rare orders: a stack that reuses
// its cells too early (SafeStack, after Vyukov), a queue from which others steal, and their like.
package lockfree

import (
	"sync"
	"sync/atomic"
	"testing"
)

func together(fs ...func()) {
	var all sync.WaitGroup
	for _, f := range fs {
		all.Go(f)
	}
	all.Wait()
}

// A safeStack hands out cells, each to one owner at a time, or so it believes.
type safeStack struct {
	next  [3]atomic.Int64
	head  atomic.Int64
	count atomic.Int64
}

func newSafeStack() *safeStack {
	s := &safeStack{}
	s.count.Store(3)
	for i := range s.next {
		s.next[i].Store(int64(i + 1))
	}
	s.next[2].Store(-1)
	return s
}

func (s *safeStack) pop() int64 {
	for s.count.Load() > 1 {
		at := s.head.Load()
		next := s.next[at].Swap(-1)
		if next >= 0 {
			if s.head.CompareAndSwap(at, next) {
				s.count.Add(-1)
				return at
			}
			s.next[at].Swap(next)
		}
	}
	return -1
}

func (s *safeStack) push(i int64) {
	at := s.head.Load()
	s.next[i].Store(at)
	for !s.head.CompareAndSwap(at, i) {
		at = s.head.Load()
		s.next[i].Store(at)
	}
	s.count.Add(1)
}

func TestSafeStack(t *testing.T) {
	s := newSafeStack()
	var owner [3]atomic.Int64
	use := func(id int64) func() {
		return func() {
			for range 2 {
				i := s.pop()
				if i < 0 {
					continue
				}
				owner[i].Store(id)
				if owner[i].Load() != id {
					t.Error("two owners of one cell")
				}
				s.push(i)
			}
		}
	}
	together(use(1), use(2), use(3))
}

// A deque: its owner puts and takes at one end, a thief takes at the other one. When one is left,
// the owner looks at head before it has told of its tail.
func steal(t *testing.T, n int64) {
	var head, tail atomic.Int64
	taken := make([]atomic.Int64, n)
	together(func() {
		for range n {
			tail.Add(1)
		}
		for {
			at := tail.Load() - 1
			h := head.Load() // has to come after the store
			tail.Store(at)
			if h > at {
				tail.Store(h)
				return
			}
			if h == at && !head.CompareAndSwap(h, h+1) {
				return
			}
			taken[at].Add(1)
		}
	}, func() {
		for range 2 {
			h := head.Load()
			if h < tail.Load() && head.CompareAndSwap(h, h+1) {
				taken[h].Add(1)
			}
		}
	})
	for i := range taken {
		if taken[i].Load() > 1 {
			t.Fatal("taken twice")
		}
	}
}

func TestSteal3(t *testing.T) { steal(t, 3) }
func TestSteal6(t *testing.T) { steal(t, 6) }

// The pointer comes back to what it was (ABA).
func TestABA(t *testing.T) {
	var head atomic.Int64
	var next [4]atomic.Int64
	var free [4]atomic.Bool
	head.Store(1)
	next[1].Store(2)
	next[2].Store(3)
	pop := func() int64 {
		for {
			at := head.Load()
			if at == 0 {
				return 0
			}
			n := next[at].Load()
			if head.CompareAndSwap(at, n) {
				free[at].Store(true)
				return at
			}
		}
	}
	push := func(i int64) {
		free[i].Store(false)
		for {
			at := head.Load()
			next[i].Store(at)
			if head.CompareAndSwap(at, i) {
				return
			}
		}
	}
	together(func() { pop() }, func() {
		a, b := pop(), pop()
		if a != 0 {
			push(a)
		}
		_ = b
	})
	if at := head.Load(); at != 0 && free[at].Load() {
		t.Fatal("a free node is the head")
	}
}

// A lock by flags, without turn.
func TestFlags(t *testing.T) {
	var flag [2]atomic.Bool
	var inside atomic.Int64
	enter := func(me int) func() {
		return func() {
			for range 3 {
				if !flag[1-me].Load() {
					flag[me].Store(true)
					if inside.Add(1) > 1 {
						t.Error("both are inside")
					}
					inside.Add(-1)
					flag[me].Store(false)
				}
			}
		}
	}
	together(enter(0), enter(1))
}

// A sequence lock whose writer counts after it has written.
func TestSeqlock(t *testing.T) {
	var seq, a, b atomic.Int64
	together(func() {
		for i := range int64(4) {
			a.Store(i)
			seq.Add(1)
			b.Store(i)
			seq.Add(1)
		}
	}, func() {
		for range 4 {
			s := seq.Load()
			x, y := a.Load(), b.Load()
			if s%2 == 0 && seq.Load() == s && x != y {
				t.Error("torn")
			}
		}
	})
}

// Two updates of a counter of many are not atomic.
func lostUpdate(t *testing.T, tasks, rounds, rare int) {
	var n atomic.Int64
	var fs []func()
	for g := range tasks {
		fs = append(fs, func() {
			for i := range rounds {
				if g == tasks/2 && i == rare {
					v := n.Load()
					n.Store(v + 1)
				} else {
					n.Add(1)
				}
			}
		})
	}
	together(fs...)
	if n.Load() != int64(tasks*rounds) {
		t.Fatal("lost")
	}
}

func TestLostUpdate3x3(t *testing.T)  { lostUpdate(t, 3, 3, 1) }
func TestLostUpdate6x10(t *testing.T) { lostUpdate(t, 6, 10, 5) }
func TestLostUpdate50(t *testing.T)   { lostUpdate(t, 50, 1, 0) }
