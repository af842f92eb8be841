// Package generic has types and functions with type parameters, and names that shadow others;
// the tests of racy_test.go have a race, those of quiet_test.go none.
package generic

import (
	"iter"
	"sync"
	"sync/atomic"
	"testing"
)

//go:noinline
func use(...any) {}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

type Box[T any] struct {
	sync.Mutex
	v T
}

func (b *Box[T]) Set(v T) { b.Lock(); b.v = v; b.Unlock() }

type Alias[T any] = Box[T]
type Pair[A, B any] = struct {
	a A
	b B
}
type List[T any] = []T

// a receiver's type parameter named like other things
func (b *Box[sync]) Get() sync          { b.Lock(); defer b.Unlock(); return b.v }
func (b *Box[int]) Peek() int           { return b.v }
func (b *Box[Box]) Self() (x Box)       { x = b.v; return }
func (b *Box[gocheckrt]) Rt() gocheckrt { return b.v }
func (b *Box[_]) Anon()                 { b.Lock(); b.Unlock() }
func (b *Box[string]) Str(s string)     { b.v = s }
func (b *Box[true]) Bool() (x true)     { x = b.v; return x }

func generic[T any](t *testing.T, v T) {
	type Box struct {
		sync.RWMutex
		v T
	}
	type inner struct {
		Box
		*sync.WaitGroup
		n atomic.Int32
	}
	i := inner{WaitGroup: new(sync.WaitGroup)}
	i.Add(1)
	both(func() { i.Lock(); i.v = v; i.Unlock(); i.Done() }, func() { i.Wait(); use(i.v); i.n.Add(1) })
}

func genericRacy[T any](v T) {
	type local struct{ Box[T] }
	var l local
	both(func() { l.Set(v) }, func() { use(l.Peek()) })
}

func keysOf[M ~map[K]V, K comparable, V any](m M) (n int) {
	for range m {
		n++
	}
	return n
}

type Tree[T interface{ Less(T) bool }] struct {
	l, r *Tree[T]
	v    T
}
type num int

func (n num) Less(m num) bool { return n < m }
func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{v: v}
	}
	if v.Less(t.v) {
		t.l = t.l.Insert(v)
	} else {
		t.r = t.r.Insert(v)
	}
	return t
}
func (t *Tree[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) { t.push(yield) }
}
func (t *Tree[T]) push(yield func(T) bool) bool {
	return t == nil || t.l.push(yield) && yield(t.v) && t.r.push(yield)
}

func apply[T any, P interface {
	*T
	Set(int)
}](p P) {
	p.Set(1)
}

type target struct{ n int }

func (t *target) Set(n int) { t.n = n }

type Emb[T any] struct{ *Box[T] }
type Emb2[T any] struct {
	Emb[T]
	Alias2[T]
}
type Alias2[T any] = Other[T]
type Other[T any] struct{ o T }

type string2 = string
type string3[string any] struct{ s string }

func (s *string3[T]) set(v T) { s.s = v }
func mapper[T, U any](s []T, f func(T) U) (out []U) {
	for _, v := range s {
		out = append(out, f(v))
	}
	return
}
func sumAll[T ~int | ~string](v ...T) (s T) {
	for _, x := range v {
		s += x
	}
	return
}

type Set[T comparable] = map[T]struct{}

// listed are arrays, whose elements are parts of a variable, and slices, whose are not
type listed interface{ ~[]int | ~[3]int | ~[2]int }

func at[T listed](x *T, i int) int     { return (*x)[i] }
func size[T listed](x *T) int          { return len(*x) + cap(*x) }
func put[T listed](x *T, i, v int)     { (*x)[i] += v; (*x)[0], (*x)[i] = (*x)[i], v }
func copied[T listed](x T, i int) *int { return lent(x, func(x *T) *int { return &(*x)[i] }) }
func lent[T any, R any](x T, f func(*T) R) R {
	c := make(chan R)
	go func() { c <- f(&x) }()
	return <-c
}
