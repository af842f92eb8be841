package library

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"testing"
	"time"
)

func TestFineValueTime(t *testing.T) {
	x := time.Now()
	both(func() { use(x.Unix()) }, func() { use(x.String()) })
}

func TestFineValueTimeOther(t *testing.T) {
	x := struct {
		t time.Time
		n int
	}{}
	both(func() { x.n++ }, func() { use(x.t.Unix()) })
}

func TestFineValueIP(t *testing.T) {
	x := net.IP{1, 2, 3, 4}
	both(func() { use(x.String()) }, func() { use(x.To4()) })
}

func TestFineValueURL(t *testing.T) {
	x, _ := url.Parse("http://a/b")
	both(func() { use(x.String()) }, func() { use(x.Query()) })
}

func TestFineValueURLHost(t *testing.T) {
	x, _ := url.Parse("http://a/b")
	both(func() { x.Path = "x" }, func() { use(x.Hostname()) })
}

func TestFineValueHeader(t *testing.T) {
	h := http.Header{"A": {"x"}, "B": {"y"}}
	both(func() { h["A"][0] = "z" }, func() { use(h.Get("B")) })
}

func TestFineValueHeaderValues(t *testing.T) {
	h := http.Header{"A": {"x"}, "B": {"y"}}
	both(func() { h["A"][0] = "z" }, func() { use(h.Values("A")) })
}

func TestFineValueHeaderSecond(t *testing.T) {
	h := http.Header{"A": {"x", "y"}}
	both(func() { h["A"][1] = "z" }, func() { use(h.Get("A")) })
}

func TestFineValueErr(t *testing.T) {
	e := &fs.PathError{Op: "a", Path: "b", Err: io.EOF}
	both(func() { e.Op = "x" }, func() { use(errors.Is(e, io.EOF)) })
}

func TestFineValueErrAs(t *testing.T) {
	e := &fs.PathError{Op: "a", Path: "b", Err: io.EOF}
	both(func() { e.Op = "x" }, func() { var p *fs.PathError; use(errors.As(e, &p)) })
}

func TestFineValueReflect(t *testing.T) {
	x := [4]int{}
	v := reflect.ValueOf(&x).Elem()
	both(func() { x[1] = 2 }, func() { use(v.Index(0).Int(), v.Len()) })
}

func TestFineValueIPNet(t *testing.T) {
	n := &net.IPNet{IP: net.IP{1, 2, 3, 4}, Mask: net.IPMask{255, 0, 0, 0}}
	both(func() { n.IP[3] = 9 }, func() { use(n.Network()) })
}

func TestQuietReflectedArray(t *testing.T) {
	a := [2]int{}
	v := reflect.ValueOf(&a).Elem()
	both(func() { a[1] = 1 }, func() { use(v.Len(), v.Index(0).Int(), v.Slice(0, 1).Index(0).Int()) })
}

func TestQuietReflectedElements(t *testing.T) {
	s := []int{1, 2}
	v := reflect.ValueOf(s)
	both(func() { s = nil }, func() { use(v.Len(), v.Index(0).Int()) })
}

func TestQuietReflectedConvert(t *testing.T) {
	s := []int{1, 2, 3}
	v := reflect.ValueOf(s)
	both(func() { s[2] = 5 }, func() { use(v.Convert(reflect.TypeFor[[2]int]()), v.Convert(reflect.TypeFor[*[2]int]())) })
}

func TestQuietReflectedIsZero(t *testing.T) {
	x := struct{ a, b int }{a: 1}
	v := reflect.ValueOf(&x).Elem()
	both(func() { x.b = 5 }, func() { use(v.Field(0).IsZero(), v.Field(0).Equal(reflect.ValueOf(2))) })
}
