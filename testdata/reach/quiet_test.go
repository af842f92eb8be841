package reach

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"reflect"
	"testing"
)

func TestJSONHidden(t *testing.T) {
	p := fresh()
	together(func() { p.hidden = 1; p.Skip = 1 }, func() { json.Marshal(p) })
}

func TestXML(t *testing.T) {
	p := fresh()
	p.M = nil
	together(func() { p.In.K = 1 }, func() { xml.Marshal(p) })
}

func TestXMLField(t *testing.T) {
	p := &struct{ A inner }{}
	together(func() { p.A.K = 1 }, func() { xml.NewEncoder(io.Discard).Encode(p) })
}

func TestSprintNext(t *testing.T) {
	p := fresh()
	together(func() { p.Next.N = 1 }, func() { fmt.Sprint(p) })
}

func TestSprintAny(t *testing.T) {
	p := fresh()
	together(func() { p.Any.(*inner).K = 1 }, func() { fmt.Sprint(p) })
}

func TestSprintP(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { fmt.Sprintf("%p %T", p, p) })
}

func TestSprintIntPtr(t *testing.T) {
	n := new(int)
	together(func() { *n = 1 }, func() { fmt.Sprintln(n) })
}

func TestNested(t *testing.T) {
	p := fresh()
	together(func() { p.N = 1 }, func() { fmt.Sprint([]*node{p}) })
}

func TestStringer(t *testing.T) { p := &str{}; together(func() { p.n = 1 }, func() { fmt.Sprint(p) }) }

func TestStringerHidden(t *testing.T) {
	p := &struct{ s *str }{&str{}}
	together(func() { p.s.n = 1 }, func() { fmt.Sprint(p) })
}

func TestMarshaler(t *testing.T) {
	p := &marsh{}
	together(func() { p.n = 1 }, func() { json.Marshal(p) })
}

func TestMarshalerField(t *testing.T) {
	p := &struct{ A marsh }{}
	together(func() { p.A.n = 1 }, func() { json.Marshal(p) })
}

func TestDeepDiff(t *testing.T) {
	p, q := fresh(), fresh()
	p.N = 7
	together(func() { p.Next.N = 1 }, func() { reflect.DeepEqual(p, q) })
}

func TestDeepSame(t *testing.T) {
	p := fresh()
	together(func() { p.Next.N = 1 }, func() { reflect.DeepEqual(p, p) })
}

func TestBinaryReadOnly(t *testing.T) {
	p := []int32{1, 2}
	w := func() { binary.Write(new(bytes.Buffer), binary.LittleEndian, p) }
	together(w, w)
}

func TestCyclic(t *testing.T) {
	p := fresh()
	p.Next.Next = p
	together(func() { reflect.DeepEqual(p, fresh()) }, func() { json.Marshal(p) })
}
