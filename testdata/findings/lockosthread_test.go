package findings

import (
	"runtime"
	"testing"
)

// A goroutine with a thread of its own.
func TestLock(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	done := make(chan int)
	go func() { done <- 1 }()
	<-done
}
