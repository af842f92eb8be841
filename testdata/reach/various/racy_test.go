package various

import (
	"bytes"
	"cmp"
	"container/heap"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"encoding/pem"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math/big"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"text/scanner"
	"text/tabwriter"
	"text/template"
	"time"
	"unicode/utf16"
	"unique"
	"unsafe"
)

func TestMapsCollect(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() { m["b"] = 2 }, func() { use(maps.Collect(maps.All(m))) })
}

func TestSortedKeys(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() { delete(m, "a") }, func() { use(slices.Sorted(maps.Keys(m))) })
}

func TestSeqLater(t *testing.T) {
	s := []int{1, 2}
	seq := slices.Values(s)
	both(func() { s[1] = 3 }, func() {
		for v := range seq {
			use(v)
		}
	})
}

func TestOwnSeq(t *testing.T) {
	n := 0
	both(func() {
		for range count(2, &n) {
		}
	}, func() { use(n) })
}

func TestSeqBody(t *testing.T) {
	sum := 0
	var x int
	f := func() {
		for i := range count(2, &x) {
			sum += i
		}
	}
	inOrder(f, func() { use(x) })
	both(func() { sum = 1 }, f)
}

func TestPull(t *testing.T) {
	s := []int{1, 2}
	both(func() {
		next, stop := iter.Pull(slices.Values(s))
		defer stop()
		next()
	}, func() { s[0] = 1 })
}

func TestBuilder(t *testing.T) {
	var b strings.Builder
	both(func() { b.WriteString("a") }, func() { fmt.Fprintf(&b, "%d", 1) })
}

func TestTemplate(t *testing.T) {
	v := struct{ A, B int }{}
	tm := template.Must(template.New("x").Parse("{{.A}}"))
	both(func() { v.A = 1 }, func() { tm.Execute(io.Discard, &v) })
}

func TestTemplateRange(t *testing.T) {
	v := []int{1, 2}
	tm := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))
	both(func() { v[1] = 1 }, func() { tm.Execute(io.Discard, v) })
}

func TestBinaryRead(t *testing.T) {
	var v struct{ A, B uint16 }
	both(func() { use(v.B) }, func() { binary.Read(strings.NewReader("abcd"), binary.BigEndian, &v) })
}

func TestBase64(t *testing.T) {
	b := make([]byte, 4)
	both(func() { b[0] = 1 }, func() { use(base64.URLEncoding.EncodeToString(b)) })
}

func TestPem(t *testing.T) {
	p := &pem.Block{Type: "X", Bytes: []byte("ab")}
	both(func() { p.Type = "Y" }, func() { use(pem.EncodeToMemory(p)) })
}

func TestPemBytes(t *testing.T) {
	p := &pem.Block{Type: "X", Bytes: []byte("ab")}
	both(func() { p.Bytes[0] = 1 }, func() { use(pem.EncodeToMemory(p)) })
}

func TestXMLAttr(t *testing.T) {
	v := struct {
		A int `xml:"a,attr"`
	}{}
	type x struct {
		V any
	}
	both(func() { v.A = 1 }, func() { xml.Marshal(x{&v}) })
}

func TestCSVWrite(t *testing.T) {
	r := []string{"a"}
	both(func() { r[0] = "b" }, func() { csv.NewWriter(io.Discard).Write(r) })
}

func TestSyncMapValue(t *testing.T) {
	var m sync.Map
	m.Store("a", &val{})
	f := func() { v, _ := m.Load("a"); v.(*val).n++ }
	both(f, f)
}

func TestSyncMapAfter(t *testing.T) {
	var m sync.Map
	both(func() { v := &val{}; m.Store("a", v); v.n = 1 }, func() {
		if v, ok := m.LoadAndDelete("a"); ok {
			use(v.(*val).n)
		}
	})
}

func TestContextValue(t *testing.T) {
	ctx := context.WithValue(context.Background(), key{}, &val{})
	both(func() { ctx.Value(key{}).(*val).n = 1 }, func() { use(ctx.Value(key{}).(*val).n) })
}

func TestContextCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	n := 0
	both(func() { cancel(errors.New("x")); n = 1 }, func() { <-ctx.Done(); use(n) })
}

func TestErrorsJoin(t *testing.T) {
	e := &myErr{}
	j := errors.Join(e, io.EOF)
	both(func() { e.n = 1 }, func() { use(j.Error()) })
}

func TestErrorsUnwrap(t *testing.T) {
	e := &myErr{}
	w := fmt.Errorf("x: %w", e)
	both(func() { e.n = 1 }, func() {
		var m *myErr
		if errors.As(w, &m) {
			use(m.n)
		}
	})
}

func TestAfterFunc(t *testing.T) {
	n := 0
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() { n = 1; close(done) })
	n = 2
	<-done
	use(n)
}

func TestUnique(t *testing.T) {
	h := unique.Make("a")
	both(func() { h = unique.Make("b") }, func() { use(h.Value()) })
}

func TestArrayCopy(t *testing.T) {
	type s struct{ a [4]int }
	var x s
	both(func() { x.a[3] = 1 }, func() { y := x; use(y.a[0]) })
}

func TestArrayRange(t *testing.T) {
	var x [4]int
	both(func() { x[3] = 1 }, func() {
		for _, v := range x {
			use(v)
		}
	})
}

func TestArrayPtrRange(t *testing.T) {
	x := &[2]int{}
	both(func() { x[1] = 1 }, func() {
		for _, v := range x {
			use(v)
		}
	})
}

func TestMin(t *testing.T) {
	a, b := 1, 2
	both(func() { a = 3 }, func() { use(min(b, 5, a)) })
}

func TestClearMap(t *testing.T) {
	m := map[int]int{1: 1}
	both(func() { clear(m) }, func() { use(len(m)) })
}

func TestRangeInt(t *testing.T) {
	n := 3
	both(func() { n = 1 }, func() {
		for range n {
		}
	})
}

func TestLabel(t *testing.T) {
	n := 0
	both(func() {
	outer:
		for i := 0; i < 2; i++ {
			for {
				if i == 1 {
					break outer
				}
				n++
				continue outer
			}
		}
	}, func() { use(n) })
}

func TestGoto(t *testing.T) {
	n := 0
	both(func() {
		i := 0
	again:
		if i < 2 {
			n += i
			i++
			goto again
		}
	}, func() { use(n) })
}

func TestMethodValue(t *testing.T) {
	v := &val{}
	f := v.inc
	both(f, f)
}

func TestMethodValueCopy(t *testing.T) {
	v := val{}
	both(func() { v.n = 1 }, func() { f := v.get; use(f()) })
}

func TestMethodExpr(t *testing.T) {
	v := &val{}
	both(func() { (*val).inc(v) }, func() { use((*val).get(v)) })
}

func TestDeferLoop(t *testing.T) {
	n := 0
	both(func() {
		for i := 0; i < 2; i++ {
			defer func() { n += i }()
		}
	}, func() { n++ })
}

func TestDeferArg(t *testing.T) {
	n := 0
	both(func() { defer use(n) }, func() { n++ })
}

func TestGenericSum(t *testing.T) {
	s := ints{1, 2}
	both(func() { s[1] = 3 }, func() { use(sum(s)) })
}

func TestBox(t *testing.T) {
	b := &box[[2]string]{}
	both(func() { b.set([2]string{"a"}) }, func() { use(b.get()) })
}

func TestEmbeddedInterface(t *testing.T) {
	v := &val{}
	w := wrap{v}
	both(func() { v.n = 1 }, func() { use(w.get()) })
}

func TestSliceToArray(t *testing.T) {
	s := []int{1, 2}
	both(func() { s[1] = 3 }, func() { use([2]int(s)) })
}

func TestNamedSlice(t *testing.T) {
	s := []int{2, 1}
	both(func() { s[1] = 3 }, func() { sort.Sort(sort.IntSlice(s)) })
}

func TestHeap(t *testing.T) {
	h := &hp{2, 1}
	both(func() { heap.Push(h, 3) }, func() { use(h.Len()) })
}

func TestBig(t *testing.T) {
	x := big.NewInt(1)
	both(func() { x.Add(x, x) }, func() { use(x.Cmp(big.NewInt(3))) })
}

func TestRegexpReplaceFunc(t *testing.T) {
	n := 0
	r := regexp.MustCompile("a")
	f := func() { r.ReplaceAllStringFunc("aa", func(s string) string { n++; return s }) }
	both(f, f)
}

func TestURL(t *testing.T) {
	u, _ := url.Parse("http://a/b")
	both(func() { u.Host = "c" }, func() { use(u.String()) })
}

func TestMapFS(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	both(func() { m["b"] = &fstest.MapFile{} }, func() { fs.ReadFile(m, "a") })
}

func TestMapFSData(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	both(func() { m["a"].Data[0] = 'y' }, func() { fs.ReadFile(m, "a") })
}

func TestStringsMap(t *testing.T) {
	n := 0
	both(func() { strings.Map(func(r rune) rune { n++; return r }, "ab") }, func() { use(n) })
}

func TestSortFunc(t *testing.T) {
	s := []*val{{2}, {1}}
	v := s[0]
	both(func() { v.n = 5 }, func() { slices.SortFunc(s, func(a, b *val) int { return cmp.Compare(a.n, b.n) }) })
}

func TestScanner(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b"))
	both(func() { s.Scan() }, func() { use(s.TokenText()) })
}

func TestTabwriter(t *testing.T) {
	w := tabwriter.NewWriter(io.Discard, 1, 1, 1, ' ', 0)
	both(func() { fmt.Fprint(w, "a") }, func() { w.Flush() })
}

func TestFnv(t *testing.T) {
	h := fnv.New32a()
	both(func() { h.Write([]byte("a")) }, func() { use(h.Sum32()) })
}

func TestReflectField(t *testing.T) {
	v := &struct{ A, B int }{}
	both(func() { reflect.ValueOf(v).Elem().Field(0).SetInt(1) }, func() { use(v.A) })
}

func TestReflectCall(t *testing.T) {
	n := 0
	f := reflect.ValueOf(func() { n++ })
	both(func() { f.Call(nil) }, func() { use(n) })
}

func TestUnsafe(t *testing.T) {
	v := &struct{ a, b int32 }{}
	p := (*int32)(unsafe.Add(unsafe.Pointer(v), 4))
	both(func() { *p = 1 }, func() { use(v.b) })
}

func TestUnsafeSlice(t *testing.T) {
	var v [4]int
	s := unsafe.Slice(&v[0], 4)
	both(func() { s[2] = 1 }, func() { use(v[2]) })
}

func TestSwitchType(t *testing.T) {
	var x any = 1
	both(func() { x = "s" }, func() {
		switch y := x.(type) {
		case int:
			use(y)
		}
	})
}

func TestChanOfPtr(t *testing.T) {
	c := make(chan *val, 1)
	both(func() { v := &val{}; c <- v; v.n = 1 }, func() { use((<-c).n) })
}

func TestAtomicPtrAfter(t *testing.T) {
	var p atomic.Pointer[val]
	both(func() { v := &val{}; p.Store(v); v.n = 1 }, func() {
		if v := p.Load(); v != nil {
			use(v.n)
		}
	})
}

func TestOnceValue(t *testing.T) {
	f := sync.OnceValue(func() *val { return &val{1} })
	both(func() { f().n++ }, func() { use(f().n) })
}

func TestUTF16(t *testing.T) {
	s := []uint16{1, 2}
	both(func() { s[0] = 3 }, func() { use(utf16.Decode(s)) })
}

func TestMultiAssign(t *testing.T) {
	a, b := 1, 2
	both(func() { a, b = b, a }, func() { use(b) })
}

func TestCompositeLit(t *testing.T) {
	a := 1
	both(func() { use(struct{ x, y int }{y: a}) }, func() { a++ })
}

func TestShift(t *testing.T) {
	a := uint(1)
	both(func() { use(1 << a) }, func() { a <<= 1 })
}

func TestVariadic(t *testing.T) {
	s := []any{1, 2}
	both(func() { fmt.Sprint(s...) }, func() { s[1] = 2 })
}

func TestNamedResult(t *testing.T) {
	f := func() (n int) {
		var wg sync.WaitGroup
		wg.Go(func() { n = 1 })
		defer wg.Wait()
		return 2
	}
	use(f())
}

func TestStructCompare(t *testing.T) {
	a, b := struct{ x, y int }{1, 2}, struct{ x, y int }{1, 2}
	both(func() { use(a == b) }, func() { b.y = 3 })
}

func TestInterfaceCompare(t *testing.T) {
	a := &val{}
	var i, j any = *a, val{}
	both(func() { use(i == j) }, func() { i = 1 })
}

func TestStringConcat(t *testing.T) {
	s := "a"
	both(func() { s += "b" }, func() { use(s + "c") })
}

func TestCloseOverRange(t *testing.T) {
	m := map[string]*val{"a": {}}
	var wg sync.WaitGroup
	for _, v := range m {
		wg.Go(func() { v.n++ })
		wg.Go(func() { v.n++ })
	}
	wg.Wait()
}

func TestSelectSend(t *testing.T) {
	n := 0
	c := make(chan int, 1)
	both(func() {
		select {
		case c <- n:
		default:
		}
	}, func() { n = 1 })
}

func TestSelectRecvInto(t *testing.T) {
	n := 0
	c := make(chan int, 1)
	c <- 1
	both(func() {
		select {
		case n = <-c:
		}
	}, func() { use(n) })
}

func TestJSONIndent(t *testing.T) {
	b := []byte(`{"a":1}`)
	both(func() { b[0] = '[' }, func() { var o bytes.Buffer; json.Indent(&o, b, "", " ") })
}

func TestCloneShallow(t *testing.T) {
	m := map[string]*val{"a": {}}
	c := maps.Clone(m)
	both(func() { m["a"].n = 1 }, func() { use(c["a"].n) })
}

func TestChunk(t *testing.T) {
	s := []int{1, 2, 3, 4}
	both(func() {
		for c := range slices.Chunk(s, 2) {
			c[0] = 1
		}
	}, func() { use(s[2]) })
}

func TestAppendShared(t *testing.T) {
	s := make([]int, 0, 4)
	both(func() { use(append(s, 1)) }, func() { use(append(s, 2)) })
}
