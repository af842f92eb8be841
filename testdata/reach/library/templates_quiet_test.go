package library

import "testing"

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
