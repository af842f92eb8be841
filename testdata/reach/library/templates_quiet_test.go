package library

import (
	html "html/template"
	"io"
	"testing"
	"text/template"
)

func TestQuietTemplateLen(t *testing.T) {
	d := filled()
	beside("{{len .List}}", d, func() { d.List[1] = 2 })
}

func TestQuietTemplateIndex(t *testing.T) {
	d := filled()
	beside("{{index .List 0}}", d, func() { d.List[1] = 2 })
}

func TestQuietTemplateIndexEntry(t *testing.T) {
	list := []int{1, 2, 3}
	beside("{{index .List 0}}", map[string]any{"List": list}, func() { list[1] = 2 })
}

func TestQuietTemplateIf(t *testing.T) {
	d := filled()
	beside("{{if .List}}x{{else}}{{.A}}{{end}}", d, func() { d.List[1] = 2 })
}

func TestQuietTemplateOther(t *testing.T) {
	d := filled()
	beside("{{if .A}}{{len .List}}{{end}}", d, func() { d.B = 1 })
}

func TestQuietTemplateRangeBroken(t *testing.T) {
	d := filled()
	beside("{{range .List}}{{if eq . 2}}{{break}}{{end}}{{.}}{{end}}", d, func() { d.List[2] = 2 })
}

func TestQuietTemplateRangeEmpty(t *testing.T) {
	d := &data{}
	beside("{{range .List}}{{$.A}}{{end}}", d, func() { d.A = 1 })
}

func TestQuietTemplateRangeIndices(t *testing.T) {
	d := filled()
	beside("{{range $i, $_ := .List}}{{$.A}}{{break}}{{end}}", d, func() { d.List[1] = 1 })
}

func TestQuietTemplateAnd(t *testing.T) {
	d := &data{}
	beside("{{if and .A .B}}x{{end}}", d, func() { d.B = 1 })
}

func TestQuietTemplateOr(t *testing.T) {
	d := &data{A: 1}
	beside("{{if or .A .B}}x{{end}}", d, func() { d.B = 1 })
}

func TestQuietTemplateWith(t *testing.T) {
	d := &nested{}
	beside("{{with .In}}{{.A}}{{else}}{{.A}}{{end}}", d, func() { d.B = 1 })
}

func TestQuietTemplateSlice(t *testing.T) {
	d := filled()
	beside("{{slice .List 1 2}}", d, func() { d.List[2] = 1 })
}

func TestQuietTemplateVariable(t *testing.T) {
	d := filled()
	beside("{{$x := .List}}{{index $x 1}}", d, func() { d.List[0] = 1 })
}

func TestQuietTemplateByMethod(t *testing.T) {
	d := &data{}
	beside("{{if .Positive}}{{.B}}{{end}}", d, func() { d.B = 1 })
}

func TestQuietTemplateNotCalled(t *testing.T) {
	d := filled()
	beside(`{{define "T"}}{{.A}}{{end}}{{if .A}}{{template "T" .}}{{end}}`, d, func() { d.B = 1 })
}

func TestQuietTemplateName(t *testing.T) {
	d := &nested{In: filled()}
	beside("{{.In.A}}", d, func() { d.A = 1 })
}

func TestQuietHTMLTemplates(t *testing.T) {
	x := html.Must(html.New("x").Parse(`<p>{{.A}}{{template "y"}}</p>{{define "y"}}{{end}}`))
	d := filled()
	both(func() { x.Execute(io.Discard, d) }, func() { x.Execute(io.Discard, d) })
}

func TestQuietTemplates(t *testing.T) {
	x := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { return 1 }}).Parse(`{{f}}{{.A}}{{template "y"}}{{define "y"}}{{end}}`))
	d := filled()
	both(func() { x.Execute(io.Discard, d) }, func() { x.Execute(io.Discard, d); x.Lookup("y"); x.Funcs(nil) })
}
