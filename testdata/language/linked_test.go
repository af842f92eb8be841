package language

import (
	"testing"
	"time"
	_ "unsafe"
)

// Clocks of the Go runtime that programs get at by a linkname.

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname now time.now
func now() (sec int64, nsec int32, mono int64)

func TestLinkedClocks(t *testing.T) {
	read := nanotime
	a := nanotime()
	sec, nsec, mono := now()
	if at := time.Unix(sec, int64(nsec)); time.Since(at) < 0 || time.Since(at) > time.Hour {
		t.Error(at)
	}
	done := make(chan bool)
	go func() { time.Sleep(20 * time.Millisecond); close(done) }()
	<-done
	_, _, later := now()
	for i, passed := range []int64{read() - a, later - mono} {
		if passed < int64(20*time.Millisecond) {
			t.Error(i, passed)
		}
	}
}
