package runtime

import (
	"runtime"
	"testing"
	"time"
)

// A goroutine that runs before the executions is held while they do.
func TestStrays(t *testing.T) {
	process.commanded = true
	defer func() { process.commanded = false }()
	s := testSites(t, "x")
	goOn, passed := make(chan bool), make(chan bool)
	Go(s, func() {
		<-goOn
		Gosched(s)
		passed <- true
	})
	release := process.strays.Hold()
	close(goOn)
	select {
	case <-passed:
		t.Error("it is not held")
	case <-time.After(50 * time.Millisecond):
		release()
		<-passed
	}
	for process.strays.Any() {
		runtime.Gosched()
	}
}
