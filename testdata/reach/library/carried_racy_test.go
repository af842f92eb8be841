package library

import (
	"container/heap"
	"fmt"
	"io"
	"sort"
	"strings"
	"testing"
)

// The standard library calls methods with value receivers on pointers that it is given: the
// compiler's method between copies what they point to.

func TestSortCopies(t *testing.T) {
	v := lengths{[]int{3, 1, 2}}
	both(func() { sort.Sort(&v) }, func() { v.a = nil })
}

func TestStableCopies(t *testing.T) {
	v := lengths{[]int{3, 1, 2}}
	var i sort.Interface = &v
	both(func() { sort.Stable(i) }, func() { v.a = nil })
}

func TestHeapInitCopies(t *testing.T) {
	v := &heaped{}
	both(func() { heap.Init(v) }, func() { *v = nil })
}

func TestHeapFixCopies(t *testing.T) {
	v := &heaped{1}
	both(func() { heap.Fix(v, 0) }, func() { *v = nil })
}

func TestReadCopies(t *testing.T) {
	v := &atEnd{}
	both(func() { io.ReadAll(v) }, func() { v.s = "b" })
}

func TestCopyFromCopies(t *testing.T) {
	v := &atEnd{}
	both(func() { io.Copy(io.Discard, v) }, func() { v.s = "b" })
}

func TestCopyToCopies(t *testing.T) {
	v := &sinkOf{}
	both(func() { io.Copy(v, strings.NewReader("abc")) }, func() { v.s = "b" })
}

func TestWriteCopiesEmbedded(t *testing.T) {
	v := &sinkAnd{}
	both(func() { io.WriteString(v, "a") }, func() { v.s = "b" })
}

func TestFprintCopies(t *testing.T) {
	v := &sinkOf{}
	both(func() { fmt.Fprint(v, "a") }, func() { v.s = "b" })
}
