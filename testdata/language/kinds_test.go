package language

import (
	"cmp"
	"fmt"
	. "math"
	_ "net/url"
	"slices"
	str "strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

// Types of all kinds, names that are others elsewhere, methods in all their forms.

type Vec[T any] = []T

type Pair[A, B any] struct {
	A A
	B B
}

type Same[T any] = Pair[T, T]

type Str[T ~string] = map[T]Same[int]

func (p *Pair[A, B]) Set(a A, b B) { p.A, p.B = a, b }

func TestGenericAliasLocked(t *testing.T) {
	var p Same[int]
	var mu sync.Mutex
	m := Str[string]{}
	f := func() {
		mu.Lock()
		defer mu.Unlock()
		p.Set(p.A+1, p.B+2)
		m["x"] = p
	}
	two(f, f)
	if m["x"] != (Same[int]{2, 4}) {
		t.Error(m)
	}
}

type bytesOrString interface{ ~[]byte | ~string }

func countBytes[T bytesOrString](x T) (n int) {
	for i := 0; i < len(x); i++ {
		n += int(x[i])
	}
	return
}

type named []byte

func TestUnionIndexFine(t *testing.T) {
	b := named("abc")
	two(func() { countBytes(b[:2]) }, func() { b[2] = 1 })
	if countBytes("ab") != 195 {
		t.Error()
	}
}

type chanLike[T any] interface{ chan T | <-chan T }

func recv[C chanLike[T], T any](c C) T { return <-c }

func sendAll[C ~chan T | ~chan<- T, T any](c C, xs ...T) {
	for _, x := range xs {
		c <- x
	}
	close(c)
}

func TestCoreChannels(t *testing.T) {
	c := make(chan int)
	go sendAll(c, 1, 2)
	if recv(c)+recv((<-chan int)(c)) != 3 {
		t.Error()
	}
}

func rangeOver[S ~[]E, E any](s S) (n int) {
	for range s {
		n++
	}
	return n
}

func TestCoreRange(t *testing.T) {
	if rangeOver([]int{1, 2})+rangeOver(named("abc")) != 5 {
		t.Error()
	}
}

type number interface{ ~int | ~float64 | ~complex128 }

func sum[T number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}

func TestGenericSumTypes(t *testing.T) {
	a := []complex128{1 + 2i, 3i}
	var mu sync.Mutex
	two(func() { mu.Lock(); a[0] *= 2i; mu.Unlock() }, func() { mu.Lock(); a[1] += 1; mu.Unlock() })
	if s := sum(a...); real(s) != -3 || imag(s) != 5 {
		t.Error(s)
	}
}

type list[T any] struct {
	head *chained[T]
	mu   sync.Mutex
}

type chained[T any] struct {
	v    T
	next *chained[T]
}

func (l *list[T]) push(v T) { l.mu.Lock(); defer l.mu.Unlock(); l.head = &chained[T]{v, l.head} }

func (l *list[T]) all() func(func(T) bool) {
	return func(yield func(T) bool) {
		for n := l.head; n != nil && yield(n.v); n = n.next {
		}
	}
}

type lockFree[T any] struct{ head atomic.Pointer[chained[T]] }

func (l *lockFree[T]) push(v T) {
	n := &chained[T]{v: v}
	for {
		n.next = l.head.Load()
		if l.head.CompareAndSwap(n.next, n) {
			return
		}
	}
}

func TestLockFreeList(t *testing.T) {
	var l lockFree[int]
	two(func() { l.push(1) }, func() { l.push(2) })
	s := 0
	for n := l.head.Load(); n != nil; n = n.next {
		s += n.v
	}
	if s != 3 {
		t.Error(s)
	}
}

// shadowed names
func TestShadowedNames(t *testing.T) {
	type string int
	type any struct{ n int }
	len := func(x int) int { return x + 1 }
	cap, append, copy, panic := 1, 2, 3, 4
	nil := 5
	true := false
	iota := 1
	make := func(n int) *any { return &any{n} }
	var s string = 3
	p := make(2)
	var mu sync.Mutex
	two(func() { mu.Lock(); p.n = len(p.n); mu.Unlock() }, func() { mu.Lock(); p.n = len(p.n); mu.Unlock() })
	if p.n+int(s)+cap+append+copy+panic+nil+iota != 4+3+1+2+3+4+5+1 || true {
		t.Error(p)
	}
}

func TestShadowedPackages(t *testing.T) {
	sync, atomic := new(sync.Mutex), new(atomic.Int32)
	fmt := 0
	done := make(chan struct{}, 2)
	for range 2 {
		go func() {
			sync.Lock()
			fmt++
			atomic.Add(1)
			sync.Unlock()
			done <- struct{}{}
		}()
	}
	<-done
	<-done
	if fmt != 2 || atomic.Load() != 2 {
		t.Error(fmt)
	}
}

func TestShadowedGocheckNames(t *testing.T) {
	gocheck, gocheck1, runtime := 1, 2, 3
	two(func() { gocheck++ }, func() { gocheck1++ })
	if gocheck+gocheck1+runtime != 8 {
		t.Error()
	}
}

func TestDotImport(t *testing.T) {
	x := 2.0
	two(func() { _ = Sqrt(x) }, func() { _ = Max(x, Pi) })
	if Inf(1) < x {
		t.Error()
	}
}

// const iota & untyped
const (
	c0 = 1 << iota
	_
	c2
	c3, c3b = 1 << iota, iota * 1.5
)

type weekday uint8

const (
	mon weekday = iota + 1
	tue
)

func (d weekday) String() string { return [...]string{mon: "mon", tue: "tue"}[d] }

func TestConsts(t *testing.T) {
	var s uint = 33
	var i = 1 << s
	var j int32 = 1 << s
	var k = uint64(1 << s)
	var w int64 = 1.0 << 33
	var u = 1<<s != 0 && len(fmt.Sprint(1<<s == 2<<s)) > 0
	f := 'a' + 1.0
	ch := make(chan int64, 4)
	go func() { ch <- 1 << s; ch <- int64(i); ch <- int64(j); ch <- int64(k) }()
	if x := <-ch + <-ch + <-ch + <-ch; x != 3<<33 || w != 1<<33 || u == false || f != 'b' {
		t.Error(x)
	}
	if c2 != 4 || c3 != 8 || c3b != 4.5 || fmt.Sprint(mon, tue) != "mon tue" {
		t.Error(c3b)
	}
}

// structs with embedded sync types
type guarded struct {
	sync.Mutex
	*sync.Cond
	sync.WaitGroup
	n int
}

func TestEmbeddedSync(t *testing.T) {
	g := &guarded{}
	g.Cond = sync.NewCond(&g.Mutex)
	g.Add(1)
	go func() {
		defer g.Done()
		g.Lock()
		g.n = 1
		g.Unlock()
		g.Broadcast()
	}()
	g.Lock()
	for g.n == 0 {
		g.Cond.Wait()
	}
	g.Unlock()
	g.WaitGroup.Wait()
}

type rw struct{ sync.RWMutex }

func TestCopiedEmbeddedLock(t *testing.T) {
	var a rw
	a.Lock()
	b := rw{} // fresh
	b.RLock()
	a.Unlock()
	c := a // unlocked copy
	c.Lock()
	c.Unlock()
	b.RUnlock()
}

type iface interface {
	sync.Locker
	fmt.Stringer
}

type both struct {
	sync.Locker
	s string
}

func (b *both) String() string { b.Lock(); defer b.Unlock(); b.s += "x"; return b.s }

func TestEmbeddedLocker(t *testing.T) {
	for _, l := range []sync.Locker{new(sync.Mutex), new(sync.RWMutex), new(sync.RWMutex).RLocker()} {
		var b iface = &both{Locker: l}
		if _, ok := l.(*sync.Mutex); ok {
			two(func() { _ = b.String() }, func() { _ = fmt.Sprint(b) })
		} else {
			_ = fmt.Sprint(b)
		}
	}
}

type outermost struct{ *mid }

type mid struct{ inner }

type inner struct{ v int }

func (i *inner) set(v int) { i.v = v }

func (i inner) get() int { return i.v }

func TestPromotedThroughNil(t *testing.T) {
	var d outermost
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f := d.get
	t.Error(f())
}

func TestMethodExpressions(t *testing.T) {
	d := outermost{&mid{}}
	set := (*inner).set
	get := outermost.get
	var mu sync.Mutex
	two(func() { mu.Lock(); set(&d.inner, 1); mu.Unlock() }, func() { mu.Lock(); outermost.set(d, 2); mu.Unlock() })
	if n := get(d); n != 1 && n != 2 {
		t.Error(n)
	}
	type getter = interface{ get() int }
	h := getter.get
	if h(d) == 0 {
		t.Error()
	}
}

type shape interface{ area() float64 }

type sq struct{ s float64 }

type circ struct{ r float64 }

func (s sq) area() float64 { return s.s * s.s }

func (c *circ) area() float64 { return c.r * c.r * Pi }

func kind[T any](x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, string:
		return fmt.Sprintf("%T", v)
	case T:
		return "T"
	case []T:
		return "[]T" + str.Itoa(len(v))
	case func(T) T:
		return "func"
	case interface{ area() float64 }:
		return fmt.Sprintf("%.0f", v.area())
	case error, fmt.Stringer:
		return "either"
	}
	return "?"
}

func TestTypeSwitches(t *testing.T) {
	c := make(chan string, 10)
	go func() {
		defer close(c)
		for _, x := range []any{nil, 1, "s", 2.5, []float64{1}, func(x float64) float64 { return x }, sq{2}, &circ{1}, fmt.Errorf("x"), mon, struct{}{}} {
			c <- kind[float64](x)
		}
	}()
	var got []string
	for s := range c {
		got = append(got, s)
	}
	if s := strings.Join(got, " "); s != "nil int string T []T1 func 4 3 either either ?" {
		t.Error(s)
	}
}

// unsafe
func TestUnsafeThings(t *testing.T) {
	type s struct {
		a byte
		b int64
		c [4]uint16
	}
	v := s{1, 2, [4]uint16{3, 4, 5, 6}}
	p := unsafe.Pointer(&v)
	if unsafe.Offsetof(v.c) != 16 || *(*int64)(unsafe.Add(p, unsafe.Offsetof(v.b))) != 2 {
		t.Error()
	}
	sl := unsafe.Slice(&v.c[0], 4)
	two(func() { sl[0] = 9 }, func() { _ = *unsafe.SliceData(sl[1:]) })
	if v.c[0] != 9 {
		t.Error()
	}
}

// multi-assign with evaluation order
func TestSwapIndices(t *testing.T) {
	a := []int{0, 1, 2}
	i := 0
	mu := sync.Mutex{}
	f := func() {
		mu.Lock()
		defer mu.Unlock()
		i, a[i] = (i+1)%3, 5
	}
	two(f, f)
	if fmt.Sprint(a, i) != "[5 5 2] 2" {
		t.Error(a, i)
	}
}

func TestMinMaxClear(t *testing.T) {
	x, y := 1.0, NaN()
	m := map[float64]int{y: 1, x: 2}
	s := []int{1, 2, 3}
	var mu sync.Mutex
	two(func() { mu.Lock(); clear(m); mu.Unlock() }, func() { mu.Lock(); clear(s[1:]); mu.Unlock() })
	if len(m) != 0 || fmt.Sprint(s) != "[1 0 0]" || !IsNaN(min(x, y)) || max("a", "b") != "b" || max(1, 2.5, x*0+3) != 3 {
		t.Error(m, s)
	}
}

type byLen []string

func (b byLen) Len() int { return len(b) }

func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }

func (b byLen) Swap(i, j int) { b[i], b[j] = b[j], b[i] }

func TestSortFuncCallbackState(t *testing.T) {
	n := 0
	var mu sync.Mutex
	s := []int{3, 1, 2}
	two(func() {
		slices.SortFunc(s, func(a, b int) int { mu.Lock(); n++; mu.Unlock(); return cmp.Compare(a, b) })
	}, func() { mu.Lock(); n += 100; mu.Unlock() })
	if n <= 100 || s[0] != 1 {
		t.Error(n)
	}
}

type recursive[T interface{ less(T) bool }] struct{ items []T }

func (r *recursive[T]) min() (m T) {
	m = r.items[0]
	for _, x := range r.items {
		if x.less(m) {
			m = x
		}
	}
	return
}

type num int

func (n num) less(m num) bool { return n < m }

func TestFBound(t *testing.T) {
	r := &recursive[num]{[]num{3, 1, 2}}
	two(func() { r.min() }, func() { r.min() })
	if r.min() != 1 {
		t.Error()
	}
}

func TestStructConversionsAndTags(t *testing.T) {
	type a struct {
		X int `json:"x"`
	}
	type b struct {
		X int `xml:"y"`
	}
	v := a{1}
	var mu sync.Mutex
	two(func() { mu.Lock(); v = a(b{2}); mu.Unlock() }, func() { mu.Lock(); w := b(v); w.X++; v = a(w); mu.Unlock() })
	if v.X != 3 && v.X != 2 {
		t.Error(v)
	}
}

func TestAnonymousStructs(t *testing.T) {
	var x struct {
		mu sync.Mutex
		m  map[[2]int]struct{ a, b any }
	}
	x.m = map[[2]int]struct{ a, b any }{{1, 2}: {1, "b"}}
	f := func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		e := x.m[[2]int{1, 2}]
		e.a = e.a.(int) + 1
		x.m[[...]int{1, 2}] = e
	}
	two(f, f)
	if x.m[[2]int{1, 2}].a != 3 {
		t.Error(x.m)
	}
}

func TestLocalGenericInst(t *testing.T) {
	f := sum[float64]
	g := Pair[func(int) int, *int].swapless
	n := 0
	p := Pair[func(int) int, *int]{func(x int) int { return x + 1 }, &n}
	two(func() { f(1, 2) }, func() { *p.B = g(p) })
	if n != 1 {
		t.Error(n)
	}
}

func (p Pair[A, B]) swapless() int { return 1 }

func TestCompareInterfacesPanics(t *testing.T) {
	var a, b any = []int{1}, []int{1}
	defer func() {
		if r := fmt.Sprint(recover()); r != "runtime error: comparing uncomparable type []int" {
			t.Error(r)
		}
	}()
	two(func() {}, func() {})
	_ = a == b
}

func TestConversionPanics(t *testing.T) {
	s := make([]int, 2)
	func() {
		defer func() {
			if r := fmt.Sprint(recover()); !strings.Contains(r, "cannot convert slice with length 2 to array or pointer to array with length 3") {
				t.Error(r)
			}
		}()
		go func() { _ = s[0] }()
		_ = [3]int(s)
	}()
	defer func() {
		if r := fmt.Sprint(recover()); r != "interface conversion: interface {} is language.num, not int" {
			t.Error(r)
		}
	}()
	var x any = num(1)
	go func() { _ = x }()
	_ = x.(int)
}

func TestMissingMethodPanics(t *testing.T) {
	defer func() {
		if r := fmt.Sprint(recover()); r != "interface conversion: language.num is not fmt.Stringer: missing method String" {
			t.Error(r)
		}
	}()
	var x any = num(1)
	go func() { _ = x }()
	_ = x.(fmt.Stringer)
}
