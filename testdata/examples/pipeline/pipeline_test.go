package pipeline

import (
	"context"
	"testing"
	"time"
)

func double(n int) int { return 2 * n }

// Whoever reads some values and cancels leaves nothing behind.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := Map(ctx, Count(ctx, time.Millisecond), double)
	for want := 2; want <= 4; want += 2 {
		if got := <-out; got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	cancel()
	for range out { // until it is closed
	}
}

func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	last := 0
	for n := range Map(ctx, Count(ctx, 2*time.Millisecond), double) {
		if n != last+2 {
			t.Errorf("got %d after %d", n, last)
		}
		last = n
	}
	if ctx.Err() != context.DeadlineExceeded {
		t.Errorf("ended with %v", ctx.Err())
	}
}
