// Package writers is the program writers(n) of Event-DPOR's evaluation.
//
// All events conflict, and a handler runs them in any order: n! traces.
package writers

import (
	"testing"

	"gocheck.dev"
)

// n goroutines post an event each to one handler.
func writers(n int) {
	h := gocheck.NewHandler("h")
	x := 0
	for i := range n {
		go func() {
			h.Post(func() {
				x = i
				gocheck.Assert(x == i, "another event came between")
			})
		}()
	}
}

func TestWriters3(t *testing.T) { writers(3) } // 6 traces
func TestWriters4(t *testing.T) { writers(4) } // 24
func TestWriters6(t *testing.T) { writers(6) } // 720
func TestWriters8(t *testing.T) { writers(8) } // 40320
