// Package lastzero is the program lastzero(n) of Optimal-DPOR's evaluation:
// one goroutine looks for the last zero in an array, while n others make each
// element one more than the element before it.
package lastzero

import (
	"sync/atomic"
	"testing"
)

func lastZero(n int) {
	array := make([]atomic.Int32, n+1)
	go func() {
		i := n
		for array[i].Load() != 0 {
			i-- // ends at 0 at the latest: nobody writes array[0]
		}
	}()
	for j := 1; j <= n; j++ {
		go func() { array[j].Store(array[j-1].Load() + 1) }()
	}
}

func TestLastZero2(t *testing.T)  { lastZero(2) }  // 5 traces
func TestLastZero5(t *testing.T)  { lastZero(5) }  // 64
func TestLastZero10(t *testing.T) { lastZero(10) } // 3328
func TestLastZero15(t *testing.T) { lastZero(15) } // 147456
