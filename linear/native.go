package linear

import (
	"sync/atomic"
	"testing"
	"time"
)

// native runs executions under go test, of scenarios in which nobody may wait.
type native struct{}

// ends is how long operations may take natively: one that takes longer does not end.
const ends = time.Minute

// Scenario implements machine.Machine.
func (native) Scenario(int) int { return 0 }

// Omit implements machine.Machine.
func (native) Omit(int) uint64 { return 0 }

// Run implements machine.Machine.
func (native) Run(t *testing.T, name string, f func(*testing.T)) { t.Run(name, f) }

// Go implements machine.Machine.
func (native) Go(f func()) (join func()) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		f()
	}()
	return func() {
		select {
		case <-over:
		case <-time.After(ends):
			panic("linear: an operation has not ended for " + ends.String())
		}
	}
}

// Load implements machine.Machine.
func (native) Load(p *int32) int32 { return atomic.LoadInt32(p) }

// Store implements machine.Machine.
func (native) Store(p *int32, v int32) { atomic.StoreInt32(p, v) }

// Settle implements machine.Machine.
func (native) Settle() { panic("linear: natively nobody says who waits") }

// MayWait implements machine.Machine.
func (native) MayWait() {}

// Fatal implements machine.Machine.
func (native) Fatal(t *testing.T, _, message string) { t.Fatal(message) }
