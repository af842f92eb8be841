package everyday

import (
	"context"
	"expvar"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

func TestBugIotestReaders(t *testing.T) {
	r := iotest.OneByteReader(strings.NewReader("abc"))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugIotestErr(t *testing.T) {
	r := iotest.DataErrReader(strings.NewReader("abc"))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugIotestTestReader(t *testing.T) {
	r := strings.NewReader("abc")
	two(func() { iotest.TestReader(r, []byte("abc")) }, func() { r.Len() })
}

func TestOKParserShared(t *testing.T) {
	fset := token.NewFileSet()
	f := func(n string) {
		if _, err := parser.ParseFile(fset, n, "package p; func f() {}", 0); err != nil {
			t.Error(err)
		}
	}
	two(func() { f("a.go") }, func() { f("b.go") })
}

func TestBugASTInspect(t *testing.T) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "a.go", "package p; func f() {}", 0)
	two(func() { ast.Inspect(f, func(ast.Node) bool { return true }) }, func() { f.Decls = nil })
}

func TestOKASTInspect(t *testing.T) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "a.go", "package p; func f() {}", 0)
	g := func() { ast.Inspect(f, func(ast.Node) bool { return true }) }
	two(g, g)
}

func TestBugExpvarFunc(t *testing.T) {
	n := 0
	f := expvar.Func(func() any { n++; return n })
	two(func() { sink2(f.String()) }, func() { sink2(f.Value()) })
}

func TestBugExpvarMapLost(t *testing.T) {
	m := new(expvar.Map).Init()
	f := func() {
		v := int64(0)
		if x := m.Get("a"); x != nil {
			v = x.(*expvar.Int).Value()
		}
		n := new(expvar.Int)
		n.Set(v + 1)
		m.Set("a", n)
	}
	two(f, f)
	if m.Get("a").(*expvar.Int).Value() != 2 {
		t.Error("lost")
	}
}

func TestOutExec(t *testing.T) {
	two(func() { exec.Command("true").Run() }, func() {})
}

func TestOKExecUnused(t *testing.T) {
	c := exec.Command("true", "x")
	if len(c.Args) != 2 {
		t.Error(c.Args)
	}
}

func TestOKNotifyContext(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGUSR1)
	defer stop()
	two(func() { syscall.Kill(os.Getpid(), syscall.SIGUSR1) }, func() { <-ctx.Done() })
}

func TestBugNotifyContextStopped(t *testing.T) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGUSR1)
	two(func() { stop() }, func() { <-ctx.Done() })
	if context.Cause(ctx) == context.Canceled {
		t.Error("stopped")
	}
}

func TestBugWalkFiles(t *testing.T) {
	d := t.TempDir()
	n := 0
	two(func() { os.WriteFile(filepath.Join(d, "a"), nil, 0o600) }, func() {
		filepath.WalkDir(d, func(string, fs.DirEntry, error) error { n++; return nil })
	})
	if n == 1 {
		t.Error(n)
	}
}

func TestBugTickerReset(t *testing.T) {
	tk := time.NewTicker(time.Second)
	defer tk.Stop()
	start := time.Now()
	two(func() { tk.Reset(3 * time.Second) }, func() { <-tk.C })
	if time.Since(start) != 3*time.Second { // the reset comes first
		t.Error(time.Since(start))
	}
}

func TestOKTickerReset(t *testing.T) {
	tk := time.NewTicker(time.Second)
	defer tk.Stop()
	start := time.Now()
	tk.Reset(3 * time.Second)
	<-tk.C
	if time.Since(start) < 3*time.Second {
		t.Error(time.Since(start))
	}
}

func TestBugAfterFuncStop(t *testing.T) {
	n := 0
	tm := time.AfterFunc(time.Millisecond, func() { n++ })
	time.Sleep(time.Millisecond)
	tm.Stop()
	n++
}

func TestOKAfterFuncStopBefore(t *testing.T) {
	n := 0
	tm := time.AfterFunc(time.Hour, func() { n++ })
	if !tm.Stop() {
		t.Error("ran")
	}
	n++
}
