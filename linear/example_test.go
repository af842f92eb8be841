package linear_test

import (
	"sync"
	"testing"

	"gocheck.dev/linear"
)

type Registers struct{ m sync.Map }

func (r *Registers) Get(key string) any          { v, _ := r.m.Load(key); return v }
func (r *Registers) Set(key string, value int)   { r.m.Store(key, value) }
func (r *Registers) Swap(key string, to int) any { v, _ := r.m.Swap(key, to); return v }

// A test of each operation with some keys and values. The command gocheck explores every schedule
// of the scenarios; go test runs some of them.
func ExampleCheck() {
	TestRegisters := func(t *testing.T) {
		linear.Check(t, func() *Registers { return new(Registers) },
			linear.Op("Get", (*Registers).Get, "a"),
			linear.Op("Set", (*Registers).Set, "a", 1, 2),
			linear.Op("Swap", (*Registers).Swap, "a", 1, 2))
	}
	_ = TestRegisters // in a file of the package whose name ends in _test.go
}

// A model says what is right where the structure itself might be wrong for one goroutine already.
func ExampleModel() {
	TestCounter := func(t *testing.T) {
		linear.Check(t, func() *Counter { return new(Counter) },
			linear.Op("Inc", (*Counter).Inc),
			linear.Model(func() *count { return new(count) }))
	}
	_ = TestCounter
}

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

// count has the same methods, for one goroutine.
type count struct{ n int }

func (c *count) Inc() int { c.n++; return c.n }
