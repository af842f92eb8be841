package access

import (
	"reflect"
	"strings"

	rt "gocheck.dev/runtime"
)

// Which field of a struct package json decodes a name into.

// A jsonField is a field, or one of an embedded struct.
type jsonField struct {
	name   string
	index  []int
	tagged bool
	quoted bool // its value is in a string
}

// jsonFields are those of types, as far as they have been asked for: only tasks come there.
var jsonFields = make(map[reflect.Type][]jsonField)

// fieldsOf lists the fields that count: of those with one name the one that is least deep, or
// the only one of these with a tag.
func fieldsOf(t reflect.Type) []jsonField {
	if known, ok := jsonFields[t]; ok {
		return known
	}
	var all []jsonField
	taken := make(map[string]bool)
	seen := make(map[reflect.Type]bool)
	type embedded struct {
		t     reflect.Type
		index []int
	}
	for level := []embedded{{t, nil}}; len(level) > 0; {
		var next []embedded
		byName := make(map[string][]jsonField)
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
					field := jsonField{name, index, name != "", strings.Contains(","+options+",", ",string,") && scalar(inner)}
					if name == "" {
						field.name = f.Name
					}
					if byName[field.name] == nil {
						names = append(names, field.name)
					}
					byName[field.name] = append(byName[field.name], field)
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
	jsonFields[t] = all
	return all
}

// dominant is the one of some fields of one name and depth that counts.
func dominant(list []jsonField) (jsonField, bool) {
	if len(list) == 1 {
		return list[0], true
	}
	var found []jsonField
	for _, f := range list {
		if f.tagged {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return jsonField{}, false
	}
	return found[0], true
}

// field is the variable that a name is decoded into; it is not valid if there is none.
// Embedded pointers on the way to it are read, nil ones set.
func (d *jsonDecoding) field(v reflect.Value, name string) (field reflect.Value, quoted bool) {
	var found *jsonField
	all := fieldsOf(v.Type())
	for i := range all {
		if all[i].name == name {
			found = &all[i]
			break
		}
		if found == nil && strings.EqualFold(all[i].name, name) {
			found = &all[i]
		}
	}
	if found == nil {
		return reflect.Value{}, false
	}
	for _, i := range found.index {
		if v.Kind() == reflect.Pointer {
			rt.TouchValue(address(v), v.Type(), d.s, v.IsNil())
			if v.IsNil() {
				return reflect.Value{}, found.quoted
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, found.quoted
}
