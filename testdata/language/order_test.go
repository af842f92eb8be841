// Package language has tests that pass with go test, each time: what they take for granted is how
// the compiled program behaves, also where the specification leaves it open.
package language

import (
	"slices"
	"testing"
)

type node struct {
	n     int
	next  *node
	items []int
	index map[string]int
	errs  chan error
}

// A variable is read after the calls beside it.
func TestReadsAfterCalls(t *testing.T) {
	x := 1
	f := func() int { x++; return 10 }
	if x+f() != 12 {
		t.Error("sum")
	}
	if s := []int{x, f()}; s[0] != 3 {
		t.Error("literal", s)
	}
	if s := (struct{ a, b int }{x, f()}); s.a != 4 {
		t.Error("struct", s)
	}
	if m := map[int]int{x: f(), -1: x}; m[5] != 10 || m[-1] != 5 {
		t.Error("map", m)
	}
	h := func(a, b int) int { return a }
	if h(x, f()) != 6 {
		t.Error("argument")
	}
	if a, _ := func() (int, int) { return x, f() }(); a != 7 {
		t.Error("result", a)
	}
	if a, _ := func() (a, b int) { defer func() { a++ }(); return x, f() }(); a != 9 {
		t.Error("named result", a)
	}
	if a, b := x, f(); a != 9 || b != 10 {
		t.Error("definition", a, b)
	}
	if x == 9 && x+f() == 20 || t.Failed() {
		x = 0
	}
	if x != 0 {
		t.Error("condition", x)
	}
	for x = 0; x+f() < 13; x++ {
	}
	if x != 3 {
		t.Error("loop", x)
	}
	switch x {
	case f() - 6 + x: // 4 + 4
		t.Error("case")
	case x - 1, f() - 7 - x + 5: // 4-1
	default:
		t.Error("no case", x)
	}
}

func TestReceiversAfterArguments(t *testing.T) {
	p := &node{n: 1}
	other := &node{n: 5}
	f := func() int { p = other; return 7 }
	if s := p.n + f(); s != 12 {
		t.Error(s)
	}
	p = &node{n: 1}
	if s := p.add(f()); s != 12 {
		t.Error(s)
	}
	p = &node{n: 1}
	if p.n += f(); p != other || p.n != 12 { // the location is p's of after the call
		t.Error(p.n)
	}
}

func (p *node) add(v int) int { return p.n + v }

func (p *node) alloc() int {
	p.items = append(p.items, 0)
	return len(p.items) - 1
}

func (p *node) visit() int {
	for len(p.items) < 5 {
		p.items = append(p.items, p.alloc())
	}
	return len(p.items)
}

// What is assigned to is found after the calls.
func TestTargetsAfterCalls(t *testing.T) {
	p := &node{index: map[string]int{}}
	for v := range 3 {
		p.items[p.alloc()] = v
	}
	if !slices.Equal(p.items, []int{0, 1, 2}) {
		t.Error(p.items)
	}
	p.items = append(p.items, p.visit())
	if len(p.items) != 6 {
		t.Error(p.items)
	}
	var order []string
	at := func(s string, v int) int { order = append(order, s); return v }
	p.items[at("index", 1)] += at("value", 5)
	p.items[at("a", 0)], p.index["k"] = at("b", 7), at("c", 8)
	if !slices.Equal(order, []string{"index", "value", "a", "b", "c"}) {
		t.Error(order)
	}
}

// Messages are received before variables are read.
func TestReadsAfterReceives(t *testing.T) {
	n := 0
	errs, c := make(chan error), make(chan int)
	go func() { n = 3; errs <- nil }()
	count := func() (int, error) { return n, <-errs }
	if got, _ := count(); got != 3 {
		t.Error(got)
	}
	go func() { n += 2; c <- 1 }()
	n += <-c
	if n != 6 {
		t.Error(n)
	}
}
