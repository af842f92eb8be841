// Package casrot is the program casrot(n) of GenMC's benchmarks: goroutine i turns a
// number from i into i+1, if it is i when its turn comes.
package casrot

import (
	"sync/atomic"
	"testing"
)

func casRot(n int32) {
	x := new(atomic.Int32)
	for i := range n {
		go turn(x, i)
	}
}

func turn(x *atomic.Int32, i int32) { x.CompareAndSwap(i, i+1) }

func TestCasRot2(t *testing.T)  { casRot(2) }  // 2 traces
func TestCasRot7(t *testing.T)  { casRot(7) }  // 523
func TestCasRot11(t *testing.T) { casRot(11) } // 182905
