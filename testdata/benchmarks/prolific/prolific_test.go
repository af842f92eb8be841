// Package prolific is the program prolific(n) of Event-DPOR's evaluation: n
// events on one handler, in a ring, each of which conflicts with its two
// neighbours only.
//
// A trace says for every pair of neighbours which comes first; all answers are
// possible but the two that go round in a circle: 2^n - 2 traces.
package prolific

import (
	"testing"

	"gocheck.dev"
)

func prolific(n int) {
	h := gocheck.NewHandler("h")
	a, counter := make([]int, n*n), make([]int, n*n)
	finished := make([]bool, n)
	for i := range n {
		next := (i + 1) % n
		h.Post(func() {
			for k := i * n; k < (i+1)*n; k++ {
				a[k] = i
				counter[k]++
			}
			for k := next * n; k < (next+1)*n; k++ {
				_ = a[k]
				counter[k]++
			}
			finished[i] = true
			if finished[i] && finished[next] {
				for k := next * n; k < (next+1)*n; k++ {
					gocheck.Assert(counter[k] == 2, "a slot was counted other than twice")
				}
			}
		})
	}
}

func TestProlific3(t *testing.T) { prolific(3) } // 6 traces
func TestProlific5(t *testing.T) { prolific(5) } // 30
func TestProlific7(t *testing.T) { prolific(7) } // 126
func TestProlific9(t *testing.T) { prolific(9) } // 510
