package users

import (
	"bytes"
	htemplate "html/template"
	"io"
	"strings"
	"sync"
	"testing"
	"text/template"
)

func TestOKTmplExecuteTwo(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.}}"))
	f := func() { x.Execute(io.Discard, 1) }
	two(f, f)
}
func TestBugTmplSharedWriter(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.}}"))
	var b bytes.Buffer
	f := func() { x.Execute(&b, 1) }
	two(f, f)
}
func TestBugTmplWriterOrder(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.}}"))
	var b bytes.Buffer
	var mu sync.Mutex
	f := func(n int) func() { return func() { mu.Lock(); defer mu.Unlock(); x.Execute(&b, n) } }
	two(f(1), f(2))
	if b.String() != "12" {
		t.Error(b.String())
	}
}

type lockedWriter struct {
	mu sync.Mutex
	b  strings.Builder
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}
func TestBugTmplInterleaved(t *testing.T) { // pieces of two executions may mix
	x := template.Must(template.New("a").Parse("[{{.}}]"))
	w := &lockedWriter{}
	f := func(n int) func() { return func() { x.Execute(w, n) } }
	two(f(1), f(2))
	if s := w.b.String(); s != "[1][2]" && s != "[2][1]" {
		t.Error(s)
	}
}
func TestOKTmplBuffered(t *testing.T) {
	x := template.Must(template.New("a").Parse("[{{.}}]"))
	w := &lockedWriter{}
	f := func(n int) func() {
		return func() {
			var b bytes.Buffer
			x.Execute(&b, n)
			w.Write(b.Bytes())
		}
	}
	two(f(1), f(2))
	if s := w.b.String(); s != "[1][2]" && s != "[2][1]" {
		t.Error(s)
	}
}
func TestBugTmplFuncShared(t *testing.T) {
	n := 0
	x := template.Must(template.New("a").Funcs(template.FuncMap{"f": func() int { n++; return n }}).Parse("{{f}}"))
	f := func() { x.Execute(io.Discard, 1) }
	two(f, f)
}
func TestBugTmplFuncsBeside(t *testing.T) { // which one is called
	x := template.New("a").Funcs(template.FuncMap{"f": func() int { return 1 }})
	template.Must(x.Parse("{{f}}"))
	var b bytes.Buffer
	two(func() { x.Execute(&b, 1) }, func() { x.Funcs(template.FuncMap{"f": func() int { return 2 }}) })
	if b.String() != "1" {
		t.Error(b.String())
	}
}
func TestBugTmplParseBeside(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.}}"))
	two(func() { x.Execute(io.Discard, 1) }, func() { x.Parse("{{.}}2") })
}
func TestBugTmplLookup(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.}}"))
	var y *template.Template
	two(func() { y = x.Lookup("b") }, func() { template.Must(x.New("b").Parse("2")) })
	if y == nil {
		t.Error("none")
	}
}
func TestBugTmplNewParse(t *testing.T) { // undefined until parsed
	x := template.Must(template.New("a").Parse(`{{template "b"}}`))
	var err error
	two(func() { err = x.Execute(io.Discard, 1) }, func() { template.Must(x.New("b").Parse("2")) })
	if err != nil {
		t.Error(err)
	}
}
func TestOKTmplClone(t *testing.T) {
	x := template.Must(template.New("a").Parse(`{{block "b" .}}1{{end}}`))
	two(func() { x.Execute(io.Discard, 1) }, func() {
		y := template.Must(x.Clone())
		template.Must(y.New("b").Parse("2"))
		y.Execute(io.Discard, 1)
	})
}
func TestBugTmplData(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.N}}"))
	d := &struct{ N int }{1}
	two(func() { x.Execute(io.Discard, d) }, func() { d.N = 2 })
}
func TestOKTmplDataOther(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.N}}"))
	d := &struct{ N, M int }{1, 2}
	two(func() { x.Execute(io.Discard, d) }, func() { d.M = 2 })
}
func TestBugTmplDataMap(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{range $k, $v := .}}{{$v}}{{end}}"))
	d := map[string]int{"a": 1}
	two(func() { x.Execute(io.Discard, d) }, func() { d["b"] = 2 })
}
func TestBugTmplDataElem(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{index . 1}}"))
	d := []int{1, 2}
	two(func() { x.Execute(io.Discard, d) }, func() { d[1] = 2 })
}
func TestOKTmplDataElem(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{index . 0}}"))
	d := []int{1, 2}
	two(func() { x.Execute(io.Discard, d) }, func() { d[1] = 2 })
}
func TestOKTmplChan(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{range .}}{{.}}{{end}}"))
	c := make(chan int)
	var b bytes.Buffer
	two(func() { x.Execute(&b, c) }, func() { c <- 1; c <- 2; close(c) })
	if b.String() != "12" {
		t.Error(b.String())
	}
}
func TestBugTmplChanOpen(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{range .}}{{.}}{{end}}"))
	c := make(chan int)
	two(func() { x.Execute(io.Discard, c) }, func() { c <- 1; c <- 2 })
}
func TestBugTmplMethodLock(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.Get}}"))
	d := &counter{}
	d.mu.Lock()
	two(func() { x.Execute(io.Discard, d) }, func() {})
}

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) Get() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n }
func (c *counter) Inc()     { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }
func TestBugTmplMethodOrder(t *testing.T) {
	x := template.Must(template.New("a").Parse("{{.Get}}"))
	d := &counter{}
	var b bytes.Buffer
	two(func() { x.Execute(&b, d) }, d.Inc)
	if b.String() != "0" {
		t.Error(b.String())
	}
}
func TestBugTmplTwice(t *testing.T) { // two looks in one execution
	x := template.Must(template.New("a").Parse("{{.Get}}{{.Get}}"))
	d := &counter{}
	var b bytes.Buffer
	two(func() { x.Execute(&b, d) }, d.Inc)
	if b.String() == "01" {
		t.Error(b.String())
	}
}
func TestOKHtmlExecuteTwo(t *testing.T) {
	x := htemplate.Must(htemplate.New("a").Parse("<b>{{.}}</b>"))
	f := func() { x.Execute(io.Discard, "<") }
	two(f, f)
}
func TestBugHtmlParseAfter(t *testing.T) { // cannot be parsed once it was executed
	x := htemplate.Must(htemplate.New("a").Parse("<b>{{.}}</b>"))
	var err error
	two(func() { x.Execute(io.Discard, "<") }, func() { _, err = x.Parse("y") })
	if err != nil {
		t.Error(err)
	}
}
func TestBugHtmlCloneAfter(t *testing.T) {
	x := htemplate.Must(htemplate.New("a").Parse("<b>{{.}}</b>"))
	var err error
	two(func() { x.Execute(io.Discard, "<") }, func() { _, err = x.Clone() })
	if err != nil {
		t.Error(err)
	}
}
func TestBugHtmlInterleaved(t *testing.T) {
	x := htemplate.Must(htemplate.New("a").Parse("<b>{{.}}</b>"))
	w := &lockedWriter{}
	f := func(n int) func() { return func() { x.Execute(w, n) } }
	two(f(1), f(2))
	if s := w.b.String(); s != "<b>1</b><b>2</b>" && s != "<b>2</b><b>1</b>" {
		t.Error(s)
	}
}
func TestOKHtmlLookup(t *testing.T) {
	x := htemplate.Must(htemplate.New("a").Parse(`{{define "b"}}<i>{{.}}</i>{{end}}`))
	f := func() { x.Lookup("b").Execute(io.Discard, 1) }
	two(f, f)
}
