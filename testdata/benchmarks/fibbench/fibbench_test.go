// Package fibbench is the program fib_bench(n) of SV-COMP, which the evaluations
// of stateless model checkers share: two goroutines add to each other's variable,
// n times each, and the largest number that they can come to is Fibonacci's.
package fibbench

import (
	"sync/atomic"
	"testing"

	"gocheck.dev"
)

func fibBench(n int, bound int32) {
	var i, j atomic.Int32
	i.Store(1)
	j.Store(1)
	go func() {
		for range n {
			i.Store(i.Load() + j.Load())
		}
	}()
	go func() {
		for range n {
			j.Store(j.Load() + i.Load())
		}
	}()
	a, b := i.Load(), j.Load()
	gocheck.Assert(a <= bound && b <= bound, "%d or %d is more than %d", a, b, bound)
}

func TestFibBench2(t *testing.T) { fibBench(2, 8) }   // 140 traces
func TestFibBench3(t *testing.T) { fibBench(3, 21) }  // 1698
func TestFibBench5(t *testing.T) { fibBench(5, 144) } // 218243
