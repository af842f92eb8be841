// Package various shares memory in programs of many kinds; the tests of racy_test.go have a race,
// those of quiet_test.go none.
package various

import (
	"iter"
	"strconv"
	"sync"
)

//go:noinline
func use(...any) {}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}
func inOrder(f, g func()) {
	c := make(chan bool)
	both(func() { f(); close(c) }, func() { <-c; g() })
}

func count(n int, p *int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			*p++
			if !yield(i) {
				return
			}
		}
	}
}

type val struct{ n int }

type key struct{}

type myErr struct{ n int }

func (e *myErr) Error() string { return strconv.Itoa(e.n) }

func (v *val) inc()    { v.n++ }
func (v val) get() int { return v.n }

type Number interface{ ~int | ~float64 }

func sum[S ~[]E, E Number](s S) (t E) {
	for _, v := range s {
		t += v
	}
	return t
}

type ints []int

type box[T any] struct {
	v  T
	mu sync.Mutex
}

func (b *box[T]) set(v T) { b.v = v }
func (b *box[T]) get() T  { return b.v }
func (b *box[T]) safe(v T) T {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.v = v
	return b.v
}

type getter interface{ get() int }
type wrap struct{ getter }

type hp []int

func (h hp) Len() int           { return len(h) }
func (h hp) Less(i, j int) bool { return h[i] < h[j] }
func (h hp) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *hp) Push(x any)        { *h = append(*h, x.(int)) }
func (h *hp) Pop() any          { o := *h; n := len(o); x := o[n-1]; *h = o[:n-1]; return x }
