package contents

import (
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
)

type node struct {
	name string
	next *node
}

type inside struct {
	mu      sync.Mutex
	n       int
	f       float64
	s       []string
	b       []byte
	none    []int
	m       map[string]*node
	byNode  map[*node]int
	any     any
	fn      func()
	ch      chan int
	handler *gocheck.Handler
	count   atomic.Int32
	head    atomic.Pointer[node]
	t       *testing.T
	pair    [2]struct{ x, y int8 }
	empty   struct{}
	when    time.Duration
}

func TestText(t *testing.T) {
	ring := &node{name: "a"}
	ring.next = &node{"b", ring}
	v := inside{
		mu: sync.Mutex{}, none: nil, pair: [2]struct{ x, y int8 }{}, empty: struct{}{},
		n: 1, f: 1.5, s: []string{"x", "y"}, b: []byte("bytes"),
		m: map[string]*node{"two": ring.next, "one": ring}, byNode: map[*node]int{{name: "k"}: 2, {name: "j"}: 1},
		any: ring, fn: func() {}, ch: make(chan int), handler: gocheck.NewHandler("ui"), t: t, when: time.Second,
	}
	v.count.Store(3)
	v.head.Store(&node{name: "head"})
	var last []*node
	text := NewText()
	text.Add("a.last", reflect.ValueOf(&last).Elem())
	text.Add("p.v", reflect.ValueOf(&v).Elem())
	want := `a.last = nil
p.v.mu = sync.Mutex
p.v.n = 1
p.v.f = 1.5
p.v.s[0] = "x"
p.v.s[1] = "y"
p.v.b = "bytes"
p.v.none = nil
p.v.m["one"].name = "a"
p.v.m["one"].next.name = "b"
p.v.m["one"].next.next = as p.v.m["one"]
p.v.m["two"] = as p.v.m["one"].next
p.v.byNode[.name = "j", .next = nil] = 1
p.v.byNode[.name = "k", .next = nil] = 2
p.v.any.(*contents.node) = as p.v.m["one"]
p.v.fn = func gocheck.dev/runtime/internal/contents.TestText.func1
p.v.ch = chan int
p.v.handler = gocheck.Handler
p.v.count = 3
p.v.head.name = "head"
p.v.head.next = nil
p.v.t = testing.T
p.v.pair[0].x = 0
p.v.pair[0].y = 0
p.v.pair[1].x = 0
p.v.pair[1].y = 0
p.v.empty = {}
p.v.when = 1000000000`
	if got := strings.Join(text.Lines(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A circle of slices and a list without end must come to one; what is too much is
// said to be.
func TestTextBounds(t *testing.T) {
	circle := []any{nil}
	circle[0] = circle
	var list *node
	for range 10 * maxDepth {
		list = &node{next: list}
	}
	large := make([]int, 2*maxLines)
	text := NewText()
	text.Add("a", reflect.ValueOf(&circle).Elem())
	text.Add("b", reflect.ValueOf(&list).Elem())
	text.Add("c", reflect.ValueOf(&large).Elem())
	lines := text.Lines()
	if len(lines) != maxLines || !strings.HasPrefix(lines[len(lines)-1], "… (only") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if lines[0] != "a[0].([]interface {}) = as a" {
		t.Errorf("circle: %q", lines[0])
	}
}
