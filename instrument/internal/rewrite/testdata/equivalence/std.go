// Objects of the standard library: order of evaluation, method values, deferred
// calls, promoted methods, nil receivers, functions as values.
package main

import (
	"bufio"
	"bytes"
	"container/list"
	"container/ring"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"os"
	"sort"
	"strings"
)

type journal struct {
	strings.Builder
	items *list.List
	buf   *bytes.Buffer
	w     io.Writer
	q     url.Values
	n     []int
}

type wrapped struct {
	*bufio.ReadWriter
	io.Closer
}

type inner struct{ bytes.Buffer }
type outer struct {
	inner
	n int
}
type generic[T any] struct {
	bytes.Buffer
	v T
}

var global journal

func trace(s string) string { fmt.Println("eval", s); return s }

func (j *journal) self(s string) *journal { fmt.Println("self", s); return j }

func two() (io.Writer, string) { return global.buf, "two\n" }

type fault struct{ s string }

func (f *fault) Error() string { return f.s }

type stringer []int

func (s stringer) String() string { return fmt.Sprint(len(s), " of them") }

func crash() (err error) {
	defer func() { err = fmt.Errorf("recovered %v", recover()) }()
	var b *bytes.Buffer
	fmt.Println(b.String())
	b.WriteString(trace("crash"))
	return nil
}

func fails() (err error) {
	defer func() { fmt.Fprintln(global.buf, "deferred", recover()) }()
	var p *journal
	p.WriteString(trace("argument first"))
	return nil
}

func main() {
	j := &global
	j.items, j.buf, j.q = list.New(), new(bytes.Buffer), url.Values{}
	j.w = j.buf
	done := make(chan bool)
	go func() { j.WriteString("task "); close(done) }()
	<-done
	j.self("a").WriteString(trace("x"))
	j.WriteByte('!')
	fmt.Fprintf(j, "%d %s", 1, trace("y"))
	fmt.Fprintf(j, "%d", 2)
	fmt.Println(j.String(), j.Len(), trace("z"))
	fmt.Fprint(two())
	fmt.Fprintln(j.w, []any{1, "a"}...)
	j.w.Write([]byte("written\n"))
	f := j.buf.WriteString
	j.buf = new(bytes.Buffer)
	f("to the old\n")
	fmt.Println(j.buf.Len(), j.w)
	g := (*bytes.Buffer).Len
	h := fmt.Sprintln
	fmt.Println(g(j.buf), h("v", 1, nil), crash(), fails(), j.buf)
	e := j.items.PushBack(trace("e"))
	j.items.PushFront(1)
	j.items.InsertBefore(2, e)
	for e := j.items.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(j.items.Remove(e), e.Next(), j.items.Len())
	j.q.Set("k", trace("v"))
	j.q["l"] = []string{"w"}
	fmt.Println(j.q.Get("k"), j.q.Encode(), url.Values(nil).Get("x"))
	j.n = []int{3, 1, 2}
	sort.Sort(sort.Reverse(sort.IntSlice(j.n)))
	fmt.Println(j.n, stringer(j.n))
	sort.Slice(j.n, func(a, b int) bool { return j.n[a] < j.n[b] })
	fmt.Println(j.n)
	var v struct {
		A int
		B *big.Int
		C map[string][]int
		d int
	}
	fmt.Println(json.Unmarshal([]byte(`{"A":1,"B":2,"C":{"x":[1]}}`), &v), v.A, v.B, v.C, v.d)
	fmt.Println(json.NewDecoder(strings.NewReader(`{"A":7}`)).Decode(&v), v.A)
	var target *fault
	fmt.Println(errors.As(fmt.Errorf("x: %w", &fault{"deep"}), &target), target)
	a, b := 0, ""
	fmt.Println(fmt.Sscan("5 x", &a, &b))
	fmt.Println(a, b, big.NewInt(5).Cmp(new(big.Int).Mul(big.NewInt(2), big.NewInt(3))), (*big.Int)(nil))
	r := ring.New(3)
	r.Value = 1
	r.Next().Value = 2
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println(new(ring.Ring).Len(), r.Unlink(1).Value)
	rw := wrapped{bufio.NewReadWriter(bufio.NewReader(strings.NewReader("line\n")), bufio.NewWriter(os.Stdout)), io.NopCloser(nil)}
	line, err := rw.ReadString('\n')
	fmt.Fprintf(rw, "%q %v\n", line, err)
	defer fmt.Println("last", trace("deferred arguments"))
	defer rw.Flush()
	defer rw.WriteString(trace("before flush\n"))
	var o outer
	var w io.Writer = &o
	w.Write([]byte("promoted"))
	var gen generic[int]
	io.Copy(&gen, &o)
	fmt.Println(gen.String(), gen.Len(), o.Len())
	io.MultiWriter(&gen, os.Stdout).Write([]byte("!\n"))
	fmt.Print(gen.String())
}
