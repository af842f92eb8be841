package library

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/mail"
	"net/textproto"
	"reflect"
	"sync"
	"testing"
	"text/template"
)

// What is announced of the entries of a map has to be the same whenever an execution is repeated.

type boxed struct{ n *int }

// many has more entries than come in one order by chance.
func many() map[string]*int {
	m := map[string]*int{}
	for i := range 9 {
		m[fmt.Sprint("k", i)] = new(int)
	}
	return m
}

func inTurn(a, b func()) {
	var mu sync.Mutex
	both(func() { mu.Lock(); defer mu.Unlock(); a() }, func() { mu.Lock(); defer mu.Unlock(); b() })
}

func TestOrderedJSON(t *testing.T) {
	m := many()
	inTurn(func() { json.Marshal(m) }, func() { *m["k3"]++ })
}

func TestOrderedSprint(t *testing.T) {
	m := many()
	inTurn(func() {
		fmt.Fprint(io.Discard, map[string]any{"a": &boxed{m["k1"]}, "b": &boxed{m["k2"]}, "c": &boxed{}})
	}, func() { *m["k3"]++ })
}

func TestOrderedSprintMap(t *testing.T) {
	m := map[string]fmt.Stringer{}
	for i := range 9 {
		m[fmt.Sprint(i)] = &bytes.Buffer{}
	}
	inTurn(func() { use(fmt.Sprint(m)) }, func() { m["1"].(*bytes.Buffer).WriteString("x") })
}

func TestOrderedHeader(t *testing.T) {
	h := http.Header{}
	for i := range 9 {
		h[fmt.Sprint("K", i)] = []string{"a", "b"}
	}
	inTurn(func() { h.Write(io.Discard); h.Clone() }, func() { h.Set("K3", "x"); h["K4"][0] = "y" })
}

func TestOrderedMIME(t *testing.T) {
	h := textproto.MIMEHeader{}
	m := mail.Header{}
	for i := range 9 {
		h[fmt.Sprint("K", i)] = []string{"a", "b"}
		m[fmt.Sprint("K", i)] = []string{"a", "b"}
	}
	inTurn(func() {
		h.Get("K1")
		m.Get("K2")
		m.Date()
		m.AddressList("K1")
		use(fmt.Sprint(h, m))
		json.Marshal(h)
	}, func() { h.Set("K3", "x"); h["K4"][0] = "y"; m["K3"][0] = "q" })
}

func TestOrderedTemplate(t *testing.T) {
	m := many()
	tm := template.Must(template.New("").Parse("{{range $k, $v := .}}{{$k}}{{$v}}{{end}}"))
	inTurn(func() { tm.Execute(io.Discard, m) }, func() { *m["k3"]++ })
}

func TestOrderedLog(t *testing.T) {
	m := many()
	l := log.New(io.Discard, "", 0)
	inTurn(func() { l.Print(m); l.Printf("%v", map[any]any{1: m, "x": m, 2.0: many()}) }, func() { *m["k3"]++ })
}

func TestOrderedPointerKeys(t *testing.T) {
	m := map[*boxed]*boxed{}
	for range 9 {
		m[&boxed{new(int)}] = &boxed{}
	}
	inTurn(func() {
		reflect.DeepEqual(m, map[*boxed]*boxed{})
		gob.NewEncoder(io.Discard).Encode(many())
		fmt.Fprintf(io.Discard, "%d", len(m))
	}, func() { m[&boxed{}] = nil })
}
