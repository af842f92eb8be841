package access

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// What templates read of their data: fields, and entries of maps, that they name; all that slices
// and other maps have. The packages of templates are not imported: their trees are gone through by
// reflection.

// Executes announces what a template, of text/template or html/template, reads of data. The methods
// of the program that it calls are rewritten code.
func Executes[T any](t T, s rt.Site, data any) T {
	v := reflect.ValueOf(t)
	if rt.Quiet() || v.Kind() != reflect.Pointer || v.IsNil() {
		return t
	}
	if tree := v.Elem().FieldByName("Tree"); tree.IsValid() {
		rt.TouchValue(address(tree), tree.Type(), s, false)
	}
	if data == nil {
		return t
	}
	names := make(map[string]bool)
	for _, tree := range treesOf(v.Elem()) {
		fieldNames(tree, names)
	}
	m := &manner{exported: true, pointers: true, only: names}
	m.reads(data, s)
	return t
}

// treesOf lists the syntax trees of a template and of those that it can call.
func treesOf(t reflect.Value) (trees []reflect.Value) {
	if text := t.FieldByName("text"); text.IsValid() && text.Kind() == reflect.Pointer && !text.IsNil() { // of html/template
		t = text.Elem()
	}
	add := func(t reflect.Value) {
		if tree := t.FieldByName("Tree"); tree.IsValid() && !tree.IsNil() {
			trees = append(trees, tree.Elem().FieldByName("Root"))
		}
	}
	add(t)
	common := t.FieldByName("common")
	if !common.IsValid() || common.IsNil() {
		return trees
	}
	for it := common.Elem().FieldByName("tmpl").MapRange(); it.Next(); {
		if v := it.Value(); !v.IsNil() {
			add(v.Elem())
		}
	}
	return trees
}

// fieldNames collects the names of fields in a part of a syntax tree.
func fieldNames(v reflect.Value, names map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fieldNames(v.Elem(), names)
		}
	case reflect.Slice:
		for i := range v.Len() {
			fieldNames(v.Index(i), names)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case f.Name == "tr" || f.Name == "NodeType": // the tree again
			case f.Type == reflect.TypeFor[[]string](): // Ident, Field
				for j := range v.Field(i).Len() {
					names[v.Field(i).Index(j).String()] = true
				}
			default:
				fieldNames(v.Field(i), names)
			}
		}
	}
}
