// Package tables has tables that initialisation computes, of many kinds, and tests that
// write to them on many ways: they fail when they see what an earlier execution has written.
package tables

import (
	"bytes"
	_ "embed" // text and raw
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"gocheck.dev/testdata/state/tables/other"
)

func squares(n int) []int {
	var s []int
	for i := range n {
		s = append(s, i*i)
	}
	return s
}

type entry struct {
	name string
	n    int
	next *entry
}

func entries(n int) []entry {
	s := make([]entry, n)
	for i := range s {
		s[i] = entry{name: fmt.Sprint("e", i), n: i}
		if i > 0 {
			s[i].next = &s[i-1]
		}
	}
	return s
}

func counts(n int) map[string]int {
	m := map[string]int{}
	for i := range n {
		m[fmt.Sprint("k", i)] = i
	}
	return m
}

func lists(n int) map[int][]string {
	m := map[int][]string{}
	for i := range n {
		m[i] = strings.Split(strings.Repeat("x,", i), ",")
	}
	return m
}

// boxed are pointers in interfaces.
func boxed(n int) []any {
	var s []any
	for i := range n {
		s = append(s, &entry{n: i})
	}
	return s
}

// keyed has keys that cannot be sorted.
func keyed(n int) map[*entry]int {
	m := map[*entry]int{}
	for i := range n {
		m[&entry{n: i}] = i
	}
	return m
}

// counters are closures with state.
func counters(n int) []func() int {
	var s []func() int
	for range n {
		calls := 0
		s = append(s, func() int { calls++; return calls })
	}
	return s
}

type config struct {
	limits map[string]int
	steps  [8]int
	deep   struct{ all [][]int }
}

func configs() config {
	c := config{limits: counts(5)}
	for i := range c.steps {
		c.steps[i] = i
		c.deep.all = append(c.deep.all, squares(i))
	}
	return c
}

type locked struct {
	mu    sync.Mutex
	table []int
}

func newLocked() *locked { return &locked{table: squares(6)} }

type generic[T any] struct{ all []T }

func repeat[T any](v T, n int) generic[T] {
	var g generic[T]
	for range n {
		g.all = append(g.all, v)
	}
	return g
}

var (
	sliced   = squares(20)
	appended = squares(20)
	spare    = append(make([]int, 0, 40), squares(20)...)
	copied   = squares(20)
	sorted   = backwards(20)
	reversed = squares(20)
	bySort   = byName(entries(20))
	moved    = squares(20)
	reset    = squares(20)
	handed   = entries(20)
	linked   = other.List(20)
	dict     = counts(20)
	deleted  = counts(20)
	cleared  = counts(20)
	grown    = counts(20)
	inMap    = lists(20)
	settings = configs()
	inAny    = boxed(20)
	pointers = keyed(20)
	closures = counters(4)
	guarded  = newLocked()
	typed    = repeat("x", 20)
	words    = encoded(20)
	numbers  = big.NewInt(0).Exp(big.NewInt(3), big.NewInt(100), nil)
	drawn    = rand.New(rand.NewSource(7))
	matcher  = []*regexp.Regexp{regexp.MustCompile("a|ab"), regexp.MustCompile("b+")}
	text     = *bytes.NewBufferString(strings.Repeat("t", 20))
	atomics  = squares64(20)
	bySome   = squares(20)
	once     = squares(20)
	tasks    = squares(20)
	viaPtr   = &generic[int]{all: squares(20)}
	replaced = squares(20)
	unsafely = squares(20)
	views    = [][]int{sliced[3:5], viewed[1:3]}
	viewed   = squares(20)
	double   = map[bool][]int{true: twice, false: twice[:2]}
	twice    = squares(20)
)

type byName []entry

func (b byName) Len() int           { return len(b) }
func (b byName) Less(i, j int) bool { return b[i].name < b[j].name }
func (b byName) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func backwards(n int) []int {
	s := squares(n)
	sort.Sort(sort.Reverse(sort.IntSlice(s)))
	return s
}

func encoded(n int) []byte {
	b := make([]byte, 0, 4*n)
	for i := range n {
		b = binary.BigEndian.AppendUint32(b, uint32(i))
	}
	return b
}

func squares64(n int) []int64 {
	var s []int64
	for _, i := range squares(n) {
		s = append(s, int64(i))
	}
	return s
}

// crc is filled by an init function, made before by an initialiser, and counted.
var (
	crc    [256]uint32
	filled = make([]int, 10)
	inits  int
)

func init() {
	inits++
	for i := range crc {
		c := uint32(i)
		for range 8 {
			if c&1 == 1 {
				c = 0xedb88320 ^ c>>1
			} else {
				c >>= 1
			}
		}
		crc[i] = c
	}
}

func init() {
	for i := range filled {
		filled[i] += i
	}
}

// memo counts what it is asked for while tables are made, and keeps it.
var (
	memo  = map[int]int{}
	asked int
	fibs  = fibonacci(20)
)

func fib(n int) int {
	asked++
	if n < 2 {
		return n
	}
	if v, ok := memo[n]; ok {
		return v
	}
	memo[n] = fib(n-1) + fib(n-2)
	return memo[n]
}

func fibonacci(n int) []int {
	var s []int
	for i := range n {
		s = append(s, fib(i))
	}
	return s
}

// early looks at late before it has its value: Go's order of initialisation does not see
// what is called through an interface.
var (
	looker look = looks{}
	early       = looker.look()
	late        = squares(20)
)

type look interface{ look() int }

type looks struct{}

func (looks) look() int { return len(late) }

// base and what shows it are made of size.
var (
	size   = 10
	base   = squares(size)
	window = base[2:5]
)

//go:embed embedded.txt
var embedded []byte

//go:embed embedded.txt
var embeddedText string

// Heavy are tables that nobody writes to. One is in a test file.
var (
	heavy     = work(1 << 14)
	heavyMap  = map[string][]int{"a": work(1 << 13), "b": work(1 << 13)}
	heavyAt   [1 << 14]int
	heavyList = chain(1 << 12)
)

func init() { copy(heavyAt[:], work(len(heavyAt))) }

func work(n int) []int {
	s := make([]int, n)
	for i := range s {
		v := i
		for range 10 {
			v = v*31 + s[(i+v&0xff)%n]
		}
		s[i] = v
	}
	return s
}

func chain(n int) []*entry {
	values := work(n)
	var s []*entry
	for i, v := range values {
		e := &entry{n: v}
		if i > 0 {
			e.next = s[i-1]
		}
		s = append(s, e)
	}
	slices.Reverse(s)
	return s
}
