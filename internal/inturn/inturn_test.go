package inturn

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// What is written to slots comes out in their order, whatever the order of the
// writers, and none of it is lost.
func TestSequence(t *testing.T) {
	const n = 20
	var w strings.Builder
	q := New(&w, n, nil)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			for j := range 5 {
				fmt.Fprintf(q.Slots[i], "%02d.%d ", i, j)
			}
			q.Slots[i].Close()
		})
	}
	wg.Wait()
	var want strings.Builder
	for i := range n {
		for j := range 5 {
			fmt.Fprintf(&want, "%02d.%d ", i, j)
		}
	}
	if w.String() != want.String() {
		t.Errorf("%s", &w)
	}

	// The first slot is passed on at once.
	w.Reset()
	q = New(&w, 2, nil)
	fmt.Fprint(q.Slots[1], "b")
	fmt.Fprint(q.Slots[0], "a")
	if w.String() != "a" {
		t.Errorf("%q before the first slot is closed", &w)
	}
	q.Slots[1].Close()
	q.Slots[0].Close()
	if w.String() != "ab" {
		t.Errorf("%q", &w)
	}
}
