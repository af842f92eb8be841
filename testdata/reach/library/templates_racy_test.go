package library

import (
	"io"
	"testing"
	"text/template"
)

type data struct {
	A, B int
	List []int
	M    map[string]int
}

func filled() *data { return &data{List: []int{1, 2, 3}, M: map[string]int{"a": 1}} }

func beside(text string, of any, race func()) {
	x := template.Must(template.New("x").Parse(text))
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
