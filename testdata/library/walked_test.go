package library

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"maps"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/template"
	"time"
)

func two(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// iterators

func locked[T any](mu *sync.Mutex, s []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
}

func TestOKIterLocked(t *testing.T) {
	var mu sync.Mutex
	s := []int{1, 2}
	n := 0
	f := func() {
		for v := range locked(&mu, s) {
			n += v
			if v == 1 {
				break
			}
		}
	}
	two(f, f)
	if n != 2 {
		t.Error(n)
	}
}

func TestBugIterLockedTwice(t *testing.T) {
	var mu sync.Mutex
	for range locked(&mu, []int{1}) {
		for range locked(&mu, []int{1}) {
		}
	}
}

func TestBugIterDeferBody(t *testing.T) {
	var mu sync.Mutex
	f := func() {
		for range locked(new(sync.Mutex), []int{1, 2}) {
			mu.Lock()
			defer mu.Unlock()
		}
	}
	f()
}

func TestOKIterReturnThrough(t *testing.T) {
	var mu sync.Mutex
	f := func() int {
		for v := range locked(&mu, []int{1, 2}) {
			for w := range locked(new(sync.Mutex), []int{3}) {
				return v + w
			}
		}
		return 0
	}
	if f() != 4 || !mu.TryLock() {
		t.Error("no")
	}
}

func TestOKIterLabel(t *testing.T) {
	var mu sync.Mutex
	n := 0
outer:
	for v := range locked(&mu, []int{1, 2, 3}) {
		for range locked(new(sync.Mutex), []int{3, 4}) {
			if v == 2 {
				continue outer
			}
			if v == 3 {
				break outer
			}
			n++
		}
	}
	if n != 2 || !mu.TryLock() {
		t.Error(n)
	}
}

func TestBugIterGoroutineYield(t *testing.T) {
	seq := func(yield func(int) bool) {
		done := make(chan int)
		go func() { defer close(done); yield(1) }()
		yield(2)
		<-done
	}
	n := 0
	for v := range seq {
		n += v
	}
}

func TestOKIterGoroutineYield(t *testing.T) {
	seq := func(yield func(int) bool) {
		done := make(chan int)
		go func() { defer close(done); yield(1) }()
		<-done
		yield(2)
	}
	n := 0
	for v := range seq {
		n += v
	}
	if n != 3 {
		t.Error(n)
	}
}

func TestBugIterGoroutineLate(t *testing.T) {
	var y func(int) bool
	seq := func(yield func(int) bool) { y = yield; yield(1) }
	for range seq {
	}
	y(1)
}

func TestBugIterAfterBreak(t *testing.T) {
	seq := func(yield func(int) bool) { yield(1); yield(2) }
	for range seq {
		break
	}
}

func TestOKIterPanicThrough(t *testing.T) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		for range locked(&mu, []int{1}) {
			panic("p")
		}
	}()
	mu.Lock()
}

func TestBugIterRecoverSwallows(t *testing.T) {
	seq := func(yield func(int) bool) {
		defer func() { recover() }()
		yield(1)
	}
	for range seq {
		panic("p")
	}
}

func TestOKPullGoexit(t *testing.T) {
	done := make(chan int)
	go func() {
		defer close(done)
		next, stop := iter.Pull(func(yield func(int) bool) { yield(1); runtime.Goexit() })
		defer stop()
		next()
		next()
		t.Error("went on")
	}()
	<-done
}

func TestOKPullPanic(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) { panic("p") })
	defer stop()
	defer func() {
		if recover() != "p" {
			t.Error("no")
		}
	}()
	next()
}

func TestBugPullConcurrent(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2, 3}))
	defer stop()
	two(func() { next() }, func() { next() })
}

func TestOKPullLocked(t *testing.T) {
	var mu sync.Mutex
	next, stop := iter.Pull(slices.Values([]int{1, 2, 3}))
	defer stop()
	f := func() { mu.Lock(); defer mu.Unlock(); next() }
	two(f, f)
}

func TestOKIterParallelBodies(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for i, v := range slices.Backward([]int{1, 2}) {
		wg.Go(func() { n.Add(int32(i + v)) })
	}
	wg.Wait()
	if n.Load() != 4 {
		t.Error(n.Load())
	}
}

func TestBugMapsCollect(t *testing.T) {
	m := map[int]int{1: 1}
	two(func() { maps.Collect(maps.All(m)) }, func() { m[2] = 2 })
}

func TestBugSlicesSortedKeys(t *testing.T) {
	m := map[int]int{1: 1}
	two(func() { slices.Sorted(maps.Keys(m)) }, func() { m[1] = 2 })
}

func TestOKMapsDeleteFunc(t *testing.T) {
	m := map[int]int{1: 1, 2: 2}
	k := map[int]int{1: 1, 2: 2}
	two(func() { maps.DeleteFunc(m, func(k, v int) bool { return k == 1 }) },
		func() { maps.DeleteFunc(k, func(k, v int) bool { return k == 1 }) })
	if len(m)+len(k) != 2 {
		t.Error(m, k)
	}
}

func TestBugMapsEqual(t *testing.T) {
	m := map[int]int{1: 1, 2: 2}
	two(func() { maps.Equal(m, map[int]int{1: 1, 2: 3}) }, func() { m[1] = 3 })
}

func TestBugSortFuncCompare(t *testing.T) {
	s := []int{2, 1}
	n := 0
	f := func() {
		slices.SortFunc(slices.Clone(s), func(a, b int) int { n++; return cmp.Compare(a, b) })
	}
	two(f, f)
}

type byN []*mvn
type mvn struct{ n int }

func (b byN) Len() int           { return len(b) }
func (b byN) Less(i, j int) bool { return b[i].n < b[j].n }
func (b byN) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func TestBugSortInterface(t *testing.T) {
	b := byN{{2}, {1}}
	two(func() { sort.Sort(b) }, func() { _ = b[1] })
}

func TestOKSortInterface(t *testing.T) {
	b := byN{{2}, {1}}
	two(func() { sort.Sort(slices.Clone(b)) }, func() { sort.Sort(sort.Reverse(slices.Clone(b))) })
}

func TestBugSortInterfaceElem(t *testing.T) {
	b := byN{{2}, {1}}
	two(func() { sort.Sort(slices.Clone(b)) }, func() { b[1].n = 4 })
}

// builders, bufio, pipes

func TestBugBuilderShared(t *testing.T) {
	var b strings.Builder
	two(func() { b.WriteString("a") }, func() { b.WriteByte('b') })
}

func TestBugBuilderString(t *testing.T) {
	var b strings.Builder
	two(func() { b.WriteString("a") }, func() { _ = b.String() })
}

func TestOKBuilderReads(t *testing.T) {
	var b strings.Builder
	b.WriteString("x")
	two(func() { _ = b.String() }, func() { _ = b.Len() })
}

func TestBugBufferBytes(t *testing.T) {
	b := bytes.NewBufferString("abc")
	p := b.Bytes()
	two(func() { b.Reset(); b.WriteString("x") }, func() { _ = p[0] })
}

func TestBugBufioReader(t *testing.T) {
	b := bufio.NewReader(strings.NewReader("a\nb\n"))
	two(func() { b.ReadString('\n') }, func() { b.ReadString('\n') })
}

func TestBugBufioReadSlice(t *testing.T) {
	b := bufio.NewReaderSize(strings.NewReader(strings.Repeat("abcdefg\n", 10)), 16)
	l, _ := b.ReadSlice('\n')
	done := make(chan int)
	go func() { defer close(done); _ = l[0] }()
	for range 4 {
		b.ReadSlice('\n')
	}
	<-done
}

func TestBugScannerBytes(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader(strings.Repeat("abcdefg\n", 10)))
	s.Buffer(make([]byte, 16), 16)
	s.Scan()
	b := s.Bytes()
	done := make(chan int)
	go func() { defer close(done); _ = b[0] }()
	for s.Scan() {
	}
	<-done
}

func TestOKScannerText(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\n"))
	var wg sync.WaitGroup
	var n atomic.Int32
	for s.Scan() {
		x := s.Text()
		wg.Go(func() { n.Add(int32(len(x))) })
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestOKPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() { fmt.Fprint(w, "hello"); w.CloseWithError(errors.New("e")) }()
	b, err := io.ReadAll(r)
	if string(b) != "hello" || err.Error() != "e" {
		t.Error(string(b), err)
	}
}

func TestBugPipeNoClose(t *testing.T) {
	r, w := io.Pipe()
	go func() { fmt.Fprint(w, "hello") }()
	io.ReadAll(r)
}

func TestOKPipeTwoWriters(t *testing.T) {
	r, w := io.Pipe()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { w.Write([]byte("ab")) })
	}
	go func() { wg.Wait(); w.Close() }()
	b, _ := io.ReadAll(r)
	if string(b) != "abab" {
		t.Error(string(b))
	}
}

func TestOKPipeBufferByReader(t *testing.T) {
	r, w := io.Pipe()
	b := []byte("ab")
	go func() { w.Write(b); w.Close() }()
	b[0] = 'x'
	io.ReadAll(r)
}

func TestOKPipeBuffer(t *testing.T) {
	r, w := io.Pipe()
	b := []byte("ab")
	go func() { w.Write(b); w.Close() }()
	io.ReadAll(r)
	b[0] = 'x'
}

func TestBugPipeClosedRead(t *testing.T) {
	r, w := io.Pipe()
	go r.Close()
	if _, err := w.Write([]byte("x")); err != nil {
		t.Error(err)
	}
}

func TestBugTeeReader(t *testing.T) {
	var b bytes.Buffer
	r := io.TeeReader(strings.NewReader("abc"), &b)
	two(func() { io.ReadAll(r) }, func() { b.Len() })
}

func TestBugMultiWriter(t *testing.T) {
	var a, b bytes.Buffer
	w := io.MultiWriter(&a, &b)
	two(func() { fmt.Fprint(w, "a") }, func() { fmt.Fprint(&b, "a") })
}

// slog

type handler struct {
	n    *int
	mu   *sync.Mutex
	attr []slog.Attr
}

func (h handler) Enabled(_ ctx, _ slog.Level) bool { return true }

type ctx = context.Context

func (h handler) Handle(_ ctx, r slog.Record) error {
	if h.mu != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	*h.n += r.NumAttrs()
	return nil
}
func (h handler) WithAttrs(a []slog.Attr) slog.Handler { h.attr = append(h.attr, a...); return h }
func (h handler) WithGroup(string) slog.Handler        { return h }

func TestBugSlogHandler(t *testing.T) {
	l := slog.New(handler{n: new(int)})
	two(func() { l.Info("a") }, func() { l.Info("b") })
}

func TestOKSlogHandler(t *testing.T) {
	n := 0
	l := slog.New(handler{n: &n, mu: new(sync.Mutex)})
	two(func() { l.Info("a", "k", 1) }, func() { l.With("x", 2).Info("b", "k", 1) })
	if n != 2 {
		t.Error(n)
	}
}

func TestBugSlogWithAppend(t *testing.T) {
	h := handler{n: new(int), mu: new(sync.Mutex), attr: make([]slog.Attr, 0, 4)}
	l := slog.New(h)
	two(func() { l.With("x", 2) }, func() { l.With("y", 2) })
}

type valuer struct{ n *int }

func (v valuer) LogValue() slog.Value { *v.n++; return slog.IntValue(*v.n) }

func TestBugSlogLogValuer(t *testing.T) {
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	n := 0
	two(func() { l.Info("a", "k", valuer{&n}) }, func() { l.Info("a", "k", valuer{&n}) })
}

func TestOKSlogDisabled(t *testing.T) {
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	n := 0
	two(func() { l.Debug("a", "k", valuer{&n}) }, func() { l.Debug("a", "k", valuer{&n}) })
}

func TestBugSlogOrder(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	two(func() { l.Info("a") }, func() { l.Info("b") })
	if strings.Index(b.String(), "msg=b") < strings.Index(b.String(), "msg=a") {
		t.Error(b.String())
	}
}

func TestOKSlogBuffer(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewJSONHandler(&b, nil))
	two(func() { l.Info("a") }, func() { l.Info("b") })
	if strings.Count(b.String(), "\n") != 2 {
		t.Error(b.String())
	}
}

func TestBugSlogReplaceAttr(t *testing.T) {
	n := 0
	l := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr { n++; return a }}))
	two(func() { l.Info("a") }, func() { l.Info("b") })
}

func TestBugSlogMultiHandler(t *testing.T) {
	var b bytes.Buffer
	h1 := slog.NewTextHandler(&b, nil)
	h2 := slog.NewTextHandler(&b, nil)
	two(func() { slog.New(h1).Info("x") }, func() { slog.New(h2).Info("x") })
}

// templates

type lockedData struct {
	mu sync.Mutex
	n  int
}

func (l *lockedData) Inc() int  { l.mu.Lock(); defer l.mu.Unlock(); l.n++; return l.n }
func (l *lockedData) Bare() int { l.n++; return l.n }

func TestOKTemplateLock(t *testing.T) {
	d := &lockedData{}
	tp := template.Must(template.New("x").Parse("{{.Inc}}"))
	two(func() { tp.Execute(io.Discard, d) }, func() { tp.Execute(io.Discard, d) })
	if d.n != 2 {
		t.Error(d.n)
	}
}

func TestBugTemplateBare(t *testing.T) {
	d := &lockedData{}
	tp := template.Must(template.New("x").Parse("{{.Bare}}"))
	two(func() { tp.Execute(io.Discard, d) }, func() { tp.Execute(io.Discard, d) })
}

func TestBugTemplateOrder(t *testing.T) {
	d := &lockedData{}
	tp := template.Must(template.New("x").Parse("{{.Inc}}"))
	var a, b strings.Builder
	two(func() { tp.Execute(&a, d) }, func() { tp.Execute(&b, d) })
	if a.String() != "1" {
		t.Error(a.String())
	}
}

func TestBugTemplateFuncs(t *testing.T) {
	n := 0
	tp := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { n++; return n }}).Parse("{{f}}"))
	two(func() { tp.Execute(io.Discard, nil) }, func() { tp.Execute(io.Discard, nil) })
}

func TestBugTemplateMap(t *testing.T) {
	m := map[string]int{"a": 1}
	tp := template.Must(template.New("x").Parse("{{.a}}"))
	two(func() { tp.Execute(io.Discard, m) }, func() { m["a"] = 2 })
}

func TestBugTemplateRangeChan(t *testing.T) {
	c := make(chan int)
	tp := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))
	go func() { c <- 1; c <- 2 }()
	tp.Execute(io.Discard, c)
}

func TestOKTemplateRangeChan(t *testing.T) {
	c := make(chan int)
	tp := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))
	go func() { c <- 1; c <- 2; close(c) }()
	var b strings.Builder
	tp.Execute(&b, c)
	if b.String() != "12" {
		t.Error(b.String())
	}
}

// reflect

func TestBugReflectCall(t *testing.T) {
	n := 0
	f := reflect.ValueOf(func() { n++ })
	two(func() { f.Call(nil) }, func() { f.Call(nil) })
}

func TestBugReflectMakeFunc(t *testing.T) {
	n := 0
	f := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { n++; return nil }).Interface().(func())
	two(f, f)
}

func TestOKReflectMakeFunc(t *testing.T) {
	n := 0
	var mu sync.Mutex
	f := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value {
		mu.Lock()
		defer mu.Unlock()
		n++
		return nil
	}).Interface().(func())
	two(f, f)
}

func TestBugReflectSelect(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	i, _, _ := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(b)}})
	if i != 0 {
		t.Error(i)
	}
}

func TestOKReflectSelectDefault(t *testing.T) {
	a := make(chan int)
	i, _, _ := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)}, {Dir: reflect.SelectDefault}})
	if i != 1 {
		t.Error(i)
	}
}

func TestBugReflectSelectBlocks(t *testing.T) {
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}})
}

func TestBugReflectSet(t *testing.T) {
	var x struct{ A, B int }
	v := reflect.ValueOf(&x).Elem()
	two(func() { v.Field(0).SetInt(1) }, func() { _ = x.A })
}

func TestOKReflectSet(t *testing.T) {
	var x struct{ A, B int }
	v := reflect.ValueOf(&x).Elem()
	two(func() { v.Field(0).SetInt(1) }, func() { x.B++ })
}

func TestBugReflectMapIndex(t *testing.T) {
	m := map[string]int{"a": 1}
	v := reflect.ValueOf(m)
	two(func() { v.MapIndex(reflect.ValueOf("a")) }, func() { m["b"] = 1 })
}

func TestBugReflectAppend(t *testing.T) {
	s := make([]int, 0, 2)
	v := reflect.ValueOf(s)
	two(func() { reflect.Append(v, reflect.ValueOf(1)) }, func() { _ = append(s, 1) })
}

func TestBugReflectCopy(t *testing.T) {
	s := make([]int, 2)
	two(func() { reflect.Copy(reflect.ValueOf(s), reflect.ValueOf([]int{1})) }, func() { _ = s[0] })
}

func TestOKReflectCopy(t *testing.T) {
	s := make([]int, 2)
	two(func() { reflect.Copy(reflect.ValueOf(s), reflect.ValueOf([]int{1})) }, func() { _ = s[1] })
}

func TestBugReflectSwapper(t *testing.T) {
	s := []int{1, 2}
	f := reflect.Swapper(s)
	two(func() { f(0, 1) }, func() { _ = s[1] })
}

func TestBugReflectChanSend(t *testing.T) {
	c := make(chan int)
	go reflect.ValueOf(c).Send(reflect.ValueOf(1))
	reflect.ValueOf(c).Close()
}

func TestOKReflectChan(t *testing.T) {
	c := make(chan int)
	go func() { reflect.ValueOf(c).Send(reflect.ValueOf(1)); close(c) }()
	v, ok := reflect.ValueOf(c).Recv()
	_, ok2 := reflect.ValueOf(c).Recv()
	if v.Int() != 1 || !ok || ok2 {
		t.Error(v, ok)
	}
}

func TestBugReflectMethodCall(t *testing.T) {
	d := &lockedData{}
	m := reflect.ValueOf(d).MethodByName("Bare")
	two(func() { m.Call(nil) }, func() { m.Call(nil) })
}

func TestOKReflectMethodCall(t *testing.T) {
	d := &lockedData{}
	m := reflect.ValueOf(d).MethodByName("Inc")
	two(func() { m.Call(nil) }, func() { m.Call(nil) })
}

func TestBugReflectDeepEqual(t *testing.T) {
	a, b := []*mvn{{1}}, []*mvn{{1}}
	two(func() { reflect.DeepEqual(a, b) }, func() { b[0].n = 3 })
}

func TestOKReflectDeepEqualSame(t *testing.T) {
	a := []*mvn{{1}}
	two(func() { reflect.DeepEqual(a, a) }, func() { a[0].n = 3 })
}

// JSON

type embJSON struct {
	*mvj
	Z int
}
type mvj struct{ N int }

func TestBugJSONEmbedded(t *testing.T) {
	x := &embJSON{mvj: &mvj{}}
	two(func() { json.Unmarshal([]byte(`{"N":3}`), x) }, func() { _ = x.N })
}

func TestOKJSONEmbedded(t *testing.T) {
	x := &embJSON{mvj: &mvj{}}
	two(func() { json.Unmarshal([]byte(`{"Z":3}`), x) }, func() { x.N++ })
}

func TestBugJSONOmitempty(t *testing.T) {
	x := struct {
		A []int `json:",omitempty"`
	}{}
	two(func() { json.Marshal(&x) }, func() { x.A = []int{1} })
}

func TestOKJSONDash(t *testing.T) {
	x := struct {
		A int `json:"-"`
		B int
	}{}
	two(func() { json.Marshal(&x) }, func() { x.A = 1 })
}

func TestBugJSONRaw(t *testing.T) {
	x := struct{ R json.RawMessage }{R: json.RawMessage("1")}
	two(func() { json.Marshal(&x) }, func() { x.R[0] = '2' })
}

func TestBugJSONRawUnmarshal(t *testing.T) {
	x := struct{ R json.RawMessage }{R: make([]byte, 0, 10)}
	r := x.R[:1]
	two(func() { json.Unmarshal([]byte(`{"R":1}`), &x) }, func() { r[0] = '2' })
}

type tm struct{ n int }

func (x *tm) MarshalText() ([]byte, error) { x.n++; return []byte("x"), nil }

var _ encoding.TextMarshaler = (*tm)(nil)

func TestBugJSONMapKeyText(t *testing.T) {
	m := map[*tm]int{{}: 1}
	two(func() { json.Marshal(m) }, func() { json.Marshal(m) })
}

func TestBugJSONOmitzero(t *testing.T) {
	x := struct {
		T time.Time `json:",omitzero"`
	}{}
	two(func() { json.Marshal(&x) }, func() { x.T = time.Unix(1, 0) })
}

func TestBugJSONArrayRest(t *testing.T) {
	a := [3]int{1, 2, 3}
	two(func() { json.Unmarshal([]byte(`[1]`), &a) }, func() { _ = a[2] })
}

func TestOKJSONSliceRest(t *testing.T) {
	a := []int{1, 2, 3}
	b := a[2:]
	two(func() { json.Unmarshal([]byte(`[1]`), &a) }, func() { b[0]++ })
}

func TestBugJSONNull(t *testing.T) {
	a := []int{1, 2, 3}
	two(func() { json.Unmarshal([]byte(`null`), &a) }, func() { _ = a })
}

func TestOKJSONNullInt(t *testing.T) {
	a := 1
	two(func() { json.Unmarshal([]byte(`null`), &a) }, func() { a++ })
}

func TestBugJSONDecoderShared(t *testing.T) {
	d := json.NewDecoder(strings.NewReader("1 2"))
	var a, b int
	two(func() { d.Decode(&a) }, func() { d.Decode(&b) })
}

func TestBugJSONIndent(t *testing.T) {
	var b bytes.Buffer
	src := []byte(`{"a":1}`)
	two(func() { json.Indent(&b, src, "", " ") }, func() { src[0] = ' ' })
}

func TestBugJSONString(t *testing.T) {
	x := struct {
		A int `json:",string"`
	}{}
	two(func() { json.Unmarshal([]byte(`{"A":"3"}`), &x) }, func() { _ = x.A })
}

// XML CharData

func TestBugXMLCharNext(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text<b>more</b></a>"))
	var c xml.CharData
	for c == nil {
		tok, _ := d.Token()
		c, _ = tok.(xml.CharData)
	}
	two(func() { _ = c[0] }, func() { d.Token(); d.Token() })
}

func TestBugXMLCharRaw(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("text<b>more</b>"))
	tok, _ := d.RawToken()
	c := tok.(xml.CharData)
	two(func() { _ = string(c) }, func() { d.RawToken(); d.RawToken() })
}

func TestOKXMLCharCopied(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text<b>more</b></a>"))
	d.Token()
	tok, _ := d.Token()
	c := tok.(xml.CharData).Copy()
	two(func() { _ = c[0] }, func() { d.Token(); d.Token() })
}

func TestBugXMLCommentNext(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a><!-- hello -->more</a>"))
	d.Token()
	tok, _ := d.Token()
	c := tok.(xml.Comment)
	two(func() { _ = c[0] }, func() { d.Token() })
}

func TestBugXMLDirectiveNext(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<!DOCTYPE x><a>more</a>"))
	tok, _ := d.Token()
	c := tok.(xml.Directive)
	two(func() { _ = c[0] }, func() { d.Token(); d.Token() })
}

func TestBugXMLProcInstNext(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<?go x?><a>more</a>"))
	tok, _ := d.Token()
	c := tok.(xml.ProcInst)
	two(func() { _ = c.Inst[0] }, func() { d.Token(); d.Token() })
}

func TestBugXMLCharDecode(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("text<b>more</b>"))
	tok, _ := d.RawToken()
	c := tok.(xml.CharData)
	var v struct{ X string }
	two(func() { _ = c[1] }, func() { d.Decode(&v) })
}

func TestBugXMLCharSkip(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text<b>more</b></a>"))
	d.Token()
	tok, _ := d.Token()
	c := tok.(xml.CharData)
	two(func() { _ = c[1] }, func() { d.Skip() })
}

// registries

type registry struct {
	mu sync.RWMutex
	m  map[string]func() int
}

var reg = registry{m: map[string]func() int{}}
var bare = map[string]func() int{}

func init() { reg.add("a", func() int { return 1 }); bare["a"] = func() int { return 1 } }
func (r *registry) add(k string, f func() int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.m[k]; ok {
		panic("twice")
	}
	r.m[k] = f
}

func TestOKRegistry(t *testing.T) {
	two(func() { reg.add("b", nil) }, func() { reg.mu.RLock(); _ = reg.m["a"](); reg.mu.RUnlock() })
	reg.mu.Lock()
	delete(reg.m, "b")
	reg.mu.Unlock()
}

func TestBugRegistryBare(t *testing.T) {
	two(func() { bare["c"] = nil }, func() { _ = bare["a"]() })
}

func TestBugRegistryTwice(t *testing.T) {
	two(func() { reg.add("z", nil) }, func() { reg.add("z", nil) })
}

type embedded struct {
	sync.RWMutex
	*sync.Cond
	n int
}

func TestOKEmbeddedMutex(t *testing.T) {
	e := &embedded{}
	e.Cond = sync.NewCond(e)
	two(func() { e.Lock(); e.n = 1; e.Unlock(); e.Signal() }, func() {
		e.Lock()
		for e.n == 0 {
			e.Wait()
		}
		e.Unlock()
	})
}

func TestBugEmbeddedRLockWrites(t *testing.T) {
	e := &embedded{}
	f := func() { e.RLock(); e.n++; e.RUnlock() }
	two(f, f)
}

func TestBugRLocker(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	f := func() { l := mu.RLocker(); l.Lock(); defer l.Unlock(); n++ }
	two(f, f)
}

var _ = os.Stdout
