package findings

import "testing"

// At the end of an iteration i is copied into the next one's i: a read of i.
// The write may come before the copy or after it.
func TestLoopVariable(t *testing.T) {
	done := make(chan int)
	n := 0
	for i := 0; i < 2; i++ {
		if n == 0 {
			go func() { i = 10; close(done) }()
		}
		n++
	}
	<-done
	if n == 1 {
		t.Fatal("one iteration only")
	}
}
