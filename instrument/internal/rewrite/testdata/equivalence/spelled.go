// Values whose types generated code has to write: functions and methods as values, temporaries,
// results, literals of maps. TestShadowed gives other meanings to the names of their types.
// Needs go 1.23.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type number int

type pair struct {
	a, b number
}

type counter struct {
	sync.Mutex
	atomic.Int64
	n number
}

func (c *counter) add(n number) number { c.n += n; return c.n }

type value struct{ n number }

func (v value) get(plus number) number { return v.n + plus }

type getter interface{ get(plus number) number }

type logged struct {
	*bytes.Buffer
	io.Closer
}

type stopper interface{ Stop() bool }

type list[T any] struct{ items []T }

func (l *list[T]) push(v T) int { l.items = append(l.items, v); return len(l.items) }

type flag bool

type failure struct{ code number }

func (f *failure) Error() string { return fmt.Sprint("failure ", f.code) }

var (
	shared   number
	words    = map[string]number{"a": 1}
	ready    flag
	numbers  = []number{1, 2, 3}
	made     = func() number { shared++; return shared }() + number(len(words))
	pointers atomic.Pointer[pair]
)

func methodValues() {
	var wg sync.WaitGroup
	add, done, wait := wg.Add, wg.Done, wg.Wait
	add(2)
	run := wg.Go
	run(func() { shared++ })
	done()
	done()
	wait()
	var c counter
	lock, try, unlock, more := c.Lock, c.TryLock, c.Unlock, c.Add
	lock()
	fmt.Println(try(), more(3), c.add(2))
	unlock()
	swap := pointers.Swap
	fmt.Println(swap(&pair{1, 2}) == (*pair)(unsafe.Pointer(uintptr(shared-shared))), *swap(&pair{3, 4}))
	cas, load := pointers.CompareAndSwap, (*atomic.Pointer[pair]).Load
	fmt.Println(cas(load(&pointers), &pair{5, 6}), *load(&pointers))
	var v atomic.Value
	store, old := v.Store, v.Load
	store("x")
	fmt.Println(old())
	var m sync.Map
	put, get := m.LoadOrStore, m.Load
	fmt.Println(put("k", 1))
	fmt.Println(get("k"))
	timer := time.NewTimer(time.Hour)
	reset, stop := timer.Reset, stopper(timer).Stop
	fmt.Println(reset(time.Hour), stop())
	expressed := (*counter).TryLock
	fmt.Println(expressed(&c), (*sync.WaitGroup).Add != nil)
	after, with := time.AfterFunc, context.WithTimeout
	fmt.Println(after(time.Hour, func() {}).Stop())
	ctx, cancel := with(context.Background(), time.Hour)
	cancel()
	fmt.Println(ctx.Err())
}

func standardValues() {
	var buf bytes.Buffer
	write, text := buf.WriteString, (*bytes.Buffer).String
	n, err := write("hello")
	fmt.Println(n, err, text(&buf))
	read := strings.NewReader("some text").Read
	p := make([]byte, 4)
	k, err := read(p)
	fmt.Println(k, err, string(p))
	sorted, search, print := sort.Ints, sort.SearchInts, fmt.Fprintln
	xs := []int{3, 1, 2}
	sorted(xs)
	i, err := print(&buf, xs[0])
	fmt.Println(search(xs, 2), i, err, buf.Len())
	l := logged{&buf, nil}
	m, err := io.WriteString(l, "more")
	fmt.Println(m, err, l.String())
	logger := log.New(&buf, "p ", 0)
	logger.Print("x")
	printer := logger.Printf
	printer("%d", 3)
	fmt.Println(strings.TrimPrefix(buf.String(), "hello1\nmore"))
	get, virtual := value.get, getter.get
	boxed := getter(value{4})
	fmt.Println(get(value{1}, 1), virtual(boxed, 2), boxed.get(3), value{2}.get(1))
}

func temporaries() {
	var f float64
	ch := make(chan number, 3)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(x float32, ok flag, shift uint8, e error) {
		defer wg.Done()
		f, shared = float64(x), shared+number(shift)
		_ = ok == flag(e == error(*new(error)))
	}(1<<3, shared > 2, 1<<1, errors.New("e"))
	wg.Wait()
	ch <- 1
	ch <- 2
	var got number
	get := func() number { return got }
	got, ready = <-ch
	fmt.Println(got, ready, get(), f)
	select {
	case got, ready = <-ch:
	}
	fmt.Println(got, ready, get())
	close(ch)
	got, ready = <-ch
	fmt.Println(got, ready, get())
	words["b"], words["c"] = 1<<shared, number(len(words))
	words["d"] += get() + 2
	literal := map[pair]*pair{{got, get()}: {1, get()}, {get() + 1, shared}: {2, bump()}}
	fmt.Println(len(literal), words)
	var e error
	fail := func() error { e = &failure{shared}; return e }
	a, e := bump(), fail()
	b, e := number(2), error(&failure{7})
	_, held := e.(*failure)
	fmt.Println(a, b, held, e)
	arr := [3]number{1, 2, 3}
	part := func() *[3]number { return &arr }()[1:]
	func() { part[0] = shared }()
	fmt.Println(arr, part)
	switch x := bump(); x + shared {
	case bump() + shared, bump():
		fmt.Println("met")
	default:
		fmt.Println("not met")
	}
	for i := number(0); i < 2 && bump()+i > 0; i++ {
		func() { got += i }()
	}
	fmt.Println(got)
}

func bump() number { shared++; return shared }

func results(n number) (x number, err error, all []pair) {
	defer func() { x, all = x*2, append(all, pair{x, n}) }()
	if n > 1 {
		return n + bump(), &failure{n}, []pair{{n, n}}
	}
	return bump(), nil, nil
}

func generic[T fmt.Stringer, K comparable, V any](m map[K]V, s T, k K) (out V, n int) {
	later := func() { n++ }
	later()
	{
		get := (*list[V]).push
		l := &list[V]{}
		func() { n += get(l, m[k]) + len(s.String()) }()
		push := l.push
		n += push(m[k])
	}
	all := map[K]V{k: func() V { return m[k] }()}
	for key := range maps.Keys(all) {
		out = all[key]
	}
	return out, n
}

func locals() {
	type point struct{ x, y number }
	type points []point
	type holder struct{ sync.Mutex }
	ps := points{{1, 2}}
	h := &holder{}
	{
		lock, unlock := sync.Locker(h).Lock, h.Unlock
		lock()
		unlock()
		f := func(p point) (q point) {
			defer func() { q.x++ }()
			return point{p.y, p.x + shared}
		}
		var last point
		show := func() string { return fmt.Sprint(last) }
		last, ps = f(ps[0]), append(ps, f(point{3, 4}))
		fmt.Println(len(show()), len(ps))
		m := map[point]points{{shared, bump()}: {f(last)}}
		fmt.Println(len(m))
	}
}

func foreign() {
	http.DefaultClient.Timeout = time.Second
	log.SetFlags(0)
	bits := *(*uint64)(unsafe.Pointer(&[]float64{1}[0]))
	fmt.Println(http.DefaultClient.Timeout, bits)
	u, v := pair{1, 2}, pair{1, shared}
	set := func() { u.a, v.b = 1, 2 }
	set()
	fmt.Println(u == v, numbers)
}

func main() {
	methodValues()
	standardValues()
	temporaries()
	fmt.Println(results(1))
	fmt.Println(results(2))
	fmt.Println(generic(map[string]number{"k": 5}, time.Second, "k"))
	locals()
	foreign()
	fmt.Println(made)
}
