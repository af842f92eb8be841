package library

import (
	html "html/template"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"text/template"
)

type data struct {
	A, B int
	List []int
	M    map[string]int
}

func (d *data) Positive() bool      { return d.A > 0 }
func (d *data) At(i int) int        { return d.List[i] }
func (d *data) Each() iter.Seq[int] { return slices.Values(d.List) }

type nested struct {
	In   *data
	A, B int
}

func filled() *data { return &data{List: []int{1, 2, 3}, M: map[string]int{"a": 1}} }

func beside(text string, of any, race func()) {
	x := template.Must(template.New("x").Parse(text))
	both(race, func() { x.Execute(io.Discard, of) })
}

func besideHTML(text string, of any, race func()) {
	x := html.Must(html.New("x").Parse(text))
	both(race, func() { x.Execute(io.Discard, of) })
}

func TestTemplateIndex(t *testing.T) {
	d := filled()
	beside("{{index .List 1}}", d, func() { d.List[1] = 2 })
}

func TestTemplateIndexHeader(t *testing.T) {
	d := filled()
	beside("{{index .List 1}}", d, func() { d.List = []int{3, 4} })
}

func TestTemplateIndexMap(t *testing.T) {
	d := filled()
	beside(`{{index .M "a"}}`, d, func() { d.M["b"] = 2 })
}

func TestTemplateIndexEntry(t *testing.T) {
	list := []int{1, 2, 3}
	beside("{{index .List 1}}", map[string]any{"List": list}, func() { list[1] = 2 })
}

func TestTemplateLen(t *testing.T) {
	d := filled()
	beside("{{len .List}}{{.List}}", d, func() { d.List[1] = 2 })
}

func TestTemplateIf(t *testing.T) {
	d := filled()
	beside("{{if .List}}{{.B}}{{end}}", d, func() { d.B = 2 })
}

func TestTemplateRange(t *testing.T) {
	d := filled()
	beside("{{if .List}}{{range .List}}{{.}}{{end}}{{end}}", d, func() { d.List[1] = 2 })
}

func TestTemplatePrinted(t *testing.T) {
	d := filled()
	beside("{{.List}}", d, func() { d.List[1] = 2 })
}

func TestTemplateRangeBroken(t *testing.T) {
	d := filled()
	beside("{{range .List}}{{if eq . 2}}{{break}}{{end}}{{.}}{{end}}", d, func() { d.List[1] = 2 })
}

func TestTemplateRangeContinued(t *testing.T) {
	d := filled()
	beside("{{range .List}}{{if eq . 2}}{{continue}}{{end}}{{.}}{{end}}", d, func() { d.List[2] = 3 })
}

func TestTemplateRangeMap(t *testing.T) {
	d := filled()
	beside("{{range $k, $v := .M}}{{$k}}{{end}}", d, func() { d.M["b"] = 2 })
}

func TestTemplateRangeElse(t *testing.T) {
	d := &data{}
	beside("{{range .List}}{{.}}{{else}}{{.A}}{{end}}", d, func() { d.A = 1 })
}

func TestTemplateRangeInt(t *testing.T) {
	d := &data{A: 2}
	beside("{{range .A}}{{$.B}}{{end}}", d, func() { d.B = 1 })
}

func TestTemplateRangeFunc(t *testing.T) {
	d := filled()
	beside("{{range .Each}}{{.}}{{end}}", d, func() { d.List[1] = 2 })
}

func TestTemplateAnd(t *testing.T) {
	d := &data{A: 1}
	beside("{{if and .A .B}}x{{end}}", d, func() { d.B = 1 })
}

func TestTemplateOr(t *testing.T) {
	d := &data{}
	beside("{{if or .A .B}}x{{end}}", d, func() { d.B = 1 })
}

func TestTemplateWith(t *testing.T) {
	d := &nested{In: filled()}
	beside("{{with .In}}{{.A}}{{end}}", d, func() { d.In.A = 1 })
}

func TestTemplateSlice(t *testing.T) {
	d := filled()
	beside("{{slice .List 1 2}}", d, func() { d.List[1] = 1 })
}

func TestTemplateIndexNested(t *testing.T) {
	d := &nested{In: filled()}
	beside(`{{index .In.List 1}}`, d, func() { d.In.List[1] = 1 })
}

func TestTemplateVariable(t *testing.T) {
	d := filled()
	beside("{{$x := .List}}{{index $x 1}}", d, func() { d.List[1] = 1 })
}

func TestTemplateByMethod(t *testing.T) {
	d := &data{A: 1}
	beside("{{if .Positive}}{{.B}}{{end}}", d, func() { d.B = 1 })
}

func TestTemplateArgument(t *testing.T) {
	d := filled()
	beside("{{.At 1}}", d, func() { d.List[1] = 1 })
}

func TestTemplatePrintf(t *testing.T) {
	d := filled()
	beside(`{{printf "%d" .List}}`, d, func() { d.List[1] = 1 })
}

func TestTemplateCalled(t *testing.T) {
	d := filled()
	beside(`{{define "T"}}{{.A}}{{end}}{{template "T" .}}`, d, func() { d.A = 1 })
}

func TestHTMLTemplate(t *testing.T) {
	d := filled()
	besideHTML(`<a href="{{.A}}">{{range .List}}{{.}}{{end}}</a>`, d, func() { d.List[1] = 1 })
}

func TestHTMLTemplateTree(t *testing.T) {
	x := html.Must(html.New("x").Parse("a"))
	both(func() { x.Parse("b") }, func() { use(x.Tree) })
}

func TestTemplateWriter(t *testing.T) {
	var b strings.Builder
	x := template.Must(template.New("x").Parse("a"))
	both(func() { x.Execute(&b, nil) }, func() { use(b.Len()) })
}
