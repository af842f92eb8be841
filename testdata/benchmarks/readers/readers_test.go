// Package readers is the program readers(n) of Optimal-DPOR's evaluation: one
// goroutine writes, n read.
//
// Each reader comes before or after the writer: 2^n traces.
package readers

import (
	"sync/atomic"
	"testing"
)

func readers(n int) {
	var x atomic.Int32
	own := make([]atomic.Int32, n)
	go x.Store(1)
	for i := range n {
		go func() {
			own[i].Load()
			x.Load()
		}()
	}
}

func TestReaders2(t *testing.T)  { readers(2) }  // 4 traces
func TestReaders8(t *testing.T)  { readers(8) }  // 256
func TestReaders13(t *testing.T) { readers(13) } // 8192
func TestReaders15(t *testing.T) { readers(15) } // 32768
