// Package plb is the program plb(n) of Event-DPOR's evaluation, a load
// balancer: an event takes a request, posts its work, and posts itself for the
// next request.
//
// Requests do not conflict: one trace.
package plb

import (
	"testing"

	"gocheck.dev"
)

type request struct{ id, served int }

func balance(n int) {
	h := gocheck.NewHandler("h")
	next := 0
	var requests func()
	requests = func() {
		r := &request{id: next}
		h.Post(func() { // the client
			r.served++
			gocheck.Assert(r.served == 1, "request %d was served twice", r.id)
		})
		if next++; next < n {
			h.Post(requests)
		}
	}
	h.Post(requests)
}

func TestBalance4(t *testing.T) { balance(4) } // 1 trace
func TestBalance6(t *testing.T) { balance(6) } // 1
func TestBalance8(t *testing.T) { balance(8) } // 1
