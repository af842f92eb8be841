package gocheck_test

import (
	"testing"

	"gocheck.dev"
)

// One goroutine posts without waiting: the queue grows as far as the loop
// lags behind.
func BenchmarkPost(b *testing.B) {
	h := gocheck.NewHandler("h")
	n := 0
	event := func() { n++ }
	b.ReportAllocs()
	for b.Loop() {
		h.Post(event)
	}
	idle(h)
}

// Several goroutines post to one handler.
func BenchmarkPostParallel(b *testing.B) {
	h := gocheck.NewHandler("h")
	n := 0
	event := func() { n++ }
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			h.Post(event)
		}
	})
	idle(h)
}

// Every event posts the next: the loop alone, without contention.
func BenchmarkSelfPost(b *testing.B) {
	h := gocheck.NewHandler("h")
	left := b.N
	done := make(chan struct{})
	var event func()
	event = func() {
		if left--; left < 0 {
			close(done)
			return
		}
		h.Post(event)
	}
	b.ReportAllocs()
	b.ResetTimer()
	h.Post(event)
	<-done
}

// Two handlers send each other one event: every post finds the handler idle
// and starts its loop.
func BenchmarkPingPong(b *testing.B) {
	x, y := gocheck.NewHandler("x"), gocheck.NewHandler("y")
	left := b.N
	done := make(chan struct{})
	var ping, pong func()
	ping = func() {
		if left--; left < 0 {
			close(done)
			return
		}
		y.Post(pong)
	}
	pong = func() { x.Post(ping) }
	b.ReportAllocs()
	b.ResetTimer()
	x.Post(ping)
	<-done
}

func BenchmarkAssert(b *testing.B) {
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		gocheck.Assert(n > 0, "n is %d", n)
	}
}
