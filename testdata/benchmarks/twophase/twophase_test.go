// Package twophase is the program 2PC(n) of Event-DPOR's evaluation: a manager
// collects the votes of n nodes, and a client looks at the result.
//
// The votes come in any order, and the client looks before or after the last
// of them: 2·n! traces.
package twophase

import (
	"sync/atomic"
	"testing"

	"gocheck.dev"
)

func twoPhaseCommit(n int) {
	manager := gocheck.NewHandler("manager")
	nodes := make([]*gocheck.Handler, n)
	for i := range nodes {
		nodes[i] = gocheck.NewHandler("node")
	}
	vote := make([]int, n)
	ind := 0 // the manager's
	var noCommit atomic.Int32
	done := make([]atomic.Bool, n)

	collect := func(i int) {
		noCommit.Store(noCommit.Load() + int32(vote[i]))
		done[ind].Store(true)
		ind++
	}
	ask := func(i int) {
		vote[i] = 1
		manager.Post(func() { collect(i) })
	}
	go func() { // the client
		manager.Post(func() {
			for i := range n {
				nodes[i].Post(func() { ask(i) })
			}
		})
		if !done[n-1].Load() {
			return // too early to say anything
		}
		gocheck.Assert(noCommit.Load() == int32(n), "the last vote is not the last")
	}()
}

func TestTwoPhaseCommit3(t *testing.T) { twoPhaseCommit(3) } // 12 traces
func TestTwoPhaseCommit4(t *testing.T) { twoPhaseCommit(4) } // 48
func TestTwoPhaseCommit6(t *testing.T) { twoPhaseCommit(6) } // 1440
func TestTwoPhaseCommit7(t *testing.T) { twoPhaseCommit(7) } // 10080
func TestTwoPhaseCommit8(t *testing.T) { twoPhaseCommit(8) } // 80640
