package library

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"sync"
	"testing"
)

// What is printed of the operands of a format: by numbers, widths that are operands, and through
// functions that pass them on.

type verbed struct{ N int }

func (v verbed) String() string { return "verbed" }

func verbsPar(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	g()
	wg.Wait()
}

func verbsSay(format string, a ...any) string { return fmt.Sprintf(format, a...) }

type verbsLogger struct{ w io.Writer }

func (l verbsLogger) Logf(format string, a ...any) {
	fmt.Fprintf(l.w, "x: "+format, a...)
}
func (l verbsLogger) Sayf(format string, a ...any) {
	fmt.Fprintf(l.w, format, a...)
}

func TestOKVerbsNumberedOther(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%[2]d", v, 1) })
}
func TestOKVerbsNumberedType(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%[1]T is no %[2]s", v, "x") })
}
func TestBugVerbsNumbered(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%[1]T %[1]v", v) })
}
func TestBugVerbsNumberedTooMany(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%[1]d %d", 1, v) })
}
func TestOKVerbsStarType(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%*T", 20, v) })
}
func TestBugVerbsStar(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%*v", 20, v) })
}
func TestBugVerbsStarByVerb(t *testing.T) {
	v := &verbed{}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%.*d", 2, v) })
}
func TestOKVerbsSpread(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = verbsSay("%T", v) })
}
func TestBugVerbsSpread(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = verbsSay("%T %v", 1, v) })
}
func TestBugVerbsSpreadNumbered(t *testing.T) {
	v := &struct{ N int }{}
	verbsPar(func() { v.N++ }, func() { _ = verbsSay("%[2]v", 1, v) })
}
func TestBugVerbsSpreadSlice(t *testing.T) {
	a := []any{1, 2}
	verbsPar(func() { a[1] = 3 }, func() { _ = verbsSay("%d %T", a...) })
}
func TestOKVerbsSpreadMethod(t *testing.T) {
	v := &struct{ N int }{}
	l := verbsLogger{io.Discard}
	verbsPar(func() { v.N++ }, func() { l.Sayf("%[1]T", v) })
}
func TestBugVerbsSpreadMethod(t *testing.T) {
	v := &struct{ N int }{}
	l := verbsLogger{io.Discard}
	verbsPar(func() { v.N++ }, func() { l.Logf("%d", v) })
}
func TestOKVerbsSpreadLog(t *testing.T) {
	v := &struct{ N int }{}
	l := log.New(&bytes.Buffer{}, "", 0)
	f := func(format string, a ...any) { l.Printf(format, a...) }
	verbsPar(func() { v.N++ }, func() { f("%T", v) })
}
func TestBugVerbsSpreadLog(t *testing.T) {
	v := &struct{ N int }{}
	l := log.New(&bytes.Buffer{}, "", 0)
	f := func(format string, a ...any) { l.Printf(format, a...) }
	verbsPar(func() { v.N++ }, func() { f("%v", v) })
}
func TestOKVerbsSpreadTest(t *testing.T) {
	v := &struct{ N int }{}
	f := func(format string, a ...any) { t.Helper(); t.Logf(format, a...) }
	verbsPar(func() { v.N++ }, func() { f("%T", v) })
}
func TestOKVerbsSpreadConstant(t *testing.T) {
	v := &struct{ N int }{}
	a := []any{v}
	verbsPar(func() { v.N++ }, func() { _ = fmt.Sprintf("%T", a...) })
}
func TestOKVerbsSpreadErrorf(t *testing.T) {
	v := &struct{ N int }{}
	f := func(format string, a ...any) error { return fmt.Errorf(format, a...) }
	verbsPar(func() { v.N++ }, func() { _ = f("no %T, %w", v, io.EOF) })
}
func TestBugVerbsGoSyntax(t *testing.T) {
	v := &verbed{}
	verbsPar(func() { v.N++ }, func() { _ = verbsSay("%#v", v) })
}
func TestBugVerbsStringCopies(t *testing.T) {
	v := &verbed{}
	verbsPar(func() { v.N++ }, func() { _ = verbsSay("%[1]s", v) })
}
func TestOKVerbsValue(t *testing.T) {
	v := &struct{ N int }{}
	say := fmt.Sprintf
	verbsPar(func() { v.N++ }, func() { _ = say("%T", v) })
}
func TestBugVerbsValue(t *testing.T) {
	v := &struct{ N int }{}
	say := fmt.Sprintf
	verbsPar(func() { v.N++ }, func() { _ = say("%T %[1]v", v) })
}
func TestBugVerbsValueLines(t *testing.T) {
	v := &struct{ N int }{}
	say := fmt.Sprintln
	verbsPar(func() { v.N++ }, func() { _ = say("x", v) })
}
