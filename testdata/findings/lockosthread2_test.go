package findings

import (
	"runtime"
	"testing"
)

func TestLock2(t *testing.T) { // never unlocked
	runtime.LockOSThread()
	done := make(chan int)
	go func() { done <- 1 }()
	<-done
}

func TestLock3(t *testing.T) {
	done := make(chan int)
	go func() { runtime.LockOSThread(); done <- 1; runtime.UnlockOSThread() }()
	<-done
}
func TestLock4(t *testing.T) {
	done := make(chan int)
	go func() { runtime.LockOSThread(); done <- 1 }()
	<-done
}
func TestLock5(t *testing.T) {
	runtime.LockOSThread()
	x := 0
	done := make(chan int)
	go func() { x = 1; done <- 1 }()
	if x == 1 {
		t.Error("seen")
	}
	<-done
	runtime.UnlockOSThread()
}
