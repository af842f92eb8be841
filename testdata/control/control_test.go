// Package control has tests of what gocheck makes a function of the schedule,
// and of what it cannot. Every count is one of traces.
package control

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand"
	randv2 "math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/quick"
	"time"
	"weak"
)

var source = rand.New(rand.NewSource(time.Now().UnixNano()))

// TestRandom: who is received first decides nothing but what is drawn where.
// The channels' capacities would show it if two executions of one schedule drew
// differently. 2 orders of the sends.
func TestRandom(t *testing.T) {
	boxes := make([]chan int, 1000)
	for i := range boxes {
		boxes[i] = make(chan int, 1)
	}
	done := make(chan bool)
	for range 2 {
		go func() {
			i := rand.Intn(500) + randv2.N(500)
			boxes[i] <- i
			if i != <-boxes[i] {
				t.Error("the two have drawn the same")
			}
			done <- true
		}()
	}
	for range 2 {
		<-done
	}
	i := source.Intn(1000)
	boxes[i] <- i
	<-boxes[i]
}

// TestQuick: as TestRandom, with what testing/quick draws. 2 orders.
func TestQuick(t *testing.T) {
	c := make(chan int, 2)
	for range 2 {
		go func() {
			sum := 0
			err := quick.Check(func(n uint16) bool { sum += int(n); return true }, nil)
			err = cmp.Or(err, quick.CheckEqual(func(n uint8) uint8 { sum += int(n); return n }, func(n uint8) uint8 { return n }, &quick.Config{MaxCount: 3}))
			if err != nil {
				t.Error(err)
			}
			c <- sum
		}()
	}
	for range 2 {
		n := <-c
		for range n % 7 {
			runtime.Gosched()
		}
	}
}

// TestMapOrder: channels as keys come in the order of their insertion.
// 1 trace: nobody else is there.
func TestMapOrder(t *testing.T) {
	subscribers := map[chan int]int{}
	for i := range 20 {
		subscribers[make(chan int, 1)] = i
	}
	next := 0
	for c, i := range subscribers {
		if i != next {
			t.Errorf("subscriber %d comes %dth", i, next)
		}
		next++
		c <- i
	}
	for c := range maps.Keys(subscribers) {
		<-c
	}
}

// TestSyncMap: likewise.
func TestSyncMap(t *testing.T) {
	var m sync.Map
	for i := range 20 {
		m.Store(&i, i)
	}
	next := 0
	m.Range(func(_, i any) bool {
		if i != next {
			t.Errorf("%d comes %dth", i, next)
		}
		next++
		return true
	})
}

func TestGoroutines(t *testing.T) {
	if n := runtime.NumGoroutine(); n > 2 {
		t.Error(n)
	}
}

// TestOwnStack: a goroutine's own stack is a function of the trace, but tells
// goroutines apart.
func TestOwnStack(t *testing.T) {
	stacks := make(chan string, 2)
	for range 2 {
		go func() {
			defer func() {
				recover()
				short := make([]byte, 26)
				if n := runtime.Stack(short, false); n != len(short) || !bytes.HasPrefix(debug.Stack(), short) {
					t.Errorf("runtime.Stack has %d bytes %q", n, short)
				}
				stacks <- string(debug.Stack())
			}()
			panic(&stacks)
		}()
	}
	a, b := <-stacks, <-stacks
	for _, s := range []string{a, b} {
		if !strings.Contains(s, ".TestOwnStack.func1(") || !strings.Contains(s, "\npanic(...)\n\t") {
			t.Errorf("lacks the frames:\n%s", s)
		}
		if strings.Contains(s, "(0x") || strings.Contains(s, "{0x") || strings.Contains(s, "coroutine") {
			t.Errorf("has what changes:\n%s", s)
		}
	}
	if cut := strings.Index(a, " ["); cut < 0 || a[:cut] == b[:cut] || a[cut:] != b[cut:] {
		t.Errorf("want the same but for the number of the goroutine:\n%s\n%s", a, b)
	}
}

func TestStacks(t *testing.T) {
	buf := make([]byte, 1000)
	runtime.Stack(buf, false)
	runtime.Stack(buf, true)
}

// TestFinalizer: it does not run in another execution, of which there are two.
func TestFinalizer(t *testing.T) {
	x := new([100]int)
	runtime.SetFinalizer(x, func(*[100]int) { counted++ })
	runtime.AddCleanup(x, func(n int) { counted += n }, 1).Stop()
	c := make(chan bool, 2)
	for range 2 {
		go func() { c <- true }()
	}
	<-c
	<-c
	if counted != 0 {
		t.Error(counted)
	}
}

var counted int

// TestCollected collects garbage and waits for nothing.
func TestCollected(t *testing.T) {
	runtime.SetFinalizer(new([100]int), func(*[100]int) { counted++ })
	runtime.AddCleanup(new(int), func(int) { counted++ }, 1)
	runtime.GC()
	debug.SetGCPercent(debug.SetGCPercent(50))
	if weak.Make(new(int)).Value() == nil && counted > 2 {
		t.Error(counted)
	}
}

// TestCleanup waits for a cleanup of an object that shares its memory with others.
func TestCleanup(t *testing.T) {
	done := make(chan bool, 1)
	runtime.AddCleanup(new(int), func(c chan bool) { c <- true }, done)
	runtime.GC()
	<-done
}

// TestWeak wants that a weak pointer changes.
func TestWeak(t *testing.T) {
	x, done := new([100]int), make(chan bool)
	go func() {
		x[0]++
		close(done)
	}()
	<-done
	x[0]++
	w := weak.Make(x)
	runtime.GC()
	if w.Value() != nil {
		t.Error("still there")
	}
}

// TestCollect waits for a finalizer.
func TestCollect(t *testing.T) {
	var done atomic.Bool
	runtime.GC()
	runtime.SetFinalizer(new([100]int), func(*[100]int) { done.Store(true) })
	for !done.Load() {
		runtime.GC()
	}
}

type writer struct {
	mu  sync.Mutex
	sum int
}

func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sum += int(p[0])
	return len(p), nil
}

type (
	byInterface    struct{ io.Writer }
	byPointer      struct{ *writer }
	twice          struct{ byInterface }
	generic[T any] struct{ io.Writer }
)

// TestLent: package fmt has larger buffers when the execution is repeated, however the writer is
// embedded.
func TestLent(t *testing.T) {
	done := make(chan bool)
	go func() {
		w := &writer{}
		type local struct{ io.Writer }
		for i, to := range []io.Writer{
			w, byInterface{w}, &byInterface{w}, byPointer{w}, twice{byInterface{w}},
			generic[int]{w}, local{w}, struct{ io.Writer }{w},
		} {
			for _, n := range []int{1, 7_000 * (i + 1), 2} {
				fmt.Fprint(to, strings.Repeat("x", n))
			}
		}
		done <- true
	}()
	<-done
}

// TestPauses: a program that tells of each collection since it last asked, as go-metrics does.
func TestPauses(t *testing.T) {
	var mu sync.Mutex
	var pauses []uint64
	go func() {
		for i := range 20 {
			_ = make([]byte, 4<<20+i) // of no constant size: on the heap
		}
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		for i := range stats.NumGC {
			mu.Lock()
			pauses = append(pauses, stats.PauseNs[i%256])
			mu.Unlock()
		}
	}()
	mu.Lock()
	_ = len(pauses)
	mu.Unlock()
}

type list struct {
	next *list
	n    int
}

func (l *list) walk() {
	l.n++
	l.next.walk()
}

// TestRecursion: an endless recursion is a panic, not a long computation.
func TestRecursion(t *testing.T) {
	l := new(list)
	l.next = l
	l.walk()
}
