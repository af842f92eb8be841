package library

import (
	"container/heap"
	"sort"
	"testing"
)

// Methods of package sort's slices that are called through interfaces: by the program, by its types
// that embed one, and by package sort.

type sortEmbeds struct{ sort.Interface }

type sortOverrides struct {
	sort.Interface
	n int
}

func (o sortOverrides) Less(i, j int) bool { return !o.Interface.Less(i, j) }

type sortLess interface{ Less(i, j int) bool }

func TestBugSortMethodLess(t *testing.T) {
	s := []string{"a", "b"}
	var i sort.Interface = sort.StringSlice(s)
	both(func() { i.Less(0, 1) }, func() { s[1] = "c" })
}

func TestBugSortMethodSwap(t *testing.T) {
	s := []float64{1, 2}
	var i sort.Interface = sort.Float64Slice(s)
	both(func() { i.Swap(0, 1) }, func() { _ = s[1] })
}

func TestBugSortMethodReversed(t *testing.T) {
	s := []string{"a", "b"}
	i := sort.Reverse(sort.StringSlice(s))
	both(func() { i.Swap(0, 1) }, func() { _ = s[1] })
}

func TestBugSortMethodValue(t *testing.T) {
	s := sort.IntSlice{1, 2}
	var l sortLess = s
	f := l.Less
	both(func() { f(0, 1) }, func() { s[1] = 3 })
}

func TestBugSortMethodExpr(t *testing.T) {
	s := sort.IntSlice{1, 2}
	f := sort.Interface.Less
	both(func() { f(s, 0, 1) }, func() { s[1] = 3 })
}

func sortsLess[T sort.Interface](x T) bool { return x.Less(0, 1) }

func TestBugSortMethodGeneric(t *testing.T) {
	s := []string{"a", "b"}
	both(func() { sortsLess(sort.StringSlice(s)) }, func() { s[1] = "c" })
}

func TestBugSortEmbedded(t *testing.T) {
	s := []string{"b", "a"}
	both(func() { sort.Sort(sortEmbeds{sort.StringSlice(s)}) }, func() { _ = s[1] })
}

func TestBugSortOverridden(t *testing.T) {
	s := []string{"a", "b"}
	both(func() { sort.Stable(&sortOverrides{sort.Reverse(sort.StringSlice(s)), 1}) }, func() { s[1] = "c" })
}

func TestBugSortIsSorted(t *testing.T) {
	s := []string{"a", "b"}
	both(func() { sort.IsSorted(sort.Reverse(sortEmbeds{sort.StringSlice(s)})) }, func() { s[1] = "c" })
}

type sortHeap struct {
	sort.Interface
	s *sort.IntSlice
}

func (h sortHeap) Push(v any) { *h.s = append(*h.s, v.(int)) }
func (h sortHeap) Pop() any   { return nil }

func TestBugSortHeap(t *testing.T) {
	s := sort.IntSlice{3, 2, 1}
	both(func() { heap.Init(sortHeap{s, &s}) }, func() { _ = s[2] })
}

// A value method copies what it is called on.

type sortPair struct{ a, b int }

func (p sortPair) Less(i, j int) bool { return i < j }

func TestBugSortReceiver(t *testing.T) {
	p := &sortPair{}
	var l sortLess = p
	both(func() { l.Less(0, 1) }, func() { p.b = 1 })
}

func TestOKSortOtherElement(t *testing.T) {
	s := sort.IntSlice{1, 2, 3}
	var l sortLess = s
	both(func() { l.Less(0, 1) }, func() { s[2] = 3 })
}

func TestOKSortOutOfRange(t *testing.T) {
	var i sort.Interface = sort.IntSlice{1, 2, 3}
	defer func() {
		if e, _ := recover().(error); e == nil || e.Error() != "runtime error: index out of range [3] with length 3" {
			t.Error(e)
		}
	}()
	i.Swap(3, 0)
}

func TestOKSortReversed(t *testing.T) {
	s := []string{"a", "b", "c"}
	i := sort.Reverse(sort.StringSlice(s))
	if !i.Less(1, 0) || i.Less(0, 1) || i.Len() != 3 {
		t.Error("not reversed")
	}
	i.Swap(0, 2)
	sort.Sort(sortEmbeds{i})
	if s[0] != "c" || s[2] != "a" {
		t.Error(s)
	}
}
