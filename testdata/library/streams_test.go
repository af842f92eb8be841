package library

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"flag"
	"io"
	"iter"
	"log"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
	"weak"
)

// Templates, tables of text, buffers, logs, flags and pulled sequences that two goroutines share.

// text/template
func TestBugTemplateFuncShared(t *testing.T) {
	n := 0
	tm := template.Must(template.New("").Funcs(template.FuncMap{"inc": func() int { n++; return n }}).Parse("{{inc}}"))
	two(func() { tm.Execute(io.Discard, nil) }, func() { tm.Execute(io.Discard, nil) })
}
func TestOKTemplateExecuteTwice(t *testing.T) {
	tm := template.Must(template.New("").Parse("{{range .}}{{.}}{{end}}"))
	m := map[string]int{"a": 1, "b": 2}
	var a, b strings.Builder
	two(func() { tm.Execute(&a, m) }, func() { tm.Execute(&b, m) })
	if a.String() != "12" || b.String() != "12" {
		t.Error(a.String())
	}
}
func TestBugTemplateMapWritten(t *testing.T) {
	tm := template.Must(template.New("").Parse("{{.a}}"))
	m := map[string]int{"a": 1}
	two(func() { tm.Execute(io.Discard, m) }, func() { m["a"] = 2 })
}
func TestOKTemplateFuncsMeanwhile(t *testing.T) {
	tm := template.Must(template.New("").Funcs(template.FuncMap{"f": func() int { return 1 }}).Parse("{{f}}"))
	two(func() { tm.Execute(io.Discard, nil) }, func() { tm.Funcs(template.FuncMap{"g": func() int { return 1 }}) })
}
func TestBugTemplateParseMeanwhile(t *testing.T) {
	tm := template.Must(template.New("").Parse("a"))
	two(func() { tm.Execute(io.Discard, nil) }, func() { tm.Parse("b") })
}
func TestOKTemplateLookupMeanwhile(t *testing.T) {
	tm := template.Must(template.New("a").Parse("a"))
	two(func() { tm.Lookup("b") }, func() { template.Must(tm.New("b").Parse("b")) })
}
func TestBugTemplateFuncResult(t *testing.T) {
	var b strings.Builder
	var last atomic.Int64
	tm := template.Must(template.New("").Funcs(template.FuncMap{"get": last.Load}).Parse("{{get}}"))
	two(func() { tm.Execute(&b, nil) }, func() { last.Store(1) })
	if b.String() != "0" {
		t.Error(b.String())
	}
}

// encoding/csv
func TestBugCSVReaderShared(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	two(func() { r.Read() }, func() { r.Read() })
}
func TestBugCSVWritersOneBuffer(t *testing.T) {
	var b bytes.Buffer
	f := func() { w := csv.NewWriter(&b); w.Write([]string{"a"}); w.Flush() }
	two(f, f)
}
func TestOKCSVNoReuse(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	rec, _ := r.Read()
	two(func() { r.Read() }, func() { rec[0] = "x" })
}
func TestOKCSVWriterUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	two(func() { w.Write([]string{"a"}) }, func() { b.WriteString("x") })
}

// bufio
func TestBugBufioShared(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	two(func() { w.WriteString("a") }, func() { w.WriteString("b") })
}
func TestOKBufioLocked(t *testing.T) {
	var b bytes.Buffer
	var mu sync.Mutex
	w := bufio.NewWriter(&b)
	f := func() { mu.Lock(); defer mu.Unlock(); w.WriteString("a"); w.Flush() }
	two(f, f)
	if b.String() != "aa" {
		t.Error(b.String())
	}
}
func TestOKScannerBytesKept(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("aa\nbb\n"))
	s.Scan()
	first := s.Bytes()
	two(func() { s.Scan() }, func() { sink = first[0] })
}
func TestBugScannerBytesKept(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("aaaaaaaaaa\nbbbbbbbbbbbbbbb\nccccccc\n"))
	s.Buffer(make([]byte, 16), 64)
	s.Scan()
	first := s.Bytes()
	two(func() { s.Scan() }, func() { sink = first[0] })
}
func TestOKReaderPeekKept(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("abc"))
	p, _ := r.Peek(2)
	two(func() { r.ReadByte() }, func() { sink = p[1] })
}
func TestBugReaderUnread(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("abc"))
	r.ReadByte()
	two(func() { r.UnreadByte() }, func() { r.Buffered() })
}
func TestBugReadWriterHalves(t *testing.T) {
	var b bytes.Buffer
	rw := bufio.NewReadWriter(bufio.NewReader(&b), bufio.NewWriter(&b))
	two(func() { rw.WriteString("a"); rw.Flush() }, func() { rw.ReadByte() })
}

// log, slog
func TestOKLogTwo(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.Print("a") }, func() { l.Print("b") })
	if b.Len() != 4 {
		t.Error(b.String())
	}
}
func TestBugLogOrder(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.Print("a") }, func() { l.Print("b") })
	if b.String() != "b\na\n" {
		t.Error(b.String())
	}
}
func TestBugLoggersOneBuffer(t *testing.T) {
	var b bytes.Buffer
	f := func() { log.New(&b, "", 0).Print("a") }
	two(f, f)
}
func TestBugLogBufferRead(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.Print("a") }, func() { sink = b.String() })
}
func TestOKSlogTwo(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	two(func() { l.Info("a") }, func() { l.With("k", 1).WithGroup("g").Info("b", "x", 2) })
	if strings.Count(b.String(), "\n") != 2 {
		t.Error(b.String())
	}
}
func TestBugSlogHandlersOneBuffer(t *testing.T) {
	var b bytes.Buffer
	f := func() { slog.New(slog.NewJSONHandler(&b, nil)).Info("a") }
	two(f, f)
}

type pointed struct{ n *int }

func (v pointed) LogValue() slog.Value { return slog.IntValue(*v.n) }
func TestBugSlogValuer(t *testing.T) {
	n := 0
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	two(func() { l.Info("a", "v", pointed{&n}) }, func() { n++ })
}
func TestOKSlogValuerDisabled(t *testing.T) {
	n := 0
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	two(func() { l.Debug("a", "v", pointed{&n}) }, func() { n++ })
}
func TestOKSlogLevelVar(t *testing.T) {
	var lv slog.LevelVar
	l := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: &lv}))
	two(func() { l.Info("a") }, func() { lv.Set(slog.LevelError) })
}
func TestBugSlogLevelVar(t *testing.T) {
	var lv slog.LevelVar
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: &lv}))
	two(func() { l.Info("a") }, func() { lv.Set(slog.LevelError) })
	if b.Len() == 0 {
		t.Error("not logged")
	}
}
func TestBugSlogReplace(t *testing.T) {
	seen := map[string]bool{}
	l := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { seen[a.Key] = true; return a }}))
	two(func() { l.Info("a") }, func() { l.Info("b") })
}

// flag
func TestBugFlagParse(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	v := fs.Int("v", 0, "")
	two(func() { fs.Parse([]string{"-v", "3"}) }, func() { sink = *v })
}
func TestOKFlagLookup(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.Int("v", 0, "")
	two(func() { sink = fs.Lookup("v") != nil }, func() { fs.Lookup("w") })
}
func TestBugFlagSetTwo(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.Int("v", 0, "")
	fs.Int("w", 0, "")
	two(func() { fs.Set("v", "1") }, func() { fs.Set("w", "1") })
}
func TestBugFlagFunc(t *testing.T) {
	n := 0
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.Func("f", "", func(string) error { n++; return nil })
	two(func() { fs.Parse([]string{"-f", "x"}) }, func() { n++ })
}

// strings.Builder, bytes.Buffer
func TestBugBuilderCopied(t *testing.T) {
	var a strings.Builder
	a.WriteString("a")
	b := a
	b.WriteString("b")
}
func TestOKBuilderCopiedEmpty(t *testing.T) {
	var a strings.Builder
	b := a
	b.WriteString("b")
	a.WriteString("a")
}
func TestBugBuilderTwo(t *testing.T) {
	var b strings.Builder
	two(func() { b.WriteString("a") }, func() { b.WriteString("b") })
}
func TestOKBuilderStringKept(t *testing.T) {
	var b strings.Builder
	b.Grow(10)
	b.WriteString("abc")
	s := b.String()
	two(func() { b.WriteString("d") }, func() { sink = s + "x" })
}
func TestBugBufferLen(t *testing.T) {
	var b bytes.Buffer
	two(func() { b.WriteString("a") }, func() { b.Len() })
}
func TestOKBufferBytesKept(t *testing.T) {
	b := bytes.NewBuffer(make([]byte, 0, 64))
	b.WriteString("abc")
	p := b.Bytes()
	two(func() { b.WriteString("d") }, func() { sink = p[2] })
}
func TestBugBufferBytesReset(t *testing.T) {
	b := bytes.NewBuffer(make([]byte, 0, 64))
	b.WriteString("abc")
	p := b.Bytes()
	two(func() { b.Reset(); b.WriteString("d") }, func() { sink = p[0] })
}
func TestOKBufferAvailable(t *testing.T) {
	b := bytes.NewBuffer(make([]byte, 0, 64))
	b.WriteString("abc")
	p := b.AvailableBuffer()
	two(func() { p = append(p, "xyz"...) }, func() { sink = b.Bytes()[0] })
}
func TestBugBufferAvailable(t *testing.T) {
	b := bytes.NewBuffer(make([]byte, 0, 64))
	p := b.AvailableBuffer()
	two(func() { p = append(p, "xyz"...) }, func() { b.WriteString("d") })
}

// iter.Pull
func TestBugPullTwo(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2}))
	two(func() { next() }, func() { next() })
	stop()
}
func TestBugPullStopMeanwhile(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2}))
	two(func() { next() }, func() { stop() })
}
func TestBugPullBodyShared(t *testing.T) {
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) { n++; yield(1) })
	two(func() { next() }, func() { n++ })
	stop()
}
func TestOKPullBodyAfter(t *testing.T) {
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) { n++; yield(1); n++ })
	next()
	two(func() { stop() }, func() {})
	if n != 2 {
		t.Error(n)
	}
}

// unique, weak, cleanups
func TestOKWeakAlive(t *testing.T) {
	p := new([100]int)
	w := weak.Make(p)
	two(runtime.GC, func() {
		if w.Value() == nil {
			t.Error("gone")
		}
	})
	runtime.KeepAlive(p)
}
func TestBugCleanupShared(t *testing.T) {
	n := 0
	p := new([100]int)
	runtime.AddCleanup(p, func(int) { n++ }, 1)
	p = nil
	runtime.GC()
	for range 100 {
		runtime.Gosched()
	}
	n++
}
func TestOKCleanupDone(t *testing.T) {
	n := 0
	done := make(chan int)
	p := new([100]int)
	runtime.AddCleanup(p, func(int) { n++; close(done) }, 1)
	p = nil
	runtime.GC()
	<-done
	if n != 1 {
		t.Error(n)
	}
}
