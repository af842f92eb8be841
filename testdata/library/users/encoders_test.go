package users

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type lockedJSON struct {
	mu sync.Mutex
	n  int
}

func (c *lockedJSON) MarshalJSON() ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return []byte(fmt.Sprint(c.n)), nil
}
func (c *lockedJSON) UnmarshalJSON(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return json.Unmarshal(b, &c.n)
}
func (c *lockedJSON) inc() { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }

func TestOKJSONLocked(t *testing.T) {
	c := &lockedJSON{}
	two(func() { json.Marshal(c) }, c.inc)
}
func TestBugJSONLockedOrder(t *testing.T) {
	c := &lockedJSON{}
	var b []byte
	two(func() { b, _ = json.Marshal(c) }, c.inc)
	if string(b) != "0" {
		t.Error(string(b))
	}
}
func TestBugJSONTwice(t *testing.T) { // one value twice in one text
	c := &lockedJSON{}
	var b []byte
	two(func() { b, _ = json.Marshal([]any{c, c}) }, c.inc)
	if string(b) == "[0,1]" {
		t.Error(string(b))
	}
}
func TestBugJSONHeld(t *testing.T) {
	c := &lockedJSON{}
	c.mu.Lock()
	json.Marshal(c)
}
func TestBugJSONNoLock(t *testing.T) { // inc's n beside a marshaler by value
	c := &struct{ C *plainJSON }{&plainJSON{}}
	two(func() { json.Marshal(c) }, func() { c.C.n++ })
}

type plainJSON struct{ n int }

func (c *plainJSON) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(c.n)), nil }
func TestOKJSONHidden(t *testing.T) {
	c := &struct {
		A int
		b int
	}{}
	two(func() { json.Marshal(c) }, func() { c.b++ })
}
func TestBugJSONField(t *testing.T) {
	c := &struct{ A, B int }{}
	two(func() { json.Marshal(c) }, func() { c.B++ })
}
func TestOKJSONUnlocked(t *testing.T) {
	c := &lockedJSON{}
	f := func() { json.Unmarshal([]byte("3"), c) }
	two(f, f)
}
func TestBugJSONUnmarshalTwo(t *testing.T) {
	c := &struct{ A int }{}
	f := func() { json.Unmarshal([]byte(`{"A":3}`), c) }
	two(f, f)
}
func TestOKJSONUnmarshalParts(t *testing.T) {
	c := &struct{ A, B int }{}
	two(func() { json.Unmarshal([]byte(`{"A":3}`), c) }, func() { json.Unmarshal([]byte(`{"B":3}`), c) })
}
func TestBugJSONMap(t *testing.T) {
	m := map[string]int{}
	two(func() { json.Unmarshal([]byte(`{"a":3}`), &m) }, func() { m["b"] = 1 })
}
func TestBugJSONEncoderShared(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	two(func() { e.Encode(1) }, func() { e.Encode(2) })
}
func TestOKJSONEncoderLockedWriter(t *testing.T) { // an Encoder writes once for each value
	w := &lockWriter{}
	e := func(v any) func() { return func() { json.NewEncoder(w).Encode(v) } }
	two(e([]int{1, 2}), e([]int{3, 4}))
	if s := w.b.String(); s != "[1,2]\n[3,4]\n" && s != "[3,4]\n[1,2]\n" {
		t.Error(s)
	}
}
func TestBugJSONEncoderLockedOrder(t *testing.T) {
	w := &lockWriter{}
	e := func(v any) func() { return func() { json.NewEncoder(w).Encode(v) } }
	two(e(1), e(2))
	if w.b.String() != "1\n2\n" {
		t.Error(w.b.String())
	}
}

type lockWriter struct {
	mu sync.Mutex
	b  strings.Builder
}

func (w *lockWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}
func TestBugJSONDecoderShared(t *testing.T) {
	d := json.NewDecoder(strings.NewReader("1 2"))
	f := func() { var n int; d.Decode(&n) }
	two(f, f)
}
func TestOKJSONDecoderPipe(t *testing.T) {
	r, w := io.Pipe()
	var n [2]int
	two(func() { e := json.NewEncoder(w); e.Encode(1); e.Encode(2); w.Close() }, func() {
		d := json.NewDecoder(r)
		d.Decode(&n[0])
		d.Decode(&n[1])
		io.Copy(io.Discard, r)
	})
	if n != [2]int{1, 2} {
		t.Error(n)
	}
}
func TestBugJSONRaw(t *testing.T) {
	m := json.RawMessage("12")
	two(func() { json.Marshal(m) }, func() { m[0] = '2' })
}

type tm struct {
	mu *sync.Mutex
	n  *int
}

func (x tm) MarshalText() ([]byte, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	*x.n++
	return []byte("x"), nil
}
func TestOKJSONTextKeys(t *testing.T) {
	var mu sync.Mutex
	n := 0
	m := map[tm]int{{&mu, &n}: 1}
	f := func() { json.Marshal(m) }
	two(f, f)
	if n != 2 {
		t.Error(n)
	}
}

type memo struct {
	mu   *sync.Mutex
	recs *[]string
	with string
}

func (h memo) Enabled(context.Context, slog.Level) bool { return true }
func (h memo) Handle(_ context.Context, r slog.Record) error {
	if h.mu != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	*h.recs = append(*h.recs, h.with+r.Message)
	return nil
}
func (h memo) WithAttrs(a []slog.Attr) slog.Handler { h.with += a[0].Value.String() + ":"; return h }
func (h memo) WithGroup(n string) slog.Handler      { h.with += n + "."; return h }

func TestBugSlogHandler(t *testing.T) {
	var recs []string
	l := slog.New(memo{recs: &recs})
	two(func() { l.Info("a") }, func() { l.Info("b") })
}
func TestOKSlogHandlerLocked(t *testing.T) {
	var recs []string
	l := slog.New(memo{mu: &sync.Mutex{}, recs: &recs})
	two(func() { l.Info("a") }, func() { l.Info("b") })
	if len(recs) != 2 {
		t.Error(recs)
	}
}
func TestBugSlogHandlerOrder(t *testing.T) {
	var recs []string
	l := slog.New(memo{mu: &sync.Mutex{}, recs: &recs})
	two(func() { l.Info("a") }, func() { l.Info("b") })
	if recs[0] != "a" {
		t.Error(recs)
	}
}
func TestOKSlogWith(t *testing.T) {
	var recs []string
	l := slog.New(memo{mu: &sync.Mutex{}, recs: &recs})
	two(func() { l.With("k", "v").Info("a") }, func() { l.WithGroup("g").Info("b") })
	if len(recs) != 2 || recs[0]+recs[1] != "v:ag.b" && recs[0]+recs[1] != "g.bv:a" {
		t.Error(recs)
	}
}

type lv struct {
	mu *sync.Mutex
	n  *int
}

func (l lv) LogValue() slog.Value { l.mu.Lock(); defer l.mu.Unlock(); return slog.IntValue(*l.n) }
func TestBugSlogLogValueHeld(t *testing.T) { // LogValue takes the lock that its caller holds
	v := lv{&sync.Mutex{}, new(int)}
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	v.mu.Lock()
	l.Info("a", "v", v)
	v.mu.Unlock()
}
func TestOKSlogLogValue(t *testing.T) {
	v := lv{&sync.Mutex{}, new(int)}
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	two(func() { l.Info("a", "v", v) }, func() { v.mu.Lock(); *v.n++; v.mu.Unlock() })
}
func TestBugSlogLevelVar(t *testing.T) {
	var lvl slog.LevelVar
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: &lvl}))
	two(func() { lvl.Set(slog.LevelError) }, func() { l.Info("a") })
	if b.Len() == 0 {
		t.Error("none")
	}
}
func TestBugSlogReplaceAttr(t *testing.T) {
	n := 0
	a, b := slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, x slog.Attr) slog.Attr { n++; return x }}), 0
	_ = b
	l := slog.New(a)
	f := func() { l.Info("a") }
	two(f, f)
}
func TestBugSlogSharedBuffer(t *testing.T) { // two handlers, one buffer
	var b bytes.Buffer
	f := func() { slog.New(slog.NewTextHandler(&b, nil)).Info("a") }
	two(f, f)
}
func TestOKSlogOneHandler(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	f := func() { l.Info("a") }
	two(f, f)
	if strings.Count(b.String(), "\n") != 2 {
		t.Error(b.String())
	}
}
func TestBugSlogAsync(t *testing.T) { // a handler whose queue is full drops
	c := make(chan slog.Record, 1)
	l := slog.New(async{c})
	two(func() { l.Info("a"); l.Info("b") }, func() { <-c })
	if len(c) != 1 {
		t.Error("dropped")
	}
}

type async struct{ c chan slog.Record }

func (h async) Enabled(context.Context, slog.Level) bool { return true }
func (h async) Handle(_ context.Context, r slog.Record) error {
	select {
	case h.c <- r.Clone():
	default:
	}
	return nil
}
func (h async) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h async) WithGroup(string) slog.Handler      { return h }

func TestOKRegexp(t *testing.T) {
	r := regexp.MustCompile("a(b*)")
	f := func() { r.FindStringSubmatch("xabb"); r.ReplaceAllString("ab", "$1") }
	two(f, f)
}
func TestBugRegexpLongest(t *testing.T) {
	r := regexp.MustCompile("a(b|bb)")
	two(func() { r.Longest() }, func() { sink = r.FindString("abb") })
}
func TestBugRegexpBytes(t *testing.T) {
	r := regexp.MustCompile("b")
	b := []byte("aab")
	two(func() { r.Match(b) }, func() { b[2] = 'x' })
}
func TestBugRegexpFunc(t *testing.T) {
	r := regexp.MustCompile("b")
	n := 0
	f := func() { r.ReplaceAllStringFunc("abb", func(s string) string { n++; return s }) }
	two(f, f)
}
func TestBugRegexpFuncOrder(t *testing.T) {
	r := regexp.MustCompile("b")
	var a atomic.Int32
	s := ""
	two(func() { a.Store(1) }, func() {
		s = r.ReplaceAllStringFunc("bb", func(string) string { return fmt.Sprint(a.Load()) })
	})
	if s == "01" {
		t.Error(s)
	}
}
func TestBugRegexpVar(t *testing.T) {
	r := regexp.MustCompile("b")
	two(func() { r = regexp.MustCompile("c") }, func() { r.MatchString("b") })
}

func TestBugBufioWriterShared(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	two(func() { w.WriteString("a") }, func() { w.Flush() })
}
func TestBugBufioReaderShared(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("a\nb\n"))
	f := func() { r.ReadString('\n') }
	two(f, f)
}
func TestBugBufioScannerBytes(t *testing.T) { // the token is overwritten
	s := bufio.NewScanner(strings.NewReader(strings.Repeat("a\n", 3000)))
	s.Scan()
	b := s.Bytes()
	two(func() {
		for s.Scan() {
		}
	}, func() { sink = b[0] })
}
func TestOKBufioScannerText(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	s.Scan()
	b := s.Text()
	two(func() {
		for s.Scan() {
		}
	}, func() { sink2(b[0]) })
}
func TestOKBufioPipe(t *testing.T) {
	r, w := io.Pipe()
	var got []string
	two(func() {
		b := bufio.NewWriter(w)
		b.WriteString("a\nb\n")
		b.Flush()
		w.Close()
	}, func() {
		s := bufio.NewScanner(r)
		for s.Scan() {
			got = append(got, s.Text())
		}
	})
	if len(got) != 2 {
		t.Error(got)
	}
}
func TestBugBufioPipeNoFlush(t *testing.T) {
	r, w := io.Pipe()
	n := 0
	two(func() { b := bufio.NewWriter(w); b.WriteString("a\n"); w.Close() }, func() {
		s := bufio.NewScanner(r)
		for s.Scan() {
			n++
		}
	})
	if n != 1 {
		t.Error(n)
	}
}
func TestBugBufioPipeNoClose(t *testing.T) {
	r, w := io.Pipe()
	two(func() { b := bufio.NewWriter(w); b.WriteString("a\n"); b.Flush() }, func() {
		s := bufio.NewScanner(r)
		for s.Scan() {
		}
	})
}
func TestBugBufioSplitFunc(t *testing.T) {
	n := 0
	f := func() {
		s := bufio.NewScanner(strings.NewReader("a b"))
		s.Split(func(d []byte, e bool) (int, []byte, error) { n++; return bufio.ScanWords(d, e) })
		s.Scan()
	}
	two(f, f)
}
func TestBugTickerBody(t *testing.T) {
	x := time.NewTicker(time.Second)
	defer x.Stop()
	n := 0
	two(func() { <-x.C; n++ }, func() { time.Sleep(time.Second); n++ })
}
func TestOKTickerStop(t *testing.T) {
	x := time.NewTicker(time.Second)
	<-x.C
	x.Stop()
	select {
	case <-x.C:
		t.Error("tick")
	case <-time.After(3 * time.Second):
	}
}
