package pipeline

import (
	"context"
	"testing"
	"time"
)

func square(n int) int { return n * n }

// Whenever the context is cancelled: what comes out until then are the first
// results, and all stages end.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	n := 0
	for got := range Map(ctx, Count(ctx, 2), square) {
		n++
		if got != square(n) {
			t.Errorf("got %d, want %d", got, square(n))
		}
	}
}

func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	n := 0
	for got := range Throttle(ctx, Count(ctx, 100), 20*time.Millisecond) {
		n++
		if got != n {
			t.Errorf("got %d, want %d", got, n)
		}
	}
	if n == 100 || ctx.Err() != context.DeadlineExceeded {
		t.Errorf("got %d values, ended with %v", n, ctx.Err())
	}
}
