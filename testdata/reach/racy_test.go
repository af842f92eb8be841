// Package reach gives shared memory to functions of the standard library that
// look into it. The tests of this file have a race, which go test -race reports,
// too; those of quiet_test.go have none. internal/e2e/reach_test.go compares.
package reach

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"testing"
	"time"
)

type inner struct{ K int }
type node struct {
	N      int
	Next   *node
	In     inner
	List   []int
	M      map[string]int
	Any    any
	hidden int
	Skip   int `json:"-" xml:"-"`
	At     time.Time
}
type flat struct{ A, B int32 }
type fields struct {
	A, B int
	C    *fields
	D    []int
	M    map[string]int
}

func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// inOrder runs f before g, in another goroutine.
func inOrder(f, g func()) {
	c := make(chan bool)
	together(func() { f(); close(c) }, func() { <-c; g() })
}

//go:noinline
func use(...any) {}

func fresh() *node {
	return &node{Next: &node{}, List: []int{1, 2}, M: map[string]int{"a": 1}, Any: &inner{}}
}

type str struct{ n int }

func (s *str) String() string { return "str" }

type val struct{ n, m int }

func (v val) String() string { return "val" }

type marsh struct{ n int }

func (m *marsh) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

type myErr struct{}

func (*myErr) Error() string { return "" }

func TestJSON(t *testing.T) { p := fresh(); together(func() { p.N = 1 }, func() { json.Marshal(p) }) }

func TestJSONNext(t *testing.T) {
	p := fresh()
	together(func() { p.Next.N = 1 }, func() { json.Marshal(p) })
}

func TestJSONIn(t *testing.T) {
	p := fresh()
	together(func() { p.In.K = 1 }, func() { json.MarshalIndent(p, "", " ") })
}

func TestJSONList(t *testing.T) {
	p := fresh()
	together(func() { p.List[1] = 1 }, func() { json.NewEncoder(io.Discard).Encode(p) })
}

func TestJSONMap(t *testing.T) {
	p := fresh()
	together(func() { p.M["b"] = 1 }, func() { json.Marshal(p) })
}

func TestJSONAny(t *testing.T) {
	p := fresh()
	together(func() { p.Any.(*inner).K = 1 }, func() { json.Marshal(p) })
}

func TestJSONTime(t *testing.T) {
	p := fresh()
	together(func() { p.At = time.Time{} }, func() { json.Marshal(p) })
}

func TestGob(t *testing.T) {
	p := &flat{}
	together(func() { p.A = 1 }, func() { gob.NewEncoder(io.Discard).Encode(p) })
}

func TestSprint(t *testing.T) { p := fresh(); together(func() { p.N = 1 }, func() { fmt.Sprint(p) }) }

func TestSprintf(t *testing.T) {
	p := fresh()
	together(func() { p.In.K = 1 }, func() { fmt.Sprintf("%d %v", 1, p) })
}

func TestSprintHidden(t *testing.T) {
	p := fresh()
	together(func() { p.hidden = 1 }, func() { fmt.Sprintf("%+v", p) })
}

func TestSprintList(t *testing.T) {
	p := fresh()
	together(func() { p.List[0] = 1 }, func() { fmt.Sprintln(p) })
}

func TestErrorf(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { fmt.Errorf("%v", p) })
}

func TestFprint(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { fmt.Fprint(io.Discard, p) })
}

func TestSpread(t *testing.T) {
	a := []any{fresh()}
	together(func() { a[0].(*node).N = 1 }, func() { fmt.Sprint(a...) })
}

func TestNested2(t *testing.T) {
	p := fresh()
	together(func() { p.List[0] = 1 }, func() { fmt.Sprint([]any{p.List}) })
}

func TestBytes(t *testing.T) {
	b := []byte("ab")
	together(func() { b[1] = 1 }, func() { fmt.Sprintf("%s", b) })
}

func TestStringerD(t *testing.T) {
	p := &str{}
	together(func() { p.n = 1 }, func() { fmt.Sprintf("%d", p) })
}

func TestStringerValue(t *testing.T) {
	p := &val{}
	together(func() { p.n = 1 }, func() { fmt.Sprint(p) })
}

func TestStringerList(t *testing.T) {
	p := []val{{}}
	together(func() { p[0].n = 1 }, func() { fmt.Sprint(p) })
}

func TestDeep(t *testing.T) {
	p, q := fresh(), fresh()
	together(func() { p.Next.hidden = 1 }, func() { reflect.DeepEqual(p, q) })
}

func TestDeepMap(t *testing.T) {
	p, q := fresh(), fresh()
	together(func() { p.M["x"] = 1 }, func() { reflect.DeepEqual(p, q) })
}

func TestReflectSet(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { reflect.ValueOf(p).Elem().Field(0).SetInt(1) })
}

func TestReflectGet(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { reflect.ValueOf(p).Elem().Field(0).Int() })
}

func TestReflectMap(t *testing.T) {
	p := fresh()
	together(func() { p.M["c"] = 1 }, func() { reflect.ValueOf(p.M).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
}

func TestReflectInterface(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { _ = reflect.ValueOf(p).Elem().Interface().(node).M })
}

func TestBinary(t *testing.T) {
	p := &flat{}
	together(func() { p.B = 1 }, func() { binary.Write(io.Discard, binary.LittleEndian, p) })
}

func TestBinaryList(t *testing.T) {
	p := []int32{1, 2}
	together(func() { p[1] = 1 }, func() { binary.Write(new(bytes.Buffer), binary.LittleEndian, p) })
}

func TestErrorsAs(t *testing.T) {
	var e *myErr
	err := error(&myErr{})
	together(func() { e = nil }, func() { errors.As(err, &e) })
	_ = e
}

func TestLog(t *testing.T) { p := fresh(); together(func() { p.N = 1 }, func() { t.Log(p) }) }

func TestLogf(t *testing.T) { p := fresh(); together(func() { p.N = 1 }, func() { t.Logf("%v", p) }) }

func TestXMLNext(t *testing.T) {
	type item struct{ A, B inner }
	p := &item{}
	together(func() { p.B.K = 1 }, func() { xml.Marshal(p) })
}
