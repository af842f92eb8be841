// Package pipeline passes values through stages that all end when the context
// is done.
package pipeline

import (
	"context"
	"time"
)

// Count sends 1, 2, … n, unless the context is done before.
func Count(ctx context.Context, n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			select {
			case out <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Map sends f of every value, until there are no more or the context is done.
func Map(ctx context.Context, in <-chan int, f func(int) int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for n := range in {
			select {
			case out <- f(n):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Throttle lets a value pass each period, until there are no more or the
// context is done.
func Throttle(ctx context.Context, in <-chan int, period time.Duration) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		tick := time.NewTicker(period)
		defer tick.Stop()
		for n := range in {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			select {
			case out <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
