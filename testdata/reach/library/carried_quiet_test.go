package library

import (
	"io"
	"sort"
	"testing"
)

type lengths struct{ a []int }

func (b lengths) Len() int           { return len(b.a) }
func (b lengths) Less(i, j int) bool { return b.a[i] < b.a[j] }
func (b lengths) Swap(i, j int)      { b.a[i], b.a[j] = b.a[j], b.a[i] }

type heaped []int

func (h heaped) Len() int           { return len(h) }
func (h heaped) Less(i, j int) bool { return h[i] < h[j] }
func (h heaped) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heaped) Push(x any)        { *h = append(*h, x.(int)) }
func (h *heaped) Pop() any          { return nil }

type atEnd struct{ s string }

func (s atEnd) Read(p []byte) (int, error) { return 0, io.EOF }

type sinkOf struct{ s string }

func (s sinkOf) Write(p []byte) (int, error) { return len(p), nil }

type sinkAnd struct {
	sinkOf
	n int
}

type sinkAt struct{ s string }

func (*sinkAt) Write(p []byte) (int, error) { return len(p), nil }

// stringSink has a method with a pointer receiver by which the other one is not called.
type stringSink struct{ sinkOf }

func (*stringSink) WriteString(s string) (int, error) { return len(s), nil }

func TestQuietSortValue(t *testing.T) {
	v := lengths{[]int{3, 1, 2}}
	var i sort.Interface = v
	both(func() { sort.Sort(i) }, func() { v.a = nil })
}

func TestQuietWritePointer(t *testing.T) {
	v := &sinkAt{}
	both(func() { io.WriteString(v, "a") }, func() { v.s = "b" })
}

func TestQuietWriteBeside(t *testing.T) {
	v := &sinkAnd{}
	both(func() { io.WriteString(v, "a") }, func() { v.n = 1 })
}

func TestQuietWriteString(t *testing.T) {
	v := &stringSink{}
	both(func() { io.WriteString(v, "a") }, func() { v.s = "b" })
}
