// Package consensus is the program consensus(n) of Event-DPOR's evaluation:
// n goroutines broadcast a value each, n handlers keep the largest.
//
// A handler gets the values in any order, but a value that is smaller than the
// present one is only compared with it: what it comes before or after is not
// visible as long as the present one stays. Each handler's values are so
// grouped by the one that they met, in as many ways as a set of n has
// partitions: B(n)^n traces, B = 2, 5, 15 for n = 2, 3, 4.
package consensus

import (
	"testing"

	"gocheck.dev"
)

func consensus(n int) {
	value := make([]int, n)
	decision := make([]int, n)
	collectors := make([]*gocheck.Handler, n)
	for i := range n {
		decision[i] = -1
		collectors[i] = gocheck.NewHandler("collector")
	}
	for j := range n {
		go func() {
			value[j] = j
			for i, collector := range collectors {
				collector.Post(func() {
					if v := value[j]; v > decision[i] {
						decision[i] = v
					}
				})
			}
		}()
	}
}

func TestConsensus2(t *testing.T) { consensus(2) } // 4 traces
func TestConsensus3(t *testing.T) { consensus(3) } // 125
func TestConsensus4(t *testing.T) { consensus(4) } // 50625
