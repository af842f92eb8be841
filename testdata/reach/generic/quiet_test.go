package generic

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestFineAlias(t *testing.T) {
	b := &Alias[int]{}
	both(func() { b.Set(1) }, func() { use(b.Get()) })
}

func TestFineLocalAlias(t *testing.T) {
	type Box = struct {
		sync.Mutex
		n int
	}
	var b Box
	f := func() { b.Lock(); b.n++; b.Unlock() }
	both(f, f)
}

func TestFineGenericLocal(t *testing.T) {
	generic(t, 1)
	generic(t, "x")
}

func TestFineShadowEverything(t *testing.T) {
	type sync struct{ n int }
	type atomic = sync
	int := 3
	len := func(x []string) string { return x[0] }
	type any interface{ M() }
	var string []string
	_ = string
	nil, append, error := 1, 2, 3
	var mu [1]chan bool
	mu[0] = make(chan bool, 1)
	x := atomic{int}
	done := make(chan bool)
	go func() { mu[0] <- true; x.n += nil + append + error; <-mu[0]; close(done) }()
	<-done
	use(x.n, len)
}

func TestFineInstantiated(t *testing.T) {
	f := sumAll[int]
	g := (*Box[int]).Set
	b := &Box[int]{}
	both(func() { g(b, f(1, 2)) }, func() { g(b, 2) })
}

func TestFineAtomicPointerGeneric(t *testing.T) {
	var p atomic.Pointer[Box[int]]
	both(func() { p.Store(&Box[int]{v: 3}) }, func() {
		if b := p.Load(); b != nil {
			use(b.Peek())
		}
	})
}

func TestFineListed(t *testing.T) {
	a := [3]int{}
	both(func() { a[1] = 1 }, func() { use(at(&a, 2)) })
}

func TestFineListedPut(t *testing.T) {
	a := [2]int{5, 6}
	s := []int{5, 6}
	both(func() { put(&a, 1, 2) }, func() { put(&s, 1, 2) })
	if a != [2]int{8, 2} || s[0] != 8 || s[1] != 2 {
		t.Error(a, s)
	}
}

func TestFineListedCopy(t *testing.T) {
	a := [2]int{}
	both(func() { *copied(a, 1) = 2 }, func() { use(a[1]) })
}
