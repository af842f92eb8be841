package findings

import (
	"runtime"
	"testing"
)

var collected [][]byte

// Collections take long, with no scheduling point between them, and block nobody for ever.
func TestGC(t *testing.T) {
	for range 200000 {
		collected = append(collected, make([]byte, 100))
	}
	done := make(chan bool)
	go func() {
		for range 100 {
			runtime.GC()
		}
		close(done)
	}()
	for range 100 {
		runtime.GC()
	}
	<-done
}
