package jsonnames

import (
	"reflect"
	"strings"
)

// Which field of a struct package json decodes a name into.

// A Field is a field, or one of an embedded struct.
type Field struct {
	Name   string
	Index  []int
	tagged bool
	Type   reflect.Type // its own, or that of what it points to
	Quoted bool         // its tag says that its value is in a string
}

// known are those of types, as far as they have been asked for: only tasks come there.
var known = make(map[reflect.Type][]Field)

// Of lists the fields that count: of those with one name the one that is least deep, or
// the only one of these with a tag.
func Of(t reflect.Type) []Field {
	if list, ok := known[t]; ok {
		return list
	}
	var all []Field
	taken := make(map[string]bool)
	seen := make(map[reflect.Type]bool)
	type embedded struct {
		t     reflect.Type
		index []int
	}
	for level := []embedded{{t, nil}}; len(level) > 0; {
		var next []embedded
		byName := make(map[string][]Field)
		var names []string
		for _, e := range level {
			if seen[e.t] {
				continue
			}
			seen[e.t] = true
			for i := range e.t.NumField() {
				f := e.t.Field(i)
				tag := f.Tag.Get("json")
				name, options, _ := strings.Cut(tag, ",")
				index := append(e.index[:len(e.index):len(e.index)], i)
				inner := f.Type
				if inner.Kind() == reflect.Pointer && inner.Name() == "" {
					inner = inner.Elem()
				}
				switch {
				case tag == "-" || !f.IsExported() && !(f.Anonymous && inner.Kind() == reflect.Struct):
				case name == "" && f.Anonymous && inner.Kind() == reflect.Struct:
					next = append(next, embedded{inner, index})
				default:
					field := Field{name, index, name != "", inner, strings.Contains(","+options+",", ",string,")}
					if name == "" {
						field.Name = f.Name
					}
					if byName[field.Name] == nil {
						names = append(names, field.Name)
					}
					byName[field.Name] = append(byName[field.Name], field)
				}
			}
		}
		for _, name := range names {
			if taken[name] {
				continue
			}
			taken[name] = true
			if f, ok := dominant(byName[name]); ok {
				all = append(all, f)
			}
		}
		level = next
	}
	known[t] = all
	return all
}

// dominant is the one of some fields of one name and depth that counts.
func dominant(list []Field) (Field, bool) {
	if len(list) == 1 {
		return list[0], true
	}
	var found []Field
	for _, f := range list {
		if f.tagged {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return Field{}, false
	}
	return found[0], true
}
