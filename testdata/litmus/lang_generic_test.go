package litmus

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// A queue over any type.
type queue[T any] struct {
	mu    sync.Mutex
	items []T
}

func (q *queue[T]) put(x T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, x)
}

func (q *queue[T]) all() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.items)
}

// A generic queue keeps what two tasks put there.
//
// Outcomes: [a b], [b a]
func TestGenericQueue(t *testing.T) {
	var q queue[string]
	var wg sync.WaitGroup
	for _, s := range []string{"a", "b"} {
		wg.Go(func() { q.put(s) })
	}
	wg.Wait()
	see("%v", q.all())
}

// under runs f under a lock of any type whose pointer is a Locker.
func under[M any, L interface {
	*M
	sync.Locker
}](m *M, f func()) {
	L(m).Lock()
	defer L(m).Unlock()
	f()
}

// guarded has a lock by value, whose methods are its pointer's.
type guarded[M any, L interface {
	*M
	sync.Locker
}, T any] struct {
	lock M
	x    T
}

func (g *guarded[M, L, T]) do(f func(*T)) {
	l := L(&g.lock)
	l.Lock()
	f(&g.x)
	l.Unlock()
}

// A constraint with a pointer and its methods.
//
// Outcomes: 2 2 2
func TestGenericLocker(t *testing.T) {
	var mu sync.Mutex
	var rw sync.RWMutex
	var g guarded[sync.RWMutex, *sync.RWMutex, int]
	a, b := 0, 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			under(&mu, func() { a++ })
			under(&rw, func() { b++ })
			g.do(func(n *int) { *n++ })
		})
	}
	wg.Wait()
	see("%d %d %d", a, b, g.x)
}

// pump goes through channels of any type that is a channel at heart.
func pump[T any, In ~chan T | ~<-chan T, Out ~chan T | ~chan<- T](in In, out Out) {
	for v := range in {
		out <- v
	}
	close(out)
}

// named is such a type.
type named chan int

// Type parameters whose types are channels, in both directions.
//
// Outcomes: 12, 21
func TestGenericChannels(t *testing.T) {
	in, out := make(named, 1), make(chan int)
	go func() { in <- 1 }()
	go func() { in <- 2 }()
	middle := make(named)
	go func() {
		a := <-in
		b := <-in
		middle <- a
		middle <- b
		close(middle)
	}()
	go pump((<-chan int)(middle), (chan<- int)(out))
	n := 0
	for v := range out {
		n = 10*n + v
	}
	see("%d", n)
}

// first is what comes first of two channels.
func first[C ~chan T | ~<-chan T, T any](a, b C) (v T, from int) {
	select {
	case v = <-a:
		return v, 1
	case v, _ := <-b:
		return v, 2
	}
}

// A select over channels of a type parameter; len, cap and close of them.
//
// Outcomes: a1 0 1, b2 0 1
func TestGenericSelect(t *testing.T) {
	a, b := make(chan string, 1), make(chan string, 1)
	a <- "a"
	b <- "b"
	v, from := first(a, b)
	<-map[int]chan string{1: b, 2: a}[from]
	see("%s%d %d %d", v, from, length(a), capacity(b))
}

func length[C interface{ ~chan string | ~chan int }](c C) int { return len(c) }

func capacity[C ~chan T, T any](c C) int {
	close(c)
	return cap(c)
}

// set is a generic type over another one.
type set[K cmp.Ordered] struct {
	queue[K]
	sync.Once
	members map[K]bool
}

func (s *set[K]) add(k K) bool {
	s.Do(func() { s.members = make(map[K]bool) })
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.members[k] {
		return false
	}
	s.members[k] = true
	return true
}

// Embedded generic types, and their promoted fields and methods.
//
// Outcomes: 10 [1], 01 [1]
func TestGenericEmbedded(t *testing.T) {
	var s set[int]
	var wg sync.WaitGroup
	var added [2]int
	for i := range 2 {
		wg.Go(func() { added[i] = bit(s.add(1)) })
	}
	wg.Wait()
	s.put(1)
	see("%d%d %v", added[0], added[1], s.all())
}

// An atomic.Pointer[T] in a generic type, and behind an interface.
type cell[T any] struct{ atomic.Pointer[T] }

type loader[T any] interface {
	Load() *T
	CompareAndSwap(old, new *T) bool
}

func initialise[T any](l loader[T], v T) T {
	if p := l.Load(); p != nil {
		return *p
	}
	if l.CompareAndSwap(nil, &v) {
		return v
	}
	return *l.Load()
}

// Who initialises decides, for both.
//
// Outcomes: 1 1 1 1, 2 2 1 1, 1 1 2 2, 2 2 2 2
func TestGenericPointer(t *testing.T) {
	c := &cell[int]{}
	p := new(atomic.Pointer[int])
	var got [4]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			got[i] = initialise[int](c, i+1)
			got[i+2] = initialise[int](p, i+1)
		})
	}
	wg.Wait()
	see("%d %d %d %d", got[0], got[1], got[2], got[3])
}

// A generic function as a value, and instantiated for methods.
//
// Outcomes: 2 3
func TestGenericValues(t *testing.T) {
	lock := under[sync.Mutex]
	put := (*queue[int]).put
	var mu sync.Mutex
	var q queue[int]
	n := 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			lock(&mu, func() { n++ })
			put(&q, i+1)
		})
	}
	wg.Wait()
	sum := 0
	for _, v := range q.all() {
		sum += v
	}
	see("%d %d", n, sum)
}

// Alias types, generic ones too.
type (
	lockAlias        = sync.Mutex
	chanAlias[T any] = chan T
	aliased          struct {
		lockAlias
		c chanAlias[int]
	}
)

// Locks and channels behind aliases.
//
// Outcomes: 2 1
func TestAliases(t *testing.T) {
	a := aliased{c: make(chanAlias[int], 1)}
	n := count(a.Lock, a.Unlock)
	var l sync.Locker = &a
	l.Lock()
	a.c <- 1
	a.lockAlias.Unlock()
	see("%d %d", n, <-a.c)
}

// each goes through a channel as an iterator.
func each[T any](c <-chan T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for v := range c {
			if !yield(i, v) {
				return
			}
			i++
		}
	}
}

// The body of a range over a function is a function: it may wait, break,
// continue, and what is after a break is not received.
//
// Outcomes: 0a 1b left 2
func TestRangeFunc(t *testing.T) {
	c := make(chan string, 4)
	go func() {
		for _, s := range []string{"a", "b", "c", "d"} {
			c <- s
		}
		close(c)
	}()
	seen := ""
	for i, s := range each(c) {
		if i == 2 {
			break
		}
		seen += string(rune('0'+i)) + s + " "
		if i == 0 {
			continue
		}
	}
	left := 0
	for range c {
		left++
	}
	see("%sleft %d", seen, left+1)
}

// Return and defer in such a body are those of the function around it.
//
// Outcomes: 1 true false
func TestRangeFuncReturn(t *testing.T) {
	var mu sync.Mutex
	held := false
	find := func() int {
		for v := range slices.Values([]int{1, 2, 3}) {
			mu.Lock()
			defer mu.Unlock()
			if v == 1 {
				held = !mu.TryLock()
				return v
			}
		}
		return 0
	}
	v := find()
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	<-done
	see("%d %t %t", v, held, !mu.TryLock())
}

// Labels lead out of several bodies.
//
// Outcomes: 1a 1b 2a
func TestRangeFuncLabels(t *testing.T) {
	var mu sync.Mutex
	order := ""
outer:
	for i := range slices.Values([]int{1, 2}) {
		for s := range slices.Values([]string{"a", "b", "c"}) {
			mu.Lock()
			order += string(rune('0'+i)) + s
			mu.Unlock()
			switch {
			case i == 1 && s == "b":
				order += " "
				continue outer
			case i == 2:
				break outer
			}
			order += " "
		}
	}
	see("%s", order)
}

// Tasks started in such a body have its variables, one for each round.
//
// Outcomes: 6
func TestRangeFuncTasks(t *testing.T) {
	var sum atomic.Int64
	var wg sync.WaitGroup
	for v := range slices.Values([]int64{1, 2, 3}) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sum.Add(v)
		}()
	}
	wg.Wait()
	see("%d", sum.Load())
}

// A panic in the body passes through the iterator, and its deferred calls.
//
// Outcomes: oops unlocked
func TestRangeFuncPanic(t *testing.T) {
	var mu sync.Mutex
	locked := func(yield func(int) bool) {
		mu.Lock()
		defer mu.Unlock()
		yield(1)
	}
	defer func() {
		v := recover()
		state := "locked"
		if mu.TryLock() {
			state = "unlocked"
		}
		see("%v %s", v, state)
	}()
	for range locked {
		panic("oops")
	}
}

// Iterators over maps, sorted.
//
// Outcomes: [a b c]
func TestMapsKeys(t *testing.T) {
	m := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, k := range []string{"b", "a", "c"} {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			m[k] = 1
		})
	}
	wg.Wait()
	see("%v", slices.Sorted(maps.Keys(m)))
}
