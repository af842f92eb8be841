// Package wakeupstress is the program wakeup_stress(n) of the paper on
// Optimal-DPOR (Figure 12), which makes wakeup trees large: n goroutines
// count, one more waits for them, and counts elsewhere together with another.
//
// The n counts come in any order, the other two in either: 2·n! traces. Each
// of the n! orders is a way to let the one who waits count first.
package wakeupstress

import (
	"sync"
	"sync/atomic"
	"testing"
)

func wakeupStress(n int) {
	var counter1, counter2 atomic.Int32
	var barrier sync.WaitGroup
	barrier.Add(n)
	go counter1.Add(1)
	for range n {
		go func() {
			counter2.Add(1)
			barrier.Done()
			barrier.Wait()
		}()
	}
	go func() {
		barrier.Wait()
		counter1.Add(1)
	}()
}

func TestWakeupStress1(t *testing.T) { wakeupStress(1) } // 2 traces
func TestWakeupStress2(t *testing.T) { wakeupStress(2) } // 4
func TestWakeupStress3(t *testing.T) { wakeupStress(3) } // 12
func TestWakeupStress4(t *testing.T) { wakeupStress(4) } // 48
func TestWakeupStress5(t *testing.T) { wakeupStress(5) } // 240
func TestWakeupStress6(t *testing.T) { wakeupStress(6) } // 1440
func TestWakeupStress7(t *testing.T) { wakeupStress(7) } // 10080
func TestWakeupStress8(t *testing.T) { wakeupStress(8) } // 80640
func TestWakeupStress9(t *testing.T) { wakeupStress(9) } // 725760
