// Package posters is the program posters(n) of Event-DPOR's evaluation.
//
// Each of n events posts another to the same handler, and all 2n conflict. The
// second of a pair comes after the first: (2n)!/2^n traces, and fewer when the
// mailbox is FIFO (4 and 30 for n = 2 and 3).
package posters

import (
	"testing"

	"gocheck.dev"
)

func posters(n int) {
	h := gocheck.NewHandler("h")
	x := 0
	for i := range n {
		go func() {
			h.Post(func() {
				x = 2 * i
				h.Post(func() {
					x = 2*i + 1
					gocheck.Assert(x == 2*i+1, "another event came between")
				})
				gocheck.Assert(x == 2*i, "another event came between")
			})
		}()
	}
}

func TestPosters2(t *testing.T) { posters(2) } // 6 traces
func TestPosters3(t *testing.T) { posters(3) } // 90
func TestPosters4(t *testing.T) { posters(4) } // 2520
func TestPosters5(t *testing.T) { posters(5) } // 113400
