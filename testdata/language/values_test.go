package language

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

type unhashable struct{ c []int }

func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

var shared = map[any]int{1: 1}

func TestUnhashable(t *testing.T) {
	var k any = unhashable{}
	for what, f := range map[string]func(){
		"store":  func() { m := map[any]int{}; m[unhashable{}] = 1 },
		"load":   func() { m := map[any]int{1: 1}; _ = m[unhashable{}] },
		"delete": func() { m := map[any]int{1: 1}; delete(m, k) },
		"inc":    func() { m := map[any]int{}; m[unhashable{}]++ },
		"lit":    func() { _ = map[any]int{k: 1} },
		"shared": func() { shared[unhashable{}] = 2 },
	} {
		r := recovered(f)
		if e, ok := r.(runtime.Error); !ok || !strings.HasPrefix(e.Error(), "runtime error: hash of unhashable type ") {
			t.Errorf("%s: %T %v", what, r, r)
		}
	}
	var none map[any]int
	if e, _ := recovered(func() { none[1] = 1 }).(error); e == nil || e.Error() != "assignment to entry in nil map" {
		t.Error(e)
	}
}

func TestAppendOverflow(t *testing.T) {
	s := make([]struct{}, int(^uint(0)>>1))
	e, _ := recovered(func() { s = append(s, struct{}{}) }).(error)
	if e == nil || !strings.Contains(e.Error(), "len out of range") {
		t.Error(e)
	}
}

func rounds[K comparable, V any](m map[K]V) (n int, values []V) {
	for _, v := range m {
		n++
		values = append(values, v)
	}
	for range m {
		n++
	}
	return n, values
}

func TestNaN(t *testing.T) {
	nan := math.NaN()
	m := map[float64]int{2: 2}
	m[nan], m[nan], m[-nan] = 1, 3, 4
	n, values := rounds(m)
	sum := 0
	for _, v := range values {
		sum += v
	}
	if n != 8 || sum != 10 {
		t.Error(n, sum)
	}
	if n, _ := rounds(map[any]string{nan: "a", "x": "b", complex(1, nan): "c"}); n != 6 {
		t.Error(n)
	}
	if n, _ := rounds(map[struct{ x, y float64 }]any{{1, nan}: nil, {}: 2}); n != 4 {
		t.Error(n)
	}
	n = 0
	for k := range m {
		if k != k {
			clear(m)
		}
		n++
	}
	if n == 0 || len(m) != 0 && n != 4 {
		t.Error(n)
	}
}

func get() *int { return nil }

// results has named results that are shadowed where it returns.
func results() (c *int, ok bool) {
	if c := get(); c != nil {
		return c, ok
	}
	return func() *int { ok = true; return nil }(), ok
}

func TestShadowedResults(t *testing.T) {
	if _, ok := results(); !ok {
		t.Error()
	}
}

// redeclared has a result that others know until its end, and one that := assigns to.
func redeclared() (c *int, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c = new(int)
	}()
	defer func() { <-done }()
	n, err := 1, error(nil)
	if n == 0 {
		return nil, err
	}
	<-done
	return c, err
}

func TestRedeclaredResults(t *testing.T) {
	if c, err := redeclared(); c == nil || err != nil {
		t.Error(c, err)
	}
}

func either[T []int | map[int]int](x T) int { clear(x); return len(x) }

func count[T []int | string | chan int](x T) int { return len(x) }

func at[T string | []byte](x T, i uint8) byte { return x[i] }

func TestTypeSets(t *testing.T) {
	s, m, c := []int{1, 2}, map[int]int{1: 1}, make(chan int, 3)
	c <- 1
	if either(s) != 2 || s[0] != 0 || either(m) != 0 {
		t.Error(s, m)
	}
	if count(s) != 2 || count("abc") != 3 || count(c) != 1 {
		t.Error(count(s), count("abc"), count(c))
	}
	if at("abc", 1) != 'b' || at([]byte("abc"), 2) != 'c' {
		t.Error(at("abc", 1))
	}
}

func TestParallelAssignment(t *testing.T) {
	x := []int{1, 2}
	y := &x
	recovered(func() { (*y)[1], (*y)[9] = 5, 6 })
	if x[1] != 5 {
		t.Error("the first is not assigned before the second panics", x)
	}
	p := &node{n: 1, next: &node{n: 2}}
	p, p.next = p.next, nil
	if p.n != 2 {
		t.Error(p)
	}
	p.n, p = 7, &node{next: p}
	if p.next.n != 7 {
		t.Error(p.next)
	}
}
