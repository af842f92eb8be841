package library

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func TestIPString(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.String()) })
}

func TestIPEqual(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.Equal(net.IP{1, 2, 3, 4})) })
}

func TestIPLoop(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.IsLoopback()) })
}

func TestIPMask(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.Mask(net.IPMask{255, 0, 0, 0})) })
}

func TestIPMarshal(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { ip.MarshalText() })
}

func TestIPUnmarshal(t *testing.T) {
	var ip net.IP
	both(func() { ip.UnmarshalText([]byte("1.2.3.4")) }, func() { use(len(ip)) })
}

func TestMaskSize(t *testing.T) {
	m := net.IPMask{255, 0, 0, 0}
	both(func() { m[0] = 2 }, func() { m.Size() })
}

func TestMaskString(t *testing.T) {
	m := net.IPMask{255, 0, 0, 0}
	both(func() { m[0] = 2 }, func() { use(m.String()) })
}

func TestIPNetContains(t *testing.T) {
	n := &net.IPNet{IP: net.IP{1, 2, 3, 4}, Mask: net.IPMask{255, 0, 0, 0}}
	both(func() { n.IP[0] = 2 }, func() { use(n.Contains(net.IP{1, 2, 3, 4})) })
}

func TestIPNetString(t *testing.T) {
	n := &net.IPNet{IP: net.IP{1, 2, 3, 4}, Mask: net.IPMask{255, 0, 0, 0}}
	both(func() { n.Mask[0] = 2 }, func() { use(n.String()) })
}

func TestTCPAddr(t *testing.T) {
	a := &net.TCPAddr{IP: net.IP{1, 2, 3, 4}}
	both(func() { a.IP[0] = 2 }, func() { use(a.String()) })
}

func TestTCPAddrPort(t *testing.T) {
	a := &net.TCPAddr{IP: net.IP{1, 2, 3, 4}}
	both(func() { a.Port = 2 }, func() { use(a.AddrPort()) })
}

func TestReflectCall(t *testing.T) {
	x := [4]int{}
	v := reflect.ValueOf(&x).Elem()
	f := reflect.ValueOf(func(a [4]int) {})
	both(func() { x[1] = 2 }, func() { f.Call([]reflect.Value{v}) })
}

func TestURLValuesEnc(t *testing.T) {
	v := url.Values{"a": {"b"}}
	both(func() { v["a"][0] = "x" }, func() { use(v.Encode()) })
}

func TestURLValuesGet(t *testing.T) {
	v := url.Values{"a": {"b"}}
	both(func() { v["a"][0] = "x" }, func() { use(v.Get("a")) })
}

func TestGobEncodeValue(t *testing.T) {
	p := &struct{ A, B int }{1, 2}
	both(func() { p.A = 2 }, func() { gob.NewEncoder(io.Discard).EncodeValue(reflect.ValueOf(p)) })
}

func TestHeaderGet(t *testing.T) {
	h := http.Header{"A": {"b"}}
	both(func() { h["A"][0] = "c" }, func() { use(h.Get("a")) })
}

func TestHeaderClone(t *testing.T) {
	h := http.Header{"A": {"b"}}
	both(func() { h["A"][0] = "c" }, func() { use(h.Clone()) })
}

func TestHeaderWrite(t *testing.T) {
	h := http.Header{"A": {"b"}}
	both(func() { h["A"][0] = "c" }, func() { h.Write(io.Discard) })
}

func TestHeaderSetSlice(t *testing.T) {
	h := http.Header{"A": {"b"}}
	s := h["A"]
	both(func() { s[0] = "c" }, func() { use(h.Get("A")) })
}

func TestMIMEGet(t *testing.T) {
	h := textproto.MIMEHeader{"A": {"b"}}
	both(func() { h["A"][0] = "c" }, func() { use(h.Get("a")) })
}

func TestPathErrorIface(t *testing.T) {
	e := &fs.PathError{Op: "a", Path: "b", Err: io.EOF}
	var err error = e
	both(func() { e.Op = "x" }, func() { use(err.Error()) })
}

func TestPathErrorUnwrap(t *testing.T) {
	e := &fs.PathError{Op: "a", Path: "b", Err: io.EOF}
	both(func() { e.Err = nil }, func() { use(errors.Is(e, io.EOF)) })
}

func TestPathErrorFmt(t *testing.T) {
	e := &fs.PathError{Op: "a", Path: "b", Err: io.EOF}
	both(func() { e.Op = "x" }, func() { use(fmt.Sprint(e)) })
}

func TestJoin(t *testing.T) {
	es := []error{io.EOF, nil}
	both(func() { es[0] = nil }, func() { use(errors.Join(es...)) })
}

func TestRequestForm(t *testing.T) {
	r, _ := http.NewRequest("GET", "/?a=b", nil)
	both(func() { use(r.FormValue("a")) }, func() { use(r.Form) })
}

func TestCookie(t *testing.T) {
	c := &http.Cookie{Name: "a", Value: "b"}
	both(func() { c.Value = "c" }, func() { use(c.String()) })
}

func TestReplacerBytes(t *testing.T) {
	var b strings.Builder
	r := strings.NewReplacer("a", "b")
	both(func() { r.WriteString(&b, "aaa") }, func() { use(b.Len()) })
}

func TestReflectedIndex(t *testing.T) {
	s := []int{1, 2}
	v := reflect.ValueOf(&s).Elem()
	both(func() { s = []int{3, 4} }, func() { use(v.Index(1)) })
}

func TestReflectedLenOfMap(t *testing.T) {
	m := map[string]int{}
	v := reflect.ValueOf(m)
	both(func() { m["a"] = 1 }, func() { use(v.Len()) })
}

func TestReflectedConvert(t *testing.T) {
	b := []byte("abc")
	v := reflect.ValueOf(b)
	both(func() { b[2] = 'x' }, func() { use(v.Convert(reflect.TypeFor[string]())) })
}

func TestReflectedConvertNumber(t *testing.T) {
	n := 1
	v := reflect.ValueOf(&n).Elem()
	both(func() { n = 2 }, func() { use(v.Convert(reflect.TypeFor[int64]())) })
}

func TestReflectedConvertArray(t *testing.T) {
	s := []int{1, 2, 3}
	v := reflect.ValueOf(s)
	both(func() { s[1] = 5 }, func() { use(v.Convert(reflect.TypeFor[[2]int]())) })
}

func TestReflectedIsZero(t *testing.T) {
	n := 1
	v := reflect.ValueOf(&n).Elem()
	both(func() { n = 2 }, func() { use(v.IsZero()) })
}

func TestReflectedEqual(t *testing.T) {
	n := 1
	v := reflect.ValueOf(&n).Elem()
	both(func() { n = 2 }, func() { use(reflect.ValueOf(1).Equal(v)) })
}
