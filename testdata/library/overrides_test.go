package library

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

type errT struct {
	*testing.T
	mu   sync.Mutex
	errs []string
}

func (e *errT) Errorf(f string, a ...any) {
	e.mu.Lock()
	e.errs = append(e.errs, fmt.Sprintf(f, a...))
	e.mu.Unlock()
}
func (e *errT) FailNow()     { panic("own FailNow") }
func (e *errT) Name() string { return "own" }
func (e *errT) Helper()      { e.errs = append(e.errs, "helper") }

type fataler interface {
	Errorf(string, ...any)
	FailNow()
	Name() string
	Helper()
}

func check(t fataler, ok bool) {
	t.Helper()
	if !ok {
		t.Errorf("bad %s", t.Name())
	}
}

func TestOKTesterOverrideErrorf(t *testing.T) {
	e := &errT{T: t}
	check(e, false)
	if len(e.errs) != 2 || e.errs[1] != "bad own" {
		t.Fatal(e.errs)
	}
	e.Errorf("x")
	e.Helper()
	if e.Name() != "own" || len(e.errs) != 4 {
		t.Fatal(e.errs)
	}
}
func TestOKTesterOverrideFailNow(t *testing.T) {
	e := &errT{T: t}
	defer func() {
		if r := recover(); r != "own FailNow" {
			t.Error(r)
		}
	}()
	e.FailNow()
}
func TestOKTesterOverrideFailNowIface(t *testing.T) {
	var e fataler = &errT{T: t}
	defer func() {
		if r := recover(); r != "own FailNow" {
			t.Error(r)
		}
	}()
	e.FailNow()
}
func TestBugTesterOverrideFatalf(t *testing.T) { // Fatalf is T's: calls T's FailNow
	e := &errT{T: t}
	e.Fatalf("x")
}
func TestBugTesterOverrideError(t *testing.T) {
	e := &errT{T: t}
	e.Error("x")
}
func TestOKTesterOverrideMethodValue(t *testing.T) {
	e := &errT{T: t}
	f := e.Errorf
	f("a")
	g := (*errT).Errorf
	g(e, "b")
	if len(e.errs) != 2 {
		t.Fatal(e.errs)
	}
}
func TestBugTesterOverrideMethodValue(t *testing.T) {
	e := &errT{T: t}
	f := e.T.Errorf
	f("a")
}
func TestBugTesterOverrideMethodValue2(t *testing.T) {
	e := &errT{T: t}
	f := e.Error
	f("a")
}
func TestBugTesterOverrideHelperRace(t *testing.T) {
	e := &errT{T: t}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { e.Helper() })
	}
	wg.Wait()
}
func TestBugTesterOverrideHelperRaceIface(t *testing.T) {
	var e fataler = &errT{T: t}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { e.Helper() })
	}
	wg.Wait()
}

// Generics with T
type gT[X any] struct {
	*testing.T
	v X
}

func (g gT[X]) Log(a ...any) { g.T.Log(append([]any{g.v}, a...)...) }

type gTF[X any] struct {
	*testing.T
	n X
}

func (g *gTF[X]) Fail() {}

func TestOKTesterGenericT(t *testing.T) {
	g := gT[int]{t, 1}
	g.Log("a")
	var wg sync.WaitGroup
	wg.Go(func() { g.Log("b") })
	wg.Wait()
}
func TestBugTesterGenericTLate(t *testing.T) {
	g := gT[int]{t, 1}
	done := make(chan bool)
	go func() { close(done); g.Log("b") }()
	<-done
}
func TestBugTesterGenericTLate2(t *testing.T) {
	g := gTF[int]{t, 1}
	done := make(chan bool)
	go func() { close(done); g.Log("b") }()
	<-done
}
func TestOKTesterGenericTFail(t *testing.T) {
	g := &gTF[string]{t, ""}
	g.Fail()
	var i interface{ Fail() } = g
	i.Fail()
}
func TestBugTesterGenericTError(t *testing.T) {
	g := &gTF[string]{t, ""}
	g.Error("x") // T's: calls T's Fail
}
func fails[F interface{ Fail() }](f F)       { f.Fail() }
func TestOKTesterGenericCall(t *testing.T)   { fails(&gTF[int]{t, 1}) }
func TestBugTesterGenericCall(t *testing.T)  { fails(t) }
func TestBugTesterGenericCall2(t *testing.T) { fails(gT[int]{t, 1}) }
func logsLate[L interface{ Log(...any) }](l L, c chan bool) {
	close(c)
	l.Log("x")
}
func TestBugTesterGenericLogLate(t *testing.T) {
	c := make(chan bool)
	go logsLate(gTF[int]{t, 1}, c)
	<-c
}

type tbw struct{ testing.TB }

func (b tbw) Fatal(a ...any) { b.TB.Log(a...) }

func TestOKTesterTBOverride(t *testing.T) {
	var b testing.TB = tbw{t}
	b.Fatal("no")
	tbw{t}.Fatal("no")
}
func TestBugTesterTBOverride(t *testing.T) {
	var b testing.TB = tbw{t}
	b.Fatalf("yes")
}
func TestBugTesterTBLate(t *testing.T) {
	var b testing.TB = tbw{t}
	c := make(chan bool)
	say := b.Fatal
	go func() { close(c); say("no") }()
	<-c
}

type outT struct{ *testing.T }

func (outT) Output() io.Writer { return new(strings.Builder) }
func TestOKTesterOutputOverride(t *testing.T) {
	o := outT{t}
	c := make(chan bool)
	go func() { close(c); io.WriteString(o.Output(), "x") }()
	<-c
}

type runT struct{ *testing.T }

func (r runT) Run(name string, f func(runT)) bool {
	return r.T.Run(name, func(t *testing.T) { f(runT{t}) })
}
func TestOKTesterRunOverride(t *testing.T) {
	r := runT{t}
	n := 0
	if !r.Run("a", func(runT) { n++ }) || n != 1 {
		t.Error(n)
	}
}
func TestBugTesterRunOverride(t *testing.T) { runT{t}.Run("a", func(r runT) { r.Error("x") }) }

type cleanT struct {
	*testing.T
	fs *[]func()
}

func (c cleanT) Cleanup(f func()) { *c.fs = append(*c.fs, f) }
func TestOKTesterCleanupOverride(t *testing.T) {
	var fs []func()
	c := cleanT{t, &fs}
	c.Cleanup(func() { t.Error("ran") })
	var i interface{ Cleanup(func()) } = c
	i.Cleanup(func() { t.Error("ran") })
	if len(fs) != 2 {
		t.Error(len(fs))
	}
}

type parT struct{ *testing.T }

func (parT) Parallel() {}
func TestOKTesterParallelOverride(t *testing.T) {
	n := 0
	t.Run("a", func(t *testing.T) { parT{t}.Parallel(); n++ })
	t.Run("b", func(t *testing.T) { parT{t}.Parallel(); n++ })
	if n != 2 {
		t.Error(n)
	}
}

type ctxT struct{ *testing.T }

func (ctxT) Context() int       { return 1 }
func (ctxT) TempDir() string    { return "x" }
func (ctxT) Setenv(k, v string) {}
func (ctxT) Skip(...any)        {}
func (ctxT) Deadline() int      { return 2 }
func (ctxT) Failed() bool       { return true }
func (ctxT) Skipped() bool      { return true }
func (ctxT) SkipNow()           {}
func (ctxT) Chdir(string)       {}
func TestOKTesterOthersOverride(t *testing.T) {
	c := ctxT{t}
	c.Skip("x")
	c.SkipNow()
	c.Setenv("a", "b")
	c.Chdir("nowhere")
	if c.Context() != 1 || c.TempDir() != "x" || c.Deadline() != 2 || !c.Failed() || !c.Skipped() {
		t.Error("others")
	}
	var i interface {
		Skip(...any)
		TempDir() string
		Failed() bool
	} = c
	i.Skip("x")
	if i.TempDir() != "x" || !i.Failed() {
		t.Error("others")
	}
}

// Deeper: override at depth, ambiguity
type mid struct{ *testing.T }

func (mid) Errorf(string, ...any) {}

type top struct{ mid }
type top2 struct {
	*mid
	n int
}

func TestOKTesterDeepOverride(t *testing.T) {
	top{mid{t}}.Errorf("x")
	(&top2{mid: &mid{t}}).Errorf("x")
	var i interface{ Errorf(string, ...any) } = top{mid{t}}
	i.Errorf("x")
	i = &top2{mid: &mid{t}}
	i.Errorf("y")
}
func TestBugTesterDeepOverride(t *testing.T) {
	var i interface{ Error(...any) } = top{mid{t}}
	i.Error("x")
}

// Embedded interface holding a T
type errer interface {
	Errorf(string, ...any)
	FailNow()
}
type hold struct{ errer }

func TestBugTesterHold(t *testing.T)  { hold{t}.Errorf("x") }
func TestOKTesterHold(t *testing.T)   { hold{&errT{T: t}}.Errorf("x") }
func TestBugTesterHold2(t *testing.T) { var f fataler = &struct{ *testing.T }{t}; f.Errorf("x") }

// A type defined from testing.T
type named testing.T

func TestBugTesterNamedT(t *testing.T) { (*testing.T)((*named)(t)).Errorf("x") }

// Switch on T
func TestBugTesterSwitchT(t *testing.T) {
	var i any = gT[int]{t, 1}
	switch x := i.(type) {
	case *testing.T:
	case interface{ Errorf(string, ...any) }:
		x.Errorf("x")
	}
}
func TestOKTesterSwitchT(t *testing.T) {
	var i any = &errT{T: t}
	switch x := i.(type) {
	case testing.TB:
		x.Errorf("x")
	}
}
