// Package library uses the standard library from several goroutines, as programs do: TestOK… are
// correct, and TestBug… are not, in some order at least.
package library

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
	"time"
)

// sync.Map
func TestOKMapStore(t *testing.T) {
	var m sync.Map
	both(func() { m.Store("a", 1) }, func() { m.Store("b", 2) })
	n := 0
	m.Range(func(k, v any) bool { n++; return true })
	if n != 2 {
		t.Error(n)
	}
}

func TestBugMapCheckThenAct(t *testing.T) {
	var m sync.Map
	var made atomic.Int32
	get := func() {
		if _, ok := m.Load("k"); !ok {
			made.Add(1)
			m.Store("k", 1)
		}
	}
	both(get, get)
	if made.Load() != 1 {
		t.Error("made twice")
	}
}

func TestOKMapLoadOrStore(t *testing.T) {
	var m sync.Map
	var made atomic.Int32
	get := func() {
		if _, loaded := m.LoadOrStore("k", 1); !loaded {
			made.Add(1)
		}
	}
	both(get, get)
	if made.Load() != 1 {
		t.Error("made twice")
	}
}

func TestOKMapCAS(t *testing.T) {
	var m sync.Map
	m.Store("n", 0)
	inc := func() {
		for {
			v, _ := m.Load("n")
			if m.CompareAndSwap("n", v, v.(int)+1) {
				return
			}
		}
	}
	both(inc, inc)
	if v, _ := m.Load("n"); v != 2 {
		t.Error(v)
	}
}

func TestBugMapValue(t *testing.T) {
	var m sync.Map
	m.Store("p", &struct{ n int }{})
	inc := func() { v, _ := m.Load("p"); v.(*struct{ n int }).n++ }
	both(inc, inc)
}

func TestOKMapLoadAndDelete(t *testing.T) {
	var m sync.Map
	m.Store("k", 1)
	var got atomic.Int32
	take := func() {
		if _, ok := m.LoadAndDelete("k"); ok {
			got.Add(1)
		}
	}
	both(take, take)
	if got.Load() != 1 {
		t.Error(got.Load())
	}
}

// atomics
func TestBugAtomicLoadStore(t *testing.T) {
	var n atomic.Int64
	inc := func() { n.Store(n.Load() + 1) }
	both(inc, inc)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestOKAtomicAdd(t *testing.T) {
	var a atomic.Int32
	var b atomic.Uint64
	var c atomic.Uintptr
	inc := func() { a.Add(1); b.Add(1); c.Add(1) }
	both(inc, inc)
	if a.Load() != 2 || b.Load() != 2 || c.Load() != 2 {
		t.Error("lost")
	}
}

func TestOKAtomicPointer(t *testing.T) {
	type cfg struct{ a, b int }
	var p atomic.Pointer[cfg]
	p.Store(&cfg{1, 1})
	both(func() { p.Store(&cfg{2, 2}) }, func() {
		if c := p.Load(); c.a != c.b {
			t.Error(*c)
		}
	})
}

func TestBugAtomicPointerMutate(t *testing.T) {
	type cfg struct{ a, b int }
	var p atomic.Pointer[cfg]
	p.Store(&cfg{1, 1})
	both(func() { p.Load().a = 2 }, func() { _ = p.Load().a })
}

func TestOKAtomicBool(t *testing.T) {
	var done atomic.Bool
	var n int
	both(func() { n = 1; done.Store(true) }, func() {
		if done.Load() && n != 1 {
			t.Error(n)
		}
	})
}

func TestBugAtomicMixed(t *testing.T) {
	var n int64
	both(func() { atomic.AddInt64(&n, 1) }, func() { n++ })
}

func TestOKAtomicValue(t *testing.T) {
	var v atomic.Value
	v.Store([]int{1})
	both(func() { v.Store([]int{1, 2}) }, func() { _ = len(v.Load().([]int)) })
}

func TestBugAtomicValueType(t *testing.T) {
	var v atomic.Value
	both(func() { v.Store(1) }, func() { v.Store("x") })
}

func TestOKAtomicAndOr(t *testing.T) {
	var n atomic.Uint32
	both(func() { n.Or(1) }, func() { n.Or(2) })
	if n.Load() != 3 {
		t.Error(n.Load())
	}
}

// timers
func TestOKTimerStop(t *testing.T) {
	tm := time.NewTimer(time.Hour)
	if !tm.Stop() {
		t.Error("not stopped")
	}
	tm.Reset(time.Millisecond)
	<-tm.C
	if tm.Stop() {
		t.Error("stopped twice")
	}
}

func TestOKTimerDrain(t *testing.T) {
	tm := time.NewTimer(time.Millisecond)
	time.Sleep(10 * time.Millisecond)
	if !tm.Stop() {
		select {
		case <-tm.C:
		default:
		}
	}
	tm.Reset(time.Millisecond)
	<-tm.C
}

func TestOKAfterFuncStop(t *testing.T) {
	done := make(chan bool, 1)
	tm := time.AfterFunc(time.Millisecond, func() { done <- true })
	if !tm.Stop() {
		<-done
	}
}

func TestBugAfterFunc(t *testing.T) {
	n := 0
	time.AfterFunc(time.Microsecond, func() { n++ })
	time.Sleep(time.Millisecond)
	n++
}

func TestOKTicker(t *testing.T) {
	tk := time.NewTicker(time.Millisecond)
	defer tk.Stop()
	for range 3 {
		<-tk.C
	}
	tk.Reset(2 * time.Millisecond)
	<-tk.C
}

func TestBugTickerStopped(t *testing.T) {
	tk := time.NewTicker(time.Millisecond)
	tk.Stop()
	<-tk.C
}

func TestOKAfterSelect(t *testing.T) {
	c := make(chan int)
	select {
	case <-c:
		t.Error("received")
	case <-time.After(time.Millisecond):
	}
}

func TestBugTimeoutLeavesWriter(t *testing.T) {
	c := make(chan int)
	go func() { time.Sleep(time.Millisecond); c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Microsecond):
		t.Error("too late")
	}
}

// context
func TestOKContextTree(t *testing.T) {
	root, cancel := context.WithCancelCause(context.Background())
	child, stop := context.WithTimeout(root, time.Hour)
	defer stop()
	why := errors.New("why")
	go cancel(why)
	<-child.Done()
	if child.Err() != context.Canceled || context.Cause(child) != why {
		t.Error(child.Err(), context.Cause(child))
	}
}

func TestOKContextAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan bool, 1)
	stop := context.AfterFunc(ctx, func() { ran <- true })
	go cancel()
	if !stop() {
		<-ran
	}
}

func TestBugContextAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	context.AfterFunc(ctx, func() { n++ })
	cancel()
	n++
}

func TestOKWithoutCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), "k", 1))
	d := context.WithoutCancel(ctx)
	cancel()
	if d.Err() != nil || d.Done() != nil || d.Value("k") != 1 {
		t.Error("cancelled")
	}
}

func TestBugContextRace(t *testing.T) { // both ready: either may be chosen
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int, 1)
	c <- 1
	cancel()
	select {
	case <-ctx.Done():
		t.Error("chosen")
	case <-c:
	}
}

func TestBugContextLeak(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	<-ctx.Done()
}

func TestOKDeadlineCause(t *testing.T) {
	why := errors.New("slow")
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Millisecond, why)
	defer cancel()
	<-ctx.Done()
	if context.Cause(ctx) != why || ctx.Err() != context.DeadlineExceeded {
		t.Error(context.Cause(ctx))
	}
}

// templates
func TestOKTemplate(t *testing.T) {
	tm := template.Must(template.New("x").Parse("{{range .}}{{.}},{{end}}"))
	data := []int{1, 2}
	run := func() {
		var b strings.Builder
		if err := tm.Execute(&b, data); err != nil || b.String() != "1,2," {
			t.Error(err, b.String())
		}
	}
	both(run, run)
}

func TestBugTemplateData(t *testing.T) {
	tm := template.Must(template.New("x").Parse("{{.N}}"))
	data := &struct{ N int }{}
	both(func() { tm.Execute(io.Discard, data) }, func() { data.N = 1 })
}

func TestBugTemplateWriter(t *testing.T) {
	tm := template.Must(template.New("x").Parse("x"))
	var b bytes.Buffer
	both(func() { tm.Execute(&b, nil) }, func() { tm.Execute(&b, nil) })
}

// json
func TestOKJSONStream(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		e := json.NewEncoder(w)
		for i := range 2 {
			e.Encode(map[string]int{"n": i})
		}
		w.Close()
	}()
	d := json.NewDecoder(r)
	for i := 0; ; i++ {
		var v map[string]int
		if err := d.Decode(&v); err == io.EOF {
			if i != 2 {
				t.Error(i)
			}
			return
		} else if err != nil || v["n"] != i {
			t.Fatal(err, v)
		}
	}
}

func TestBugJSONEncoder(t *testing.T) {
	e := json.NewEncoder(io.Discard)
	both(func() { e.SetIndent("", " ") }, func() { e.Encode(1) })
}

func TestBugJSONMarshal(t *testing.T) {
	v := map[string]int{"a": 1}
	both(func() { json.Marshal(v) }, func() { v["b"] = 2 })
}

func TestOKJSONMarshal(t *testing.T) {
	v := map[string]int{"a": 1}
	both(func() { json.Marshal(v) }, func() { json.Marshal(v) })
}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}
