package findings

import (
	"bufio"
	"io"
	"testing"
	"time"
)

// Flush of an empty bufio.Writer only reads: go test -race is silent.
func TestFlush(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Flush() }()
	_ = w.Flush()
	<-done
}

// natively the mutex of testing.T orders these: go test -race is silent.
func TestLog(t *testing.T) {
	n := 0
	go func() { n++; t.Log("a") }()
	time.Sleep(10 * time.Millisecond)
	t.Log("b")
	if n != 1 {
		t.Fatal(n)
	}
}
