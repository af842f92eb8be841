package everyday

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBugLogSetOutput(t *testing.T) {
	var a, b bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(&a)
	two(func() { log.SetOutput(&b) }, func() { log.Print("x") })
	if b.Len() == 0 {
		t.Error("old")
	}
}

func TestBugLogSetOutputNew(t *testing.T) {
	var a, b bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(&a)
	two(func() { log.SetOutput(&b) }, func() { log.Print("x") })
	if b.Len() != 0 {
		t.Error("new")
	}
}

func TestOKLogSetOutputEither(t *testing.T) {
	var a, b bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(&a)
	two(func() { log.SetOutput(&b) }, func() { log.Print("x") })
	if a.Len()+b.Len() == 0 || a.Len() != 0 && b.Len() != 0 {
		t.Error(a.Len(), b.Len())
	}
}

func TestBugLogSetOutputFromStderr(t *testing.T) {
	var b bytes.Buffer
	defer log.SetOutput(os.Stderr)
	log.SetOutput(io.Discard)
	two(func() { log.SetOutput(&b) }, func() { log.Print("x") })
	if b.Len() != 0 {
		t.Error("new")
	}
}

func TestBugLogSetFlags(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.SetFlags(log.Lshortfile) }, func() { l.Print("x") })
	if b.String() == "x\n" {
		t.Error("before")
	}
}

func TestBugLogSetFlagsAfter(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.SetFlags(log.Lshortfile) }, func() { l.Print("x") })
	if b.String() != "x\n" {
		t.Error(b.String())
	}
}

func TestBugLogSetPrefixTwoMessages(t *testing.T) { // the one that comes first has the prefix, the other not
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.Print("x"); l.SetPrefix("p") }, func() { l.Print("y") })
	if strings.HasSuffix(b.String(), "x\npy\n") {
		t.Error("after")
	}
}

func TestBugLogWriterLate(t *testing.T) {
	var a, b bytes.Buffer
	l := log.New(&a, "", 0)
	var w io.Writer
	two(func() { l.SetOutput(&b) }, func() { w = l.Writer() })
	if w == &a {
		t.Error("old")
	}
}

func TestBugLogWriterEarly(t *testing.T) {
	var a, b bytes.Buffer
	l := log.New(&a, "", 0)
	var w io.Writer
	two(func() { l.SetOutput(&b) }, func() { w = l.Writer() })
	if w == &b {
		t.Error("new")
	}
}

func TestOKLogOwnWriterSets(t *testing.T) {
	var a bytes.Buffer
	l := log.New(&a, "", 0)
	two(func() { l.SetOutput(io.Discard) }, func() { l.SetFlags(log.LUTC); l.Print("x") })
	l.Print("y")
}

func TestBugSlogDefaultOld(t *testing.T) {
	var b bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	two(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { slog.Info("x") })
	if b.Len() == 0 {
		t.Error("lost")
	}
}

func TestBugSlogDefaultNew(t *testing.T) {
	var b bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	two(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { slog.Info("x") })
	if b.Len() != 0 {
		t.Error("new")
	}
}

func TestBugSlogDefaultByLog(t *testing.T) {
	var b bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	two(func() { slog.SetDefault(slog.New(slog.NewTextHandler(&b, nil))) }, func() { log.Print("x") })
	if b.Len() != 0 {
		t.Error("new")
	}
}

func TestBugParserBase(t *testing.T) {
	fset := token.NewFileSet()
	var pos token.Pos
	two(func() { f, _ := parser.ParseFile(fset, "a.go", "package p", 0); pos = f.Pos() }, func() { parser.ParseFile(fset, "b.go", "package p", 0) })
	if pos > 5 {
		t.Error(pos)
	}
}

func TestBugParserExprBase(t *testing.T) {
	fset := token.NewFileSet()
	var x ast.Expr
	two(func() { x, _ = parser.ParseExprFrom(fset, "a", "a+b", 0) }, func() { parser.ParseExprFrom(fset, "b", "c+d", 0) })
	if x.Pos() > 2 {
		t.Error(x.Pos())
	}
}

func TestBugParserSrc(t *testing.T) {
	src := []byte("package p; func f() {}")
	two(func() { parser.ParseFile(token.NewFileSet(), "a.go", src, 0) }, func() { src[11] = 'x' })
}

func TestBugParserSrcExpr(t *testing.T) {
	src := []byte("a+b")
	two(func() { parser.ParseExprFrom(token.NewFileSet(), "a.go", src, 0) }, func() { src[1] = '-' })
}

func TestBugParserReader(t *testing.T) {
	src := strings.NewReader("package p; func f() {}")
	two(func() { parser.ParseFile(token.NewFileSet(), "a.go", src, 0) }, func() { src.ReadByte() })
}

func TestOKParserBuffer(t *testing.T) {
	src := bytes.NewBufferString("package p; func f() {}")
	f := func() { parser.ParseFile(token.NewFileSet(), "a.go", src, 0) }
	two(f, f)
}

func TestOKParserPipe(t *testing.T) {
	pr, pw := io.Pipe()
	two(func() { io.WriteString(pw, "package p"); pw.Close() }, func() {
		if f, err := parser.ParseFile(token.NewFileSet(), "a.go", pr, 0); err != nil || f.Name.Name != "p" {
			t.Error(err)
		}
	})
}

func TestBugParserFile(t *testing.T) { // the file is there, or not yet
	name := filepath.Join(t.TempDir(), "a.go")
	fset := token.NewFileSet()
	two(func() { os.WriteFile(name, []byte("package p"), 0o600) }, func() {
		if _, err := parser.ParseFile(fset, name, nil, 0); err != nil {
			t.Error(err)
		}
	})
}

func TestBugParserFileThere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	fset := token.NewFileSet()
	two(func() { os.WriteFile(name, []byte("package p"), 0o600) }, func() {
		if _, err := parser.ParseFile(fset, name, nil, 0); err == nil {
			t.Error("there")
		}
	})
}

func TestBugParserFileSetTwo(t *testing.T) {
	fset := token.NewFileSet()
	name := filepath.Join(t.TempDir(), "a.go")
	os.WriteFile(name, []byte("package p"), 0o600)
	var pos token.Pos
	two(func() { f, _ := parser.ParseFile(fset, name, nil, 0); pos = f.Pos() }, func() { fset.AddFile("x", -1, 100) })
	if pos > 5 {
		t.Error(pos)
	}
}

type adder[T any] interface{ Add(x, y T) T }

func addTo[T adder[T]](z, x, y T) { z.Add(x, y) }

type comparer[T any] interface{ Cmp(y T) int }

func largest[T comparer[T]](all ...T) T {
	m := all[0]
	for _, x := range all[1:] {
		if x.Cmp(m) > 0 {
			m = x
		}
	}
	return m
}

type setter[T any] interface {
	*T
	SetInt64(int64) *T
}

func fresh[T any, P setter[T]](p P) { p.SetInt64(4) }

func TestBugBigTypeParamAdd(t *testing.T) {
	x := big.NewInt(1)
	two(func() { addTo(x, x, x) }, func() { sink = x.String() })
}

func TestBugBigTypeParamArg(t *testing.T) {
	x, z := big.NewInt(1), new(big.Int)
	two(func() { addTo(z, x, x) }, func() { x.SetInt64(4) })
}

func TestOKBigTypeParamArgs(t *testing.T) {
	x, y, z := big.NewInt(1), new(big.Int), new(big.Int)
	two(func() { addTo(z, x, x) }, func() { addTo(y, x, x) })
}

func TestBugBigTypeParamCmp(t *testing.T) {
	x, y := big.NewRat(1, 2), big.NewRat(1, 3)
	two(func() { sink = largest(x, y) }, func() { y.SetInt64(4) })
}

func TestOKBigTypeParamCmp(t *testing.T) {
	x, y := big.NewRat(1, 2), big.NewRat(1, 3)
	two(func() { sink2(largest(x, y)) }, func() { sink2(largest(y, x)) })
}

func TestBugBigTypeParamSet(t *testing.T) {
	x := new(big.Int)
	two(func() { fresh(x) }, func() { sink = x.Int64() })
}

type own struct{ n int }

func (o *own) Add(x, y *own) *own { return &own{x.n + y.n} }

func TestOKOwnTypeParam(t *testing.T) {
	x := &own{1}
	two(func() { addTo(x, x, x) }, func() { addTo(x, x, x) })
}
