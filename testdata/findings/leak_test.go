package findings

import (
	"sync/atomic"
	"testing"
	"time"
)

// Natively the second goroutine goes on after one second at the latest.
func TestSlowEnd(t *testing.T) {
	var slow atomic.Bool
	ch := make(chan struct{})
	go func() {
		if slow.Load() {
			time.Sleep(time.Second)
		}
		close(ch)
	}()
	go func() { <-ch }()
	slow.Store(true)
}
