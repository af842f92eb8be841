// Package alike has programs whose goroutines nobody tells apart: -symmetry makes one
// execution of all that differ only in which of them does what.
package alike

import (
	"sync"
	"sync/atomic"
	"testing"

	"gocheck.dev"
)

// readers is readers(n) of Optimal-DPOR's evaluation, but for the variable that each reader
// has for itself there.
func readers(n int) {
	var x atomic.Int32
	go x.Store(1)
	for range n {
		go func() { x.Load() }()
	}
}

func TestReaders8(t *testing.T)  { readers(8) }
func TestReaders9(t *testing.T)  { readers(9) }
func TestReaders10(t *testing.T) { readers(10) }
func TestReaders11(t *testing.T) { readers(11) }
func TestReaders12(t *testing.T) { readers(12) }
func TestReaders13(t *testing.T) { readers(13) }

// TestWriters8 is writers(8) of Event-DPOR's evaluation, but all write the same value.
func TestWriters8(t *testing.T) {
	h := gocheck.NewHandler("h")
	x := 0
	for range 8 {
		go func() {
			h.Post(func() { x++ })
		}()
	}
}

// TestLastZero8 is lastzero(8) of Optimal-DPOR's evaluation: each goroutine has another index, so
// nobody is like another one.
func TestLastZero8(t *testing.T) {
	array := make([]atomic.Int32, 9)
	go func() {
		i := 8
		for array[i].Load() != 0 {
			i--
		}
	}()
	for j := 1; j <= 8; j++ {
		go func() { array[j].Store(array[j-1].Load() + 1) }()
	}
}

// TestPool has four workers that take what is to be done from a channel.
func TestPool(t *testing.T) {
	jobs := make(chan int, 3)
	var sum atomic.Int32
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				sum.Add(int32(j))
			}
		}()
	}
	for j := range 3 {
		jobs <- j
	}
	close(jobs)
	wg.Wait()
	if sum.Load() != 3 {
		t.Errorf("the sum is %d", sum.Load())
	}
}
