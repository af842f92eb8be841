package everyday

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"log"
	"log/slog"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/slogtest"
)

func seq3(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

func TestBugPull2Shared(t *testing.T) {
	next, stop := iter.Pull2(maps.All(map[int]int{1: 2}))
	defer stop()
	two(func() { next() }, func() { next() })
}

func TestOKPull2Locked(t *testing.T) {
	next, stop := iter.Pull2(slices.All([]int{1, 2}))
	defer stop()
	var mu sync.Mutex
	sum := 0
	f := func() {
		mu.Lock()
		defer mu.Unlock()
		_, v, _ := next()
		sum += v
	}
	two(f, f)
	if sum != 3 {
		t.Error(sum)
	}
}

func TestBugPullStop(t *testing.T) {
	next, stop := iter.Pull(seq3)
	two(func() { next() }, stop)
}

func TestBugPullLeft(t *testing.T) { // the coroutine is never stopped: no leak of a goroutine natively; what it holds is
	var mu sync.Mutex
	next, _ := iter.Pull(func(yield func(int) bool) { mu.Lock(); defer mu.Unlock(); yield(1) })
	next()
	two(func() { mu.Lock() }, func() {})
}

func TestOKRangeFuncGo(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	for i := range seq3 {
		wg.Go(func() { n.Add(int32(i)) })
	}
	wg.Wait()
	if n.Load() != 3 {
		t.Error(n.Load())
	}
}

func TestBugRangeFuncGo(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	for i := range seq3 {
		wg.Go(func() { n += i })
	}
	wg.Wait()
}

func merged[T any](a, b <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for a != nil || b != nil {
			select {
			case v, ok := <-a:
				if !ok {
					a = nil
				} else if !yield(v) {
					return
				}
			case v, ok := <-b:
				if !ok {
					b = nil
				} else if !yield(v) {
					return
				}
			}
		}
	}
}

func send(c chan<- int, vs ...int) {
	for _, v := range vs {
		c <- v
	}
	close(c)
}

func TestOKMerged(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go send(a, 1, 2)
	go send(b, 3)
	sum := 0
	for v := range merged(a, b) {
		sum += v
	}
	if sum != 6 {
		t.Error(sum)
	}
}

func TestBugMergedBreak(t *testing.T) { // the senders leak
	a, b := make(chan int), make(chan int)
	done := make(chan bool)
	go func() { send(a, 1, 2); done <- true }()
	go send(b, 3)
	for range merged(a, b) {
		break
	}
	<-done
}

type memHandler struct {
	mu   *sync.Mutex
	out  *[]string
	attr []slog.Attr
}

func (h memHandler) Enabled(context.Context, slog.Level) bool { return true }
func (h memHandler) Handle(_ context.Context, r slog.Record) error {
	if h.mu != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	*h.out = append(*h.out, r.Message)
	return nil
}
func (h memHandler) WithAttrs(as []slog.Attr) slog.Handler { h.attr = append(h.attr, as...); return h }
func (h memHandler) WithGroup(string) slog.Handler         { return h }

func TestBugSlogOwnHandler(t *testing.T) {
	l := slog.New(memHandler{out: new([]string)})
	two(func() { l.Info("a") }, func() { l.Info("b") })
}

func TestOKSlogOwnHandler(t *testing.T) {
	out := new([]string)
	l := slog.New(memHandler{mu: new(sync.Mutex), out: out})
	two(func() { l.Info("a") }, func() { l.With("x", 1).WithGroup("g").Info("b") })
	if len(*out) != 2 {
		t.Error(*out)
	}
}

func TestBugSlogWithAlias(t *testing.T) { // With on a logger whose slice has room
	h := memHandler{mu: new(sync.Mutex), out: new([]string), attr: make([]slog.Attr, 1, 8)}
	l := slog.New(h)
	two(func() { l.With("a", 1) }, func() { l.With("b", 1) })
}

func TestBugSlogDefault(t *testing.T) {
	var b bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	two(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { slog.Info("x") })
	if b.Len() == 0 {
		t.Error("lost")
	}
}

func TestOKSlogDefaultSet(t *testing.T) {
	var b bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil)))
	two(func() { slog.Info("x") }, func() { slog.With("a", 1).WithGroup("g").Info("y", "b", 2) })
	if strings.Count(b.String(), "\n") != 2 {
		t.Error(b.String())
	}
}

type lv struct{ n *int }

func (v lv) LogValue() slog.Value { *v.n++; return slog.IntValue(*v.n) }

func TestBugLogValuer(t *testing.T) {
	n := 0
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	two(func() { l.Info("a", "v", lv{&n}) }, func() { l.Info("a", "v", lv{&n}) })
}

func TestOKLogValuerLevel(t *testing.T) {
	n := 0
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	two(func() { l.Debug("a", "v", lv{&n}) }, func() { l.Debug("a", "v", lv{&n}) })
}

func TestBugLogValuerWith(t *testing.T) { // With resolves at once for JSON
	n := 0
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	two(func() { l.With("v", lv{&n}) }, func() { l.With("v", lv{&n}) })
}

func TestBugSlogAny(t *testing.T) {
	m := map[string]int{"a": 1}
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	two(func() { l.Info("a", "m", m) }, func() { m["a"] = 2 })
}

func TestOKSlogTest(t *testing.T) {
	var b bytes.Buffer
	h := slog.NewTextHandler(&b, nil)
	two(func() { slog.New(h).Info("a") }, func() { slog.New(h.WithGroup("g")).Info("b") })
}

func TestOKSlogTestRun(t *testing.T) {
	var b bytes.Buffer
	h := slog.NewJSONHandler(&b, nil)
	if err := slogtest.TestHandler(h, func() []map[string]any { return nil }); err == nil {
		t.Error("nil")
	}
}

func TestBugLogOutputRead(t *testing.T) {
	var a bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(&a)
	two(func() { sink = a.String() }, func() { log.Print("x") })
}

func TestOKLogSetOutput(t *testing.T) {
	var a, b bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(&a)
	two(func() { log.SetOutput(&b) }, func() { log.Print("x") })
	if a.Len()+b.Len() == 0 {
		t.Error("none")
	}
}

func TestBugLogWriter(t *testing.T) {
	var a bytes.Buffer
	l := log.New(&a, "", 0)
	two(func() { io.WriteString(l.Writer(), "x") }, func() { l.Print("x") })
}

// What cannot be set panics in the words of the method that was called.
func TestOKSetIterWords(t *testing.T) {
	words := func(set func()) (text string) {
		defer func() { text = fmt.Sprint(recover()) }()
		set()
		return
	}
	it := reflect.ValueOf(map[string]int{"a": 1}).MapRange()
	it.Next()
	if got := words(func() { reflect.ValueOf("").SetIterKey(it) }); !strings.Contains(got, "Value.SetIterKey using unaddressable value") {
		t.Error(got)
	}
	if got := words(func() { reflect.ValueOf(new(string)).Elem().SetIterValue(it) }); !strings.Contains(got, "value of type int is not assignable to type string") {
		t.Error(got)
	}
}
