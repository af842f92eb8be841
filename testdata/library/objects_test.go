package library

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"expvar"
	"fmt"
	"io"
	"iter"
	"log"
	"log/slog"
	"maps"
	"math/rand"
	"os"
	"os/signal"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// containers
type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func TestOKHeap(t *testing.T) {
	var mu sync.Mutex
	h := &ints{3, 1}
	heap.Init(h)
	both(func() { mu.Lock(); heap.Push(h, 2); mu.Unlock() }, func() { mu.Lock(); heap.Push(h, 0); mu.Unlock() })
	if heap.Pop(h) != 0 {
		t.Error(*h)
	}
}

func TestBugHeap(t *testing.T) {
	h := &ints{3, 1}
	heap.Init(h)
	both(func() { heap.Push(h, 2) }, func() { heap.Push(h, 0) })
}

func TestBugList(t *testing.T) {
	l := list.New()
	both(func() { l.PushBack(1) }, func() { l.PushFront(2) })
}

func TestOKList(t *testing.T) {
	l := list.New()
	l.PushBack(1)
	both(func() { _ = l.Front().Value }, func() { _ = l.Len() })
}

func TestBugRing(t *testing.T) {
	r := ring.New(3)
	both(func() { r.Value = 1 }, func() { r.Do(func(any) {}) })
}

// bufio, builders
func TestBugBufioWriter(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { w.WriteString("a") }, func() { w.WriteString("b") })
}

func TestBugBufioForgotFlush(t *testing.T) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	var mu sync.Mutex
	both(func() { mu.Lock(); w.WriteString("a"); mu.Unlock() }, func() { mu.Lock(); w.WriteString("b"); mu.Unlock() })
	if b.Len() != 2 {
		t.Error(b.Len())
	}
}

func TestOKScanner(t *testing.T) {
	r, w := io.Pipe()
	go func() { io.WriteString(w, "a\nb\n"); w.Close() }()
	n := 0
	for s := bufio.NewScanner(r); s.Scan(); {
		n++
	}
	if n != 2 {
		t.Error(n)
	}
}

func TestBugBuilder(t *testing.T) {
	var b strings.Builder
	both(func() { b.WriteString("a") }, func() { b.WriteByte('b') })
}

func TestBugBuilderCopy(t *testing.T) {
	var b strings.Builder
	b.WriteString("a")
	c := b
	c.WriteString("b")
}

// iterators, slices, maps
func TestOKPull(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2}))
	defer stop()
	done := make(chan int)
	go func() { v, _ := next(); done <- v }()
	if a := <-done; a != 1 {
		t.Error(a)
	}
	if b, ok := next(); b != 2 || !ok {
		t.Error(b)
	}
}

func TestBugPullShared(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2}))
	both(func() { next() }, func() { next() })
	stop()
}

func TestBugSlicesSort(t *testing.T) {
	s := []int{2, 1}
	both(func() { slices.Sort(s) }, func() { _ = slices.Contains(s, 9) })
}

func TestOKSlicesClone(t *testing.T) {
	s := []int{2, 1}
	both(func() { c := slices.Clone(s); slices.Sort(c) }, func() { _ = slices.Max(s) })
}

// Not by go test -race: maps.Clone is not instrumented; Go itself calls it a concurrent map
// clone and map write.
func TestBugMapsCopy(t *testing.T) {
	m := map[int]int{1: 1}
	both(func() { maps.Copy(m, map[int]int{2: 2}) }, func() { _ = maps.Clone(m) })
}

func TestOKMapsKeys(t *testing.T) {
	m := map[int]int{1: 1, 2: 2}
	k := func() {
		if s := slices.Sorted(maps.Keys(m)); len(s) != 2 {
			t.Error(s)
		}
	}
	both(k, k)
}

func TestBugAppendShared(t *testing.T) {
	s := make([]int, 0, 4)
	both(func() { _ = append(s, 1) }, func() { _ = append(s, 2) })
}

func TestOKAppendClipped(t *testing.T) {
	s := slices.Clip(make([]int, 1, 4))
	both(func() { _ = append(s, 1) }, func() { _ = append(s, 2) })
}

func TestBugSortSlice(t *testing.T) {
	s := []int{2, 1}
	both(func() { sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) }, func() { s[0] = 0 })
}

func TestBugInsert(t *testing.T) {
	s := make([]int, 2, 4)
	both(func() { s = slices.Insert(s, 0, 1) }, func() { _ = s[0] })
}

// log, slog, expvar, signals
func TestOKLog(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func() { l.Print("a") }, func() { l.Print("b") })
	if b.Len() != 4 {
		t.Error(b.String())
	}
}

func TestBugLogBuffer(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func() { l.Print("a") }, func() { _ = b.String() })
}

func TestBugTwoLoggers(t *testing.T) {
	var b bytes.Buffer
	l, m := log.New(&b, "", 0), log.New(&b, "", 0)
	both(func() { l.Print("a") }, func() { m.Print("b") })
}

func TestOKSlog(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewJSONHandler(&b, nil))
	both(func() { l.Info("a", "n", 1) }, func() { l.With("x", 2).Info("b") })
}

func TestBugSlogAttr(t *testing.T) {
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	p := &struct{ N int }{}
	both(func() { l.Info("a", "p", *p) }, func() { p.N = 1 })
}

// Not by go test -race: the other goroutine has to come between two atomic operations.
func TestBugExpvarLost(t *testing.T) {
	v := new(expvar.Int)
	inc := func() { v.Set(v.Value() + 1) }
	both(inc, inc)
	if v.Value() != 2 {
		t.Error(v.Value())
	}
}

func TestOKExpvarMap(t *testing.T) {
	m := new(expvar.Map).Init()
	both(func() { m.Add("a", 1) }, func() { m.Add("a", 1) })
	if m.Get("a").String() != "2" {
		t.Error(m.String())
	}
}

func TestOKSignal(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGUSR1)
	defer stop()
	p, _ := os.FindProcess(os.Getpid())
	p.Signal(syscall.SIGUSR1)
	<-ctx.Done()
}

func TestOKRandShared(t *testing.T) {
	both(func() { _ = rand.Intn(3) }, func() { _ = rand.Intn(3) })
}

func TestBugRandSource(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	both(func() { r.Intn(3) }, func() { r.Intn(3) })
}

// usual idioms
func TestOKPool(t *testing.T) {
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	use := func() { b := p.Get().(*bytes.Buffer); b.Reset(); b.WriteString("x"); p.Put(b) }
	both(use, use)
}

func TestBugPoolKept(t *testing.T) {
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	use := func() { b := p.Get().(*bytes.Buffer); b.Reset(); p.Put(b); b.WriteString("x") }
	both(use, use)
}

func TestOKOnceValue(t *testing.T) {
	n := 0
	f := sync.OnceValue(func() int { n++; return n })
	both(func() { f() }, func() { f() })
	if f() != 1 {
		t.Error(n)
	}
}

func TestBugDoubleChecked(t *testing.T) {
	var p *int
	var mu sync.Mutex
	get := func() *int {
		if p == nil {
			mu.Lock()
			if p == nil {
				p = new(int)
			}
			mu.Unlock()
		}
		return p
	}
	both(func() { get() }, func() { get() })
}

func TestBugWaitGroupAdd(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	for range 2 {
		go func() { add := wg.Add; add(1); defer wg.Done(); n.Add(1) }()
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestBugCondLost(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() { ready2 := true; mu.Lock(); ready = ready2; mu.Unlock(); c.Signal() }()
	mu.Lock()
	c.Wait()
	mu.Unlock()
	_ = ready
}

func TestOKCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() { mu.Lock(); ready = true; mu.Unlock(); c.Broadcast() }()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
}

func TestBugRLockUpgrade(t *testing.T) {
	var mu sync.RWMutex
	up := func() { mu.RLock(); mu.Lock(); mu.Unlock(); mu.RUnlock() }
	go up()
	up()
}

func TestBugErrShadow(t *testing.T) {
	var err error
	both(func() { _, err = fmt.Sscan("1", new(int)) }, func() { _, err = fmt.Sscan("x", new(int)) })
	_ = err
}

func TestOKErrChan(t *testing.T) {
	errs := make(chan error, 2)
	both(func() { errs <- nil }, func() { errs <- io.EOF })
	close(errs)
	n := 0
	for err := range errs {
		if err != nil {
			n++
		}
	}
	if n != 1 {
		t.Error(n)
	}
}

func TestBugSemaphore(t *testing.T) {
	sem := make(chan bool, 1)
	n := 0
	use := func() { sem <- true; n++; <-sem }
	both(use, func() { n++ })
}

func TestOKSemaphore(t *testing.T) {
	sem := make(chan bool, 1)
	n := 0
	use := func() { sem <- true; n++; <-sem }
	both(use, use)
	if n != 2 {
		t.Error(n)
	}
}
