package everyday

import (
	htmpl "html/template"
	"io"
	"iter"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"text/template"
)

func TestBugTmplFunc(t *testing.T) {
	n := 0
	tm := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { n++; return n }}).Parse("{{f}}"))
	two(func() { tm.Execute(io.Discard, nil) }, func() { tm.Execute(io.Discard, nil) })
}

func TestOKTmplFunc(t *testing.T) {
	var n atomic.Int32
	tm := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { return int(n.Add(1)) }}).Parse("{{f}}"))
	two(func() { tm.Execute(io.Discard, nil) }, func() { tm.Execute(io.Discard, nil) })
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestBugTmplMethod(t *testing.T) {
	c := &counter{}
	tm := template.Must(template.New("x").Parse("{{.Inc}}"))
	two(func() { tm.Execute(io.Discard, c) }, func() { tm.Execute(io.Discard, c) })
}

type counter struct{ n int }

func (c *counter) Inc() int { c.n++; return c.n }

func TestBugTmplRangeMap(t *testing.T) {
	m := map[string]*int{"a": new(int)}
	tm := template.Must(template.New("x").Parse("{{range $k, $v := .}}{{$k}}{{end}}"))
	two(func() { tm.Execute(io.Discard, m) }, func() { delete(m, "a") })
}

func TestOKTmplIf(t *testing.T) {
	m := struct{ A, B int }{0, 1}
	p := &m
	tm := template.Must(template.New("x").Parse("{{if .A}}{{.B}}{{end}}"))
	two(func() { tm.Execute(io.Discard, p) }, func() { p.B = 2 })
}

func TestBugTmplIndex(t *testing.T) {
	s := []int{1, 2}
	tm := template.Must(template.New("x").Parse("{{index . 1}}"))
	two(func() { tm.Execute(io.Discard, s) }, func() { s[1] = 2 })
}

func TestOKTmplIndex(t *testing.T) {
	s := []int{1, 2}
	tm := template.Must(template.New("x").Parse("{{index . 1}}"))
	two(func() { tm.Execute(io.Discard, s) }, func() { s[0] = 2 })
}

func TestBugTmplSlice(t *testing.T) {
	s := []int{1, 2}
	tm := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))
	two(func() { tm.Execute(io.Discard, s) }, func() { s[1] = 2 })
}

func TestBugTmplRangeFunc(t *testing.T) {
	n := 0
	seq := func(yield func(int) bool) { n++; yield(n) }
	tm := template.Must(template.New("x").Parse("{{range .}}{{.}}{{end}}"))
	two(func() { tm.Execute(io.Discard, iter.Seq[int](seq)) }, func() { sink = n })
}

func TestBugTmplPrintf(t *testing.T) {
	s := &struct{ P []int }{[]int{1, 2}}
	tm := template.Must(template.New("x").Parse("{{printf \"%v\" .P}}"))
	two(func() { tm.Execute(io.Discard, s) }, func() { s.P[1] = 2 })
}

func TestOKHTMLCloneExec(t *testing.T) {
	base := htmpl.Must(htmpl.New("b").Parse(`<p>{{block "x" .}}d{{end}}</p>`))
	f := func(s string) {
		c := htmpl.Must(base.Clone())
		htmpl.Must(c.Parse(`{{define "x"}}` + s + `{{end}}`))
		if err := c.Execute(io.Discard, nil); err != nil {
			t.Error(err)
		}
	}
	two(func() { f("1") }, func() { f("2") })
}

func TestBugHTMLCloneAfterExec(t *testing.T) {
	base := htmpl.Must(htmpl.New("b").Parse(`<p>{{.}}</p>`))
	two(func() { base.Execute(io.Discard, nil) }, func() {
		if _, err := base.Clone(); err != nil {
			t.Error(err)
		}
	})
}

func TestOKRegexpShared(t *testing.T) {
	r := regexp.MustCompile("a+")
	two(func() { sink2(r.FindString("caab")) }, func() { sink2(r.ReplaceAllString("caab", "x")) })
}

func TestBugRegexpLongest(t *testing.T) {
	r := regexp.MustCompile("a+|b")
	two(func() { r.Longest() }, func() { r.MatchString("b") })
}

func TestBugRegexpBytes(t *testing.T) {
	r := regexp.MustCompile("a+")
	b := []byte("xxaa")
	two(func() { r.Match(b) }, func() { b[1] = 'a' })
}

func TestBugRegexpFindSub(t *testing.T) {
	r := regexp.MustCompile("a+")
	b := []byte("xxaa")
	got := r.Find(b)
	two(func() { sink = string(got) }, func() { b[3] = 'b' })
}

func TestBugRegexpReplaceFunc(t *testing.T) {
	r := regexp.MustCompile("a")
	n := 0
	f := func() { r.ReplaceAllStringFunc("aa", func(s string) string { n++; return s }) }
	two(f, f)
}

func TestBugRegexpReader(t *testing.T) {
	r := regexp.MustCompile("a")
	in := strings.NewReader("bbb")
	two(func() { r.MatchReader(in) }, func() { r.MatchReader(in) })
}

func TestBugRegexpNames(t *testing.T) {
	r := regexp.MustCompile("(?P<x>a)")
	n := r.SubexpNames()
	two(func() { n[1] = "y" }, func() { r.SubexpIndex("x") })
}

func TestBugRegexpExpand(t *testing.T) {
	r := regexp.MustCompile("(a)")
	src := []byte("a")
	m := r.FindSubmatchIndex(src)
	dst := make([]byte, 0, 8)
	two(func() { sink = r.Expand(dst, []byte("$1"), src, m) }, func() { sink2(dst[:1][0]) })
}
