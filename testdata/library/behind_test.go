package library

import (
	"bytes"
	"container/list"
	"encoding/json"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math/big"
	"math/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Objects that the standard library uses through an interface that the program's type embeds: the
// method that the compiler makes for that is plain code.

type hashBehind struct{ hash.Hash }
type sourceBehind struct{ rand.Source }
type stringerBehind struct{ fmt.Stringer }

func TestBugBehindHash(t *testing.T) {
	h := hashBehind{fnv.New64a()}
	both(func() { io.WriteString(h, "a") }, func() { h.Sum(nil) })
}

func TestBugBehindHashCopied(t *testing.T) {
	h := hashBehind{fnv.New64a()}
	both(func() { io.Copy(h, strings.NewReader("a")) }, func() { fmt.Fprint(h, "b") })
}

func TestBugBehindSource(t *testing.T) {
	s := sourceBehind{rand.NewSource(1)}
	both(func() { rand.New(s).Int63() }, func() { rand.New(s).Int63() })
}

func TestBugBehindStringer(t *testing.T) {
	b := big.NewInt(1)
	both(func() { _ = fmt.Sprint(stringerBehind{b}) }, func() { b.Add(b, b) })
}

func TestOKBehindApart(t *testing.T) {
	x, y := hashBehind{fnv.New64a()}, hashBehind{fnv.New64a()}
	both(func() { io.WriteString(x, "a") }, func() { io.WriteString(y, "a") })
	if !bytes.Equal(x.Sum(nil), y.Sum(nil)) {
		t.Error("different")
	}
}

// Objects behind interfaces of the program's.

type setterBehind interface {
	Set(k, v string)
	Get(k string) string
}

func TestBugBehindHeader(t *testing.T) {
	h := http.Header{}
	var s setterBehind = h
	both(func() { s.Set("a", "b") }, func() { h.Get("c") })
}

func TestBugBehindValues(t *testing.T) {
	v := url.Values{}
	var s setterBehind = v
	both(func() { s.Get("a") }, func() { v.Set("c", "d") })
}

func TestOKBehindReads(t *testing.T) {
	v := url.Values{}
	var s setterBehind = v
	both(func() { s.Get("a") }, func() { v.Get("c") })
}

func TestBugBehindBuffer(t *testing.T) {
	b := bytes.NewBufferString("abc")
	var x interface {
		Truncate(int)
		Next(int) []byte
	} = b
	both(func() { x.Next(1); x.Truncate(0) }, func() { _ = b.Len() })
}

func TestBugBehindBufferGrow(t *testing.T) {
	b := bytes.NewBufferString("abc")
	var x interface{ Grow(int) } = b
	both(func() { x.Grow(100) }, func() { _ = b.Len() })
}

func TestBugBehindList(t *testing.T) {
	l := list.New()
	var x interface{ PushBack(any) *list.Element } = l
	both(func() { x.PushBack(3) }, func() { _ = l.Len() })
}

func TestBugBehindRand(t *testing.T) {
	var r interface{ Intn(int) int } = rand.New(rand.NewSource(1))
	both(func() { r.Intn(3) }, func() { r.Intn(3) })
}

func TestBugBehindDecoder(t *testing.T) {
	d := json.NewDecoder(strings.NewReader("[1,2]"))
	var x interface {
		Token() (json.Token, error)
		More() bool
	} = d
	both(func() { x.Token() }, func() { x.More() })
}

// Value methods with the names of theirs, whose receivers are copied.

type namesBehind struct{ a, b int }

func (n namesBehind) String() string     { return "" }
func (n namesBehind) Get(string) string  { return "" }
func (n namesBehind) Set(string, string) {}
func (n *namesBehind) Has(string) bool   { return true }

func TestBugBehindString(t *testing.T) {
	n := &namesBehind{}
	var s fmt.Stringer = n
	both(func() { _ = s.String() }, func() { n.b = 1 })
}

func TestBugBehindArgument(t *testing.T) {
	n := &namesBehind{}
	var s setterBehind = n
	text := func() string { return "" }
	both(func() { s.Set("", text()) }, func() { n.b = 1 })
}

func TestBugBehindMethodValue(t *testing.T) {
	n := &namesBehind{}
	var s setterBehind = n
	get := s.Get
	both(func() { get("") }, func() { n.b = 1 })
}

func TestBugBehindDeferred(t *testing.T) {
	n := &namesBehind{}
	var s setterBehind = n
	both(func() { defer s.Get("") }, func() { n.b = 1 })
}

func TestBugBehindMethodExpr(t *testing.T) {
	n := &namesBehind{}
	get := setterBehind.Get
	both(func() { get(n, "") }, func() { n.b = 1 })
}

type embedsBehind struct{ setterBehind }

func TestBugBehindEmbedded(t *testing.T) {
	n := &namesBehind{}
	var s setterBehind = embedsBehind{n}
	both(func() { s.Get("") }, func() { n.b = 1 })
}

func TestBugBehindEmbeddedField(t *testing.T) {
	e := &embedsBehind{&namesBehind{}}
	var s setterBehind = e
	both(func() { s.Get("") }, func() { e.setterBehind = url.Values{} })
}

func TestOKBehindPointer(t *testing.T) {
	n := &namesBehind{}
	var h interface{ Has(string) bool } = n
	both(func() { h.Has("") }, func() { n.b = 1 })
}
