// Package state has package variables of many kinds. Its tests natively pass
// once, and fail whenever they see anything that an earlier execution has left.
package state

import (
	"bytes"
	"container/list"
	"container/ring"
	"encoding/binary"
	"errors"
	"log"
	"math/big"
	"math/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev/testdata/state/dep"
)

// Initialised in order of dependency, across files.
var (
	third  = second + 1
	total  = sum(first, second, third)
	number int
	text   = strings.Repeat("x", first)
	array  [3]int
	slice  = []int{1, 2, 3}
	shared = slice[1:]
	table  = map[string][]int{"a": {1}}
	lookup = map[string]int{"one": 1}
	nested = struct {
		in  *inner
		all []inner
	}{&inner{1, nil}, []inner{{2, nil}, {3, nil}}}
	pointer                  = &number
	any1         interface{} = &inner{4, nil}
	fn                       = func() int { return 1 }
	counter                  = func() func() int { n := 0; return func() int { n++; return n } }()
	sentry                   = errors.New("sentry")
	a, b                     = pair()
	entry, found             = table["a"]
	cyclic                   = ringOf(3)
	made                     = dep.New()
	box                      = newBox[int](7)
)

// Synchronisation.
var (
	mu       sync.Mutex
	rw       sync.RWMutex
	once     sync.Once
	value    = sync.OnceValue(func() int { calls++; return calls })
	calls    int
	wg       sync.WaitGroup
	cond     = sync.NewCond(&mu)
	smap     sync.Map
	pool     = sync.Pool{New: func() any { return new(inner) }}
	atom     atomic.Int32
	word     int64
	holder   atomic.Value
	aptr     atomic.Pointer[inner]
	queue    = make(chan int, 4)
	closed   = make(chan struct{})
	requests = make(chan chan int)
	embedded struct {
		sync.Mutex
		n int
	}
)

// Objects of the standard library.
var (
	buffer  bytes.Buffer
	builder strings.Builder
	linked  = list.New()
	circle  = ring.New(3)
	large   = big.NewInt(5)
	reader  = strings.NewReader("abc")
	source  = rand.New(rand.NewSource(1))
	logger  = log.New(&buffer, "", 0)
	started = time.Now()
	timer   = time.NewTimer(time.Hour)
)

var _ = dep.Register("blank")

// What initialising a number does besides.
var (
	prefilled = func() chan *[5]int {
		c := make(chan *[5]int, 2)
		c <- nil
		c <- new([5]int)
		return c
	}()
	lengthOfReceived = len(<-prefilled)

	literals          int
	countedByLiteral  = func() int { literals++; return literals }()
	buf               [10]byte
	copied            = copy(buf[:], "copied")
	varint            [10]byte
	encoded           = binary.PutUvarint(varint[:], 300)
	backing           [4]int
	appended          = len(append(backing[:0], 7))
	firstByte, noByte = reader.ReadByte()
	skipped           = reader.Len()
)

type inner struct {
	n    int
	next *inner
}

// Box is generic.
type Box[T any] struct{ v T }

func newBox[T any](v T) *Box[T] { return &Box[T]{v} }

func sum(ns ...int) (s int) {
	for _, n := range ns {
		s += n
	}
	return s
}

func pair() (int, *inner) { return 1, &inner{n: 2} }

func ringOf(n int) *inner {
	var first inner
	last := &first
	for range n - 1 {
		last.next = &inner{n: n}
		last = last.next
	}
	last.next = &first
	return &first
}

// Goroutines of an init function: they are there in each execution.
func init() {
	served := 0
	go func() {
		for r := range requests {
			served++
			r <- served
		}
	}()
	time.AfterFunc(time.Minute, func() { atom.Add(100) })
	dep.Register("init")
}

var tick, increased int

// It would run beside the tests if nobody stopped it.
func init() {
	increased++
	go func() {
		for range 3 {
			time.Sleep(30 * time.Millisecond)
			mu.Lock()
			tick++
			mu.Unlock()
		}
	}()
}
