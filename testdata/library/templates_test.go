package library

import (
	"io"
	"strings"
	"testing"
	"text/template"
	"text/template/parse"
)

// A set of templates has locks: there is no race, but programs see the order.

func TestBugSetExecuteTemplate(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var err error
	two(func() { s.New("a").Parse("a") }, func() { err = s.ExecuteTemplate(io.Discard, "a", nil) })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSetExecuteInner(t *testing.T) {
	s := template.Must(template.New("x").Parse(`{{define "a"}}old{{end}}{{template "a"}}`))
	var b strings.Builder
	two(func() { s.New("a").Parse("new") }, func() { s.Execute(&b, nil) })
	if b.String() != "old" {
		t.Error(b.String())
	}
}
func TestBugSetExecuteInnerNew(t *testing.T) {
	s := template.Must(template.New("x").Parse(`{{define "a"}}old{{end}}{{template "a"}}`))
	var b strings.Builder
	two(func() { s.New("a").Parse("new") }, func() { s.Execute(&b, nil) })
	if b.String() != "new" {
		t.Error(b.String())
	}
}

// One execution sees the old one and the new one.
func TestBugSetExecuteMixed(t *testing.T) {
	s := template.Must(template.New("x").Parse(`{{define "a"}}old{{end}}{{template "a"}}{{template "a"}}`))
	var b strings.Builder
	two(func() { s.New("a").Parse("new") }, func() { s.Execute(&b, nil) })
	if b.String() == "oldnew" {
		t.Error(b.String())
	}
}
func TestBugSetAddParseTree(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var got *template.Template
	two(func() { s.AddParseTree("a", s.Tree) }, func() { got = s.Lookup("a") })
	if got == nil {
		t.Error("nil")
	}
}
func TestBugSetAddParseTreeBoth(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	trees, _ := parse.Parse("a", "1", "", "")
	trees2, _ := parse.Parse("a", "2", "", "")
	two(func() { s.AddParseTree("a", trees["a"]) }, func() { s.AddParseTree("a", trees2["a"]) })
	var b strings.Builder
	s.ExecuteTemplate(&b, "a", nil)
	if b.String() != "2" {
		t.Error(b.String())
	}
}
func TestBugSetAddParseTreeBoth1(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	two(func() { s.New("a").Parse("1") }, func() { s.New("a").Parse("2") })
	var b strings.Builder
	s.ExecuteTemplate(&b, "a", nil)
	if b.String() != "1" {
		t.Error(b.String())
	}
}
func TestBugSetFuncsExecute(t *testing.T) {
	s := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { return 1 }}).Parse("{{f}}"))
	var b strings.Builder
	two(func() { s.Funcs(template.FuncMap{"f": func() int { return 2 }}) }, func() { s.Execute(&b, nil) })
	if b.String() != "1" {
		t.Error(b.String())
	}
}
func TestBugSetFuncsExecute2(t *testing.T) {
	s := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { return 1 }}).Parse("{{f}}"))
	var b strings.Builder
	two(func() { s.Funcs(template.FuncMap{"f": func() int { return 2 }}) }, func() { s.Execute(&b, nil) })
	if b.String() != "2" {
		t.Error(b.String())
	}
}
func TestBugSetFuncsParse(t *testing.T) {
	s := template.New("x")
	var err error
	two(func() { s.Funcs(template.FuncMap{"f": func() int { return 2 }}) }, func() { _, err = s.New("a").Parse("{{f}}") })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSetTemplates(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var n int
	two(func() { s.New("a").Parse("a") }, func() { n = len(s.Templates()) })
	if n != 2 {
		t.Error(n)
	}
}
func TestBugSetDefined(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var n string
	two(func() { s.New("a").Parse("a") }, func() { n = s.DefinedTemplates() })
	if !strings.Contains(n, `"a"`) {
		t.Error(n)
	}
}
func TestBugSetClone(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var c *template.Template
	two(func() { s.New("a").Parse("a") }, func() { c, _ = s.Clone() })
	if c.Lookup("a") == nil {
		t.Error("a")
	}
}
func TestBugSetCloneFuncs(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var c *template.Template
	two(func() { s.Funcs(template.FuncMap{"f": func() int { return 2 }}) }, func() { c, _ = s.Clone() })
	if _, err := c.Parse("{{f}}"); err != nil {
		t.Error(err)
	}
}
func TestOKSetCloneOwn(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	c, _ := s.Clone()
	two(func() { s.New("a").Parse("a") }, func() { c.New("a").Parse("b") })
	var b strings.Builder
	c.ExecuteTemplate(&b, "a", nil)
	if b.String() != "b" {
		t.Error("a")
	}
}

type setExecuter interface {
	ExecuteTemplate(io.Writer, string, any) error
}

func TestBugSetInterface(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	var e setExecuter = s
	var err error
	two(func() { s.New("a").Parse("a") }, func() { err = e.ExecuteTemplate(io.Discard, "a", nil) })
	if err != nil {
		t.Error(err)
	}
}

type setPage struct{ *template.Template }

func TestBugSetEmbedded(t *testing.T) {
	s := setPage{template.Must(template.New("x").Parse("x"))}
	var err error
	two(func() { s.New("a").Parse("a") }, func() { err = s.ExecuteTemplate(io.Discard, "a", nil) })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSetEmbeddedInterface(t *testing.T) {
	s := setPage{template.Must(template.New("x").Parse("x"))}
	var e setExecuter = s
	var err error
	two(func() { s.New("a").Parse("a") }, func() { err = e.ExecuteTemplate(io.Discard, "a", nil) })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSetMethodValue(t *testing.T) {
	s := template.Must(template.New("x").Parse("x"))
	parse := s.New("a").Parse
	exec := s.ExecuteTemplate
	var err error
	two(func() { parse("a") }, func() { err = exec(io.Discard, "a", nil) })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSetFuncInExec(t *testing.T) {
	s := template.New("x")
	s.Funcs(template.FuncMap{"inc": func(n string) string {
		var b strings.Builder
		if err := s.ExecuteTemplate(&b, n, nil); err != nil {
			return "none"
		}
		return b.String()
	}})
	template.Must(s.Parse(`{{inc "a"}}`))
	var b strings.Builder
	two(func() { s.New("a").Parse("a") }, func() { s.Execute(&b, nil) })
	if b.String() != "a" {
		t.Error(b.String())
	}
}
func TestOKSetExecuteTwice(t *testing.T) {
	s := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { return 1 }}).Parse(`{{f}}{{define "a"}}{{f}}{{end}}{{template "a"}}`))
	two(func() { s.Execute(io.Discard, nil) }, func() { s.Execute(io.Discard, nil) })
}
func TestOKSetNewParse(t *testing.T) {
	s := template.New("x")
	two(func() { s.New("a").Parse("a") }, func() { s.New("b").Parse("b") })
	if n := len(s.Templates()); n < 2 || n > 3 {
		t.Error("2")
	}
}
