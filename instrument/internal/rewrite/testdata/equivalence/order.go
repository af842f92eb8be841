// Order of evaluation: what a statement reads and calls, in which order, and
// which version of a variable it sees.
package main

import (
	"fmt"
	"sync"
)

type point struct{ x, y int }

type box struct {
	items []int
	m     map[string]int
	n     int
	p     *point
	at    point
	arr   [3]int
}

var trace []string

func say(s string, v int) int { trace = append(trace, s); return v }

func (b *box) grow() int     { b.items = append(b.items, 7, 8, 9); b.n++; return b.n }
func (b *box) self() *box    { trace = append(trace, "self"); return b }
func (p point) sum() int     { return p.x + p.y }
func (p *point) inc() *point { p.x++; return p }

var global = &box{items: make([]int, 1), m: map[string]int{}, p: &point{1, 2}}

func two() (int, string) { global.items = append(global.items, 1, 2, 3); return 42, "two" }

func main() {
	var wg sync.WaitGroup
	b := global
	wg.Add(1)
	go func() { defer wg.Done(); b.n++ }()
	wg.Wait()

	b.items[0] = b.grow() // b.items is read after the call
	fmt.Println(b.items)
	b.items[say("i", 1)], b.m["k"] = say("v", 5), say("w", 6)
	fmt.Println(b.items, b.m, trace)
	var s string
	b.items[2], s = two()
	fmt.Println(b.items, s)
	b.self().n, b.self().p.x = say("a", 1), say("b", 2)
	fmt.Println(b.n, *b.p, trace)
	b.n += b.grow()
	b.n++
	b.m["k"] += 3
	b.m["z"]++
	b.m[fmt.Sprint(b.n)] = b.grow()
	fmt.Println(b.n, b.m, len(b.m))
	i := 0
	func() { i = 1 }()
	i, b.arr[i] = 2, 9
	fmt.Println(i, b.arr)
	b.arr[0], b.arr[1], b.arr[2] = b.arr[1], b.arr[2], b.arr[0]
	fmt.Println(b.arr, b.at.sum(), b.p.sum(), b.p.inc().inc().sum())
	b.at = *b.p
	q := &b.at
	*q = point{3, 4}
	(*q).x *= 2
	*&b.n = 5
	fmt.Println(b.at, b.n, b.p == q, *q == b.at)
	x, y := b.n, b.items
	x, z := len(y), cap(b.arr)
	fmt.Println(x, z, b.items[1:3], b.arr[:2], len(b.items), b.items[len(b.items)-1])
	b.items = append(b.items[:2], b.items[3:]...)
	b.items = append(b.items, b.n, b.at.x)
	fmt.Println(b.items, copy(b.items, b.items[2:]), b.items)
	bytes := []byte("abc")
	ref := &bytes
	*ref = append(*ref, "def"...)
	fmt.Println(string(*ref), copy(*ref, "xyz"), string(bytes))
	if b.n++; b.n > 2 {
		fmt.Println("init")
	}
	for b.n = 0; b.n < 2; b.m["post"] += b.n + say("post", 1) {
		b.n++
	}
	fmt.Println(b.m, len(trace))
	switch b.n += 3; b.n {
	case b.p.x, 5:
		fmt.Println("five")
	default:
		fmt.Println("other", b.n)
	}
	var e any = b.at
	switch v := e.(type) {
	case point:
		fmt.Println(v.x)
	}
	pt, ok := e.(point)
	_, has := b.m["nope"]
	fmt.Println(pt, ok, has)
	delete(b.m, "k")
	for k := range b.m {
		delete(b.m, k)
	}
	fmt.Println(len(b.m), b.m == nil)
	b.m["shift"] = 1 << b.n
	var f float64 = 1.5
	fp := &f
	*fp += 2
	*fp, b.n = 1, 2
	var u8 uint8 = 200
	up := &u8
	*up += 100
	*up <<= 1
	fmt.Println(*fp, b.n, b.m, u8)
	type flag bool
	var fl flag
	flp := &fl
	*flp, b.n = b.n == 2, b.n+1
	*flp = *flp && b.n > 1
	fmt.Println(fl, b.n)
	fs := []func() int{b.grow, b.p.sum, func() int { return b.n }}
	for _, fn := range fs {
		fmt.Println(fn())
	}
	var iface interface{ sum() int } = b.at
	iface2 := iface
	fmt.Println(iface == iface2, iface.sum(), point.sum(b.at), (*point).inc(&b.at).x)
	lit := map[string]*point{"a": b.p, "b": {b.n, b.at.y}}
	nested := [][]int{{b.n, 1}, b.items}
	fmt.Println(*lit["b"], nested[0], [...]int{2: b.n})
	ptrs := &struct{ box }{box: *b}
	ptrs.at.x, ptrs.n = 100, 200
	fmt.Println(ptrs.at, ptrs.box.n, b.at.x != 100)
}

func init() { late() }

// late has reads that come after the calls beside them.
func late() {
	x, q := 1, &box{items: []int{1, 2}, p: &point{3, 4}, m: map[string]int{}}
	done := make(chan bool)
	go func() { q.n++; done <- true }()
	<-done
	f := func() int {
		x++
		q = &box{items: []int{x, x * 2}, n: x, p: &point{x, x}, m: map[string]int{}}
		return 10
	}
	y := x + f()
	fmt.Println(y, []int{x, f()}, q.n+f(), point{x, f()}, q.p.x+f(), q.items[0]+f())
	ret := func() (int, int) { return x, f() }
	named := func() (a, b int) { defer func() { a++ }(); return x, f() }
	fmt.Println(ret())
	fmt.Println(named())
	c := make(chan int, 2)
	c <- f() + x
	x += <-c
	q.items[f()-9] += x + f()
	fmt.Println(x, q.items, any(x) == any(f()+x), q.p.sum()+f())
	q.m[fmt.Sprint(x)], q.n = f(), x
	fmt.Println(map[int]int{x: f(), x + 100: f()}, q.m, q.n)
	for i := 0; i+x < 0+f(); i++ {
	}
	if z := x; z > x+f() || x == f() && x < f()+x {
		fmt.Println("no")
	}
	switch x + f() {
	case x, f() + x:
		fmt.Println("case", x)
	default:
		fmt.Println("default", x)
	}
	defer fmt.Println(x, f())
	func() { defer q.p.inc(); q.items = append(q.items, f(), x) }()
	fmt.Println(len(q.items), x)
}
