// Package indexer is the program indexer(n) of Flanagan and Godefroid's paper
// and of Optimal-DPOR's evaluation: n goroutines put four messages each into a
// hash table, by compare-and-swap.
//
// There are no collisions for up to 11 goroutines.
package indexer

import (
	"sync/atomic"
	"testing"
)

const (
	size     = 128
	messages = 4
)

func indexer(n int) {
	table := new([size]atomic.Int32)
	for id := range n {
		go func() {
			for m := 1; m <= messages; m++ {
				w := int32(m*11 + id)
				h := w * 7 % size
				for !table[h].CompareAndSwap(0, w) {
					h = (h + 1) % size
				}
			}
		}()
	}
}

func TestIndexer11(t *testing.T) { indexer(11) } // 1 trace
func TestIndexer12(t *testing.T) { indexer(12) } // 8
func TestIndexer15(t *testing.T) { indexer(15) } // 4096
