package linear

import (
	"sync/atomic"
	"testing"
	"time"
)

// native runs executions under go test. What is waited for there is time: natively
// nobody says that a goroutine will never go on.
type native struct{}

const (
	ends    = 20 * time.Second      // an operation that takes longer does not end
	settled = 20 * time.Millisecond // who has not gone on for so long waits
)

// Scenario implements machine.Machine.
func (native) Scenario(int) int { return 0 }

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
func (native) Settle() { time.Sleep(settled) }

// MayWait implements machine.Machine.
func (native) MayWait() {}

// Fatal implements machine.Machine.
func (native) Fatal(t *testing.T, message string) { t.Fatal(message) }
