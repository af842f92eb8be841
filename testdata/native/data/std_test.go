package data

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"sort"
	"strings"
	"testing"
	"text/template"
)

type named struct{ name string }

func (n *named) String() string { return n.name }

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// SortInts: sort.Ints of a slice that another goroutine reads.
func TestSortIntsBad(t *testing.T) {
	a := []int{2, 1}
	n := 0
	both(
		func() { sort.Ints(a) },
		func() { n = a[0] },
	)
	_ = n
}

func TestSortIntsGood(t *testing.T) {
	a := []int{2, 1}
	n := 0
	guarded(
		func() { sort.Ints(a) },
		func() { n = a[0] },
	)
	_ = n
}

// SlicesReverse: slices.Reverse of a slice that another goroutine reads.
func TestSlicesReverseBad(t *testing.T) {
	a := []int{2, 1}
	n := 0
	both(
		func() { slices.Reverse(a) },
		func() { n = a[1] },
	)
	_ = n
}

func TestSlicesReverseGood(t *testing.T) {
	a := []int{2, 1}
	n := 0
	guarded(
		func() { slices.Reverse(a) },
		func() { n = a[1] },
	)
	_ = n
}

// BytesBuffer: two writes to one bytes.Buffer.
func TestBytesBufferBad(t *testing.T) {
	var b bytes.Buffer
	both(
		func() { b.WriteString("x") },
		func() { b.WriteByte(1) },
	)
}

func TestBytesBufferGood(t *testing.T) {
	var b bytes.Buffer
	guarded(
		func() { b.WriteString("x") },
		func() { b.WriteByte(1) },
	)
}

// StringsBuilder: two writes to one strings.Builder.
func TestStringsBuilderBad(t *testing.T) {
	var b strings.Builder
	both(
		func() { b.WriteString("x") },
		func() { b.WriteByte(1) },
	)
}

func TestStringsBuilderGood(t *testing.T) {
	var b strings.Builder
	guarded(
		func() { b.WriteString("x") },
		func() { b.WriteByte(1) },
	)
}

// FprintBuffer: fmt.Fprint to a buffer that another goroutine reads.
func TestFprintBufferBad(t *testing.T) {
	var b bytes.Buffer
	n := 0
	both(
		func() { fmt.Fprint(&b, "x") },
		func() { n = b.Len() },
	)
	_ = n
}

func TestFprintBufferGood(t *testing.T) {
	var b bytes.Buffer
	n := 0
	guarded(
		func() { fmt.Fprint(&b, "x") },
		func() { n = b.Len() },
	)
	_ = n
}

// SprintStruct: fmt.Sprint of a struct whose field is written.
func TestSprintStructBad(t *testing.T) {
	p := &point{}
	s := ""
	both(
		func() { s = fmt.Sprint(p) },
		func() { p.X = 1 },
	)
	_ = s
}

func TestSprintStructGood(t *testing.T) {
	p := &point{}
	s := ""
	guarded(
		func() { s = fmt.Sprint(p) },
		func() { p.X = 1 },
	)
	_ = s
}

// SprintMap: fmt.Sprint of a map that is written.
func TestSprintMapBad(t *testing.T) {
	m := map[string]int{"a": 1}
	s := ""
	both(
		func() { s = fmt.Sprint(m) },
		func() { m["b"] = 2 },
	)
	_ = s
}

func TestSprintMapGood(t *testing.T) {
	m := map[string]int{"a": 1}
	s := ""
	guarded(
		func() { s = fmt.Sprint(m) },
		func() { m["b"] = 2 },
	)
	_ = s
}

// SprintStringer: a String method that fmt calls reads what is written.
func TestSprintStringerBad(t *testing.T) {
	p := &named{}
	s := ""
	both(
		func() { s = fmt.Sprintf("%v", p) },
		func() { p.name = "x" },
	)
	_ = s
}

func TestSprintStringerGood(t *testing.T) {
	p := &named{}
	s := ""
	guarded(
		func() { s = fmt.Sprintf("%v", p) },
		func() { p.name = "x" },
	)
	_ = s
}

// JSONMarshal: json.Marshal of a struct whose field is written.
func TestJSONMarshalBad(t *testing.T) {
	p := &point{}
	var b []byte
	both(
		func() { b, _ = json.Marshal(p) },
		func() { p.Y = 1 },
	)
	_ = b
}

func TestJSONMarshalGood(t *testing.T) {
	p := &point{}
	var b []byte
	guarded(
		func() { b, _ = json.Marshal(p) },
		func() { p.Y = 1 },
	)
	_ = b
}

// JSONUnmarshal: json.Unmarshal into a struct that another goroutine reads.
func TestJSONUnmarshalBad(t *testing.T) {
	p := &point{}
	n := 0
	both(
		func() { json.Unmarshal([]byte(`{"X":3}`), p) },
		func() { n = p.X },
	)
	_ = n
}

func TestJSONUnmarshalGood(t *testing.T) {
	p := &point{}
	n := 0
	guarded(
		func() { json.Unmarshal([]byte(`{"X":3}`), p) },
		func() { n = p.X },
	)
	_ = n
}

// BufioWriter: a bufio.Writer of two goroutines.
func TestBufioWriterBad(t *testing.T) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	both(
		func() { w.WriteString("x") },
		func() { w.Flush() },
	)
}

func TestBufioWriterGood(t *testing.T) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	guarded(
		func() { w.WriteString("x") },
		func() { w.Flush() },
	)
}

// List: two pushes to one container/list.
func TestListBad(t *testing.T) {
	l := list.New()
	both(
		func() { l.PushBack(1) },
		func() { l.PushFront(2) },
	)
}

func TestListGood(t *testing.T) {
	l := list.New()
	guarded(
		func() { l.PushBack(1) },
		func() { l.PushFront(2) },
	)
}

// Heap: heap.Push while another goroutine looks at the smallest.
func TestHeapBad(t *testing.T) {
	h := &ints{3, 4}
	n := 0
	both(
		func() { heap.Push(h, 1) },
		func() { n = (*h)[0] },
	)
	_ = n
}

func TestHeapGood(t *testing.T) {
	h := &ints{3, 4}
	n := 0
	guarded(
		func() { heap.Push(h, 1) },
		func() { n = (*h)[0] },
	)
	_ = n
}

// RandSource: a rand.Rand of two goroutines.
func TestRandSourceBad(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	a, b := 0, 0
	both(
		func() { a = r.Int() },
		func() { b = r.Int() },
	)
	_ = b
	_ = a
}

func TestRandSourceGood(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	a, b := 0, 0
	guarded(
		func() { a = r.Int() },
		func() { b = r.Int() },
	)
	_ = b
	_ = a
}

// Template: a template reads data that is written.
func TestTemplateBad(t *testing.T) {
	p := &point{}
	var b bytes.Buffer
	tm := template.Must(template.New("").Parse("{{.X}}"))
	both(
		func() { tm.Execute(&b, p) },
		func() { p.X = 1 },
	)
}

func TestTemplateGood(t *testing.T) {
	p := &point{}
	var b bytes.Buffer
	tm := template.Must(template.New("").Parse("{{.X}}"))
	guarded(
		func() { tm.Execute(&b, p) },
		func() { p.X = 1 },
	)
}
