package rewrite

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sharingCases has a statement a line; "// shared" says that two tasks can make
// conflicting accesses of what it accesses, so that it must not stay plain,
// and "// plain" that it need not be announced (which is a matter of speed).
const sharingCases = `package p

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type node struct {
	n    int
	next *node
	vals []int
	m    map[string]int
	arr  [2]int
	f    func()
	any  any
}

func (n *node) bump()    { n.n++ } // shared
func (n node) get() int  { return n.n } // plain

var counter int
var limit = 10
var Exported = 1
var root *node
var table = map[string]int{"a": 1}
var cache = map[string]int{}
var list = []int{1}
var grid [2]int

func use(any)          {}
func spawn(f func())   { go f() }
func id(n *node) *node { return n }

func globals() {
	counter++ // shared
	_ = limit // plain
	_ = Exported // shared
	root = nil // shared
	_ = table["a"] // plain
	cache["a"] = 1 // shared
	_ = len(cache) // shared
	list[0] = 1 // shared
	grid[1]++ // shared
	for range list { // plain
	}
}

func captured() {
	a, b, c, d, e := 1, 2, 3, 4, 5
	go func() { a++ }() // shared
	_ = a // shared
	spawn(func() { _ = b }) // plain
	_ = b // plain
	time.AfterFunc(1, func() { c++ }) // shared
	func() { d++ }() // plain
	defer func() { e++ }() // plain
	_, _ = d, e // plain
	_ = c // shared
}

func nested() {
	x, y := 0, 0
	func() {
		go func() { x++ }() // shared
		y++ // plain
	}()
	_ = x // shared
	_ = y // plain
}

func late() {
	x := 0
	f := func() { x++ } // shared
	go f()
	x = 2 // shared
}

func pointers(p *node, q **node) {
	p.n = 1 // shared
	_ = p.next.n // shared
	(*q).n++ // shared
	p.vals[0] = 1 // shared
	p.m["x"] = 1 // shared
	p.arr[1] = 2 // shared
	p = nil // plain
	_ = p // plain
}

func local() {
	n := node{}
	n.n = 1 // plain
	n.arr[0] = 2 // plain
	p := &node{}
	p.n = 1 // plain
	p.next = &node{} // plain
	p.next.n = 1 // shared
	xs := make([]int, 3)
	xs[1] = 2 // plain
	ys := xs[1:]
	ys[0]++ // plain
	ys = append(ys, 1) // plain
	m := map[int]int{}
	m[1]++ // plain
	for i, x := range xs { // plain
		_, _ = i, x
	}
}

func away() *node {
	n := node{}
	use(&n)
	n.n = 1 // shared
	p := &node{}
	root = p // shared
	p.n = 1 // shared
	q := &node{}
	q.n = 2 // shared
	xs := make([]int, 1)
	use(xs)
	xs[0] = 1 // shared
	ys := make([]int, 1)
	zs := ys[:1]
	go func() { zs[0] = 1 }() // shared
	ys[0] = 1 // shared
	ms := map[int]int{}
	ch := make(chan map[int]int, 1)
	ch <- ms
	ms[1] = 2 // shared
	var arr [3]int
	as := arr[:]
	spawn(func() { as[0] = 1 }) // shared
	arr[1] = 1 // shared
	var v node
	v.bump()
	v.n = 1 // shared
	w := &node{}
	id(w).n = 1 // shared
	w.n = 2 // shared
	return q
}

func aliases(b bool, other *node) {
	p := &node{}
	q := other
	if b {
		q = p
	}
	q.n = 1 // shared
	var r *node
	if b {
		r = &node{}
	} else {
		r = &node{n: 1}
	}
	r.n = 2 // plain
	x := 1
	px := &x
	ppx := &px
	**ppx = 2 // shared
	f := &node{}
	f.any = f
	f.n = 1 // shared
	g := [1]*node{{}}
	g[0].n = 1 // shared
	h := struct{ p *node }{&node{}}
	h.p.n = 1 // shared
	var i any = &node{}
	i.(*node).n = 1 // shared
}

func loops() {
	for i := 0; i < 3; i++ { // plain
		go func() { _ = i }() // plain
	}
	for i := 0; i < 3; i++ { // shared
		go func() { i++ }() // shared
		_ = i // shared
	}
	for _, v := range []int{1} { // plain
		go func() { _ = v }() // plain
	}
	var v int
	for v = range 3 { // shared
		go func() { _ = v }() // shared
	}
	var err error
	x, err := 1, error(nil) // shared
	go func() { _, _ = x, err }() // shared
}

func results() (n int, err error) {
	go func() { n = 1 }() // shared
	return n, err // shared
}

func returned() (n int, err error) {
	go func() { _ = n }() // shared
	return 1, nil // shared
}

func closures() func() int {
	n := 0
	sort.Slice(list, func(i, j int) bool { n++; return i < j }) // shared
	return func() int { n++; return n } // shared
}

func locks() {
	var mu sync.Mutex
	var s struct {
		mu sync.Mutex
		n  int
	}
	go func() { mu.Lock(); s.mu.Lock() }() // plain
	p := &s
	go func() { p.n++ }() // shared
	s.n++ // shared
}

var cells = []node{{}}
var quietly int

func init() {
	quietly = 1 // plain
	use(1)
}

func iterators(seq func(func(int) bool)) (n int) {
	x, y, z := 0, 0, 0
	for range seq {
		x++ // shared
		z := 0
		z++ // plain
	}
	for y = range seq { // shared
	}
	for range slices.Values(list) {
		z++ // plain
	}
	_ = quietly // plain
	if x > y+z { // shared
		for v := range seq { // plain
			return v // shared
		}
	}
	return 1 // shared
}

func tables() {
	cells[0].arr[1] = 1 // shared
	for _, c := range cells { // shared
		_ = c
	}
}

func atomics() {
	var x, y atomic.Int64
	go func() { x.Add(1) }()
	z := x // shared
	z = y // plain
	_ = z.Load()
}

func views() {
	b := []byte("abc")
	s := unsafe.String(&b[0], 1) // shared
	_ = s[0] // shared
}

func generic[T any](p *T, xs []T, v T) {
	*p = v // shared
	xs[0] = v // shared
	local := []T{v}
	local[0] = v // plain
}
`

// TestSharing holds the claim of the analysis on its tricky cases: what two
// tasks may access in conflict does not stay plain.
func TestSharing(t *testing.T) {
	m := newModule(t, map[string]string{"p/in.go": sharingCases})
	r := m.rewrite()["example.com/m/p"]
	got := strings.Split(string(r.Files[filepath.Join(m.Dir, "p", "in.go")]), "\n")[1:]
	access := regexp.MustCompile(`gocheckmem\.|gocheckrt\.(At|MapR|MapW|MapPut)\(`)
	for i, line := range strings.Split(sharingCases, "\n") {
		announced := access.MatchString(got[i])
		switch {
		case strings.HasSuffix(line, "// shared") && !announced:
			t.Errorf("line %d: %q is shared, but stays plain: %q", i+1, line, got[i])
		case strings.HasSuffix(line, "// plain") && announced:
			t.Errorf("line %d: %q need not be announced: %q", i+1, line, got[i])
		}
	}
}
