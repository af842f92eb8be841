package library

import (
	"encoding/asn1"
	"io"
	"math/big"
	"reflect"
	"testing"
	"text/template"
)

// What a method that is called by package reflect copies of its receiver, and what methods of a
// reflect.Value read of the variable that it stands for. Lengths not by go test -race, which looks
// at the first byte of a slice only.

type receiver struct{ a, b int }

func (r receiver) Copies() int                   { return r.a }
func (r *receiver) Points() int                  { return r.a }
func (r receiver) Varies(a int, b ...string) int { return r.a + a + len(b) }

type holdsReceiver struct {
	receiver
	other int
}

type pointsToReceiver struct{ *receiver }

func TestBugReflCallByName(t *testing.T) {
	r := &receiver{}
	both(func() { reflect.ValueOf(r).MethodByName("Copies").Call(nil) }, func() { r.b = 1 })
}

func TestBugReflCallByIndex(t *testing.T) {
	r := &receiver{}
	both(func() { reflect.ValueOf(r).Method(0).Call(nil) }, func() { r.b = 1 })
}

func TestBugReflCallLater(t *testing.T) {
	r := &receiver{}
	m := reflect.ValueOf(r).Elem().MethodByName("Copies").Interface().(func() int)
	both(func() { m() }, func() { r.b = 1 })
}

func TestBugReflCallPromoted(t *testing.T) {
	h := &holdsReceiver{}
	both(func() { reflect.ValueOf(h).MethodByName("Copies").Call(nil) }, func() { h.b = 1 })
}

func TestBugReflCallThroughPointer(t *testing.T) {
	p := &pointsToReceiver{&receiver{}}
	both(func() { reflect.ValueOf(p).MethodByName("Copies").Call(nil) }, func() { p.receiver = &receiver{} })
}

func TestBugReflCallByTemplate(t *testing.T) {
	tm := template.Must(template.New("t").Parse("{{.Copies}}"))
	r := &receiver{}
	both(func() { tm.Execute(io.Discard, r) }, func() { r.b = 1 })
}

func TestOKReflCall(t *testing.T) {
	r, h := &receiver{a: 1}, &holdsReceiver{}
	m := reflect.ValueOf(*r).MethodByName("Copies") // copied here
	both(func() {
		m.Call(nil)
		reflect.ValueOf(r).MethodByName("Points").Call(nil)
		reflect.ValueOf(h).MethodByName("Copies").Call(nil)
	}, func() { r.b, h.other = 1, 1 })
	f := reflect.ValueOf(r).MethodByName("Varies")
	two := reflect.ValueOf(2)
	x := f.Call([]reflect.Value{two, reflect.ValueOf("a"), reflect.ValueOf("b")})[0].Int()
	y := f.CallSlice([]reflect.Value{two, reflect.ValueOf([]string{"a"})})[0].Int()
	if z := f.Interface().(func(int, ...string) int)(2); x != 5 || y != 4 || z != 3 {
		t.Error(x, y, z)
	}
}

type reflected struct {
	list []int
	text string
	ch   chan int
	row  [2]int
}

func TestBugReflLenOfSlice(t *testing.T) {
	v := &reflected{}
	both(func() { reflect.ValueOf(v).Elem().Field(0).Len() }, func() { v.list = nil })
}

func TestBugReflCapOfSlice(t *testing.T) {
	v := &reflected{}
	both(func() { reflect.ValueOf(v).Elem().Field(0).Cap() }, func() { v.list = nil })
}

func TestBugReflLenOfString(t *testing.T) {
	v := &reflected{}
	both(func() { reflect.ValueOf(v).Elem().Field(1).Len() }, func() { v.text = "a" })
}

func TestBugReflLenOfChannel(t *testing.T) {
	v := &reflected{}
	both(func() { reflect.ValueOf(v).Elem().Field(2).Len() }, func() { v.ch = make(chan int) })
}

func TestOKReflLenOfArray(t *testing.T) {
	v := &reflected{}
	both(func() { reflect.ValueOf(v).Elem().Field(3).Len() }, func() { v.row[0] = 1 })
}

func TestBugReflGrow(t *testing.T) {
	v := &struct{ List []int }{}
	both(func() { reflect.ValueOf(v).Elem().Field(0).Grow(4) }, func() { _ = v.List })
}

func TestOKReflGrowNot(t *testing.T) {
	v := &struct{ List []int }{make([]int, 0, 4)}
	both(func() { reflect.ValueOf(v).Elem().Field(0).Grow(4) }, func() { _ = v.List })
}

func TestBugASN1Elements(t *testing.T) {
	v := struct{ List []int }{[]int{1, 2}}
	both(func() { asn1.Marshal(v) }, func() { v.List[1] = 3 })
}

func TestBugASN1Big(t *testing.T) {
	v := struct{ N *big.Int }{big.NewInt(3)}
	both(func() { asn1.MarshalWithParams(v, "") }, func() { v.N.Add(v.N, v.N) })
}
