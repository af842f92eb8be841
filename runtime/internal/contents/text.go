package contents

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev"
)

// Text is values as lines of text. A line is a leaf: a number, a string, a function, and the way
// to it from its variable. No line has an address, and none depends on the order of a map, so
// that equal states are equal texts.
type Text struct{ p printer }

// NewText is empty.
func NewText() *Text {
	return &Text{printer{equals: " = ", seen: map[reached]string{}, room: maxLines}}
}

// Add adds what the variable v of that name holds.
func (t *Text) Add(name string, v reflect.Value) { t.p.value(name, v, 0) }

// Lines are all that was added.
func (t *Text) Lines() []string { return t.p.lines }

// Bounds of what is printed. A list of a million elements says no more than that
// something differs, and a linked list is as deep as it is long.
const (
	maxLines = 20_000
	maxDepth = 1000
)

type printer struct {
	equals string // between the way to a leaf and its text
	lines  []string
	seen   map[reached]string // the way by which it was reached first
	room   int                // lines
}

// reached is something that several ways, or one in a circle, may lead to.
type reached struct {
	typ reflect.Type
	at  uintptr
	len int
}

func (p *printer) line(path, value string) {
	if p.room--; p.room > 0 {
		p.lines = append(p.lines, path+p.equals+value)
	} else if p.room == 0 {
		p.lines = append(p.lines, fmt.Sprintf("… (only %d values are looked at)", maxLines))
	}
}

// again says whether v was reached before, and says so.
func (p *printer) again(path string, v reflect.Value, n int) bool {
	r := reached{v.Type(), v.Pointer(), n}
	if first, ok := p.seen[r]; ok {
		p.line(path, "as "+first)
		return true
	}
	p.seen[r] = path
	return false
}

func (p *printer) value(path string, v reflect.Value, depth int) {
	if p.room <= 0 {
		return
	}
	if depth++; depth > maxDepth {
		p.line(path, "…")
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		if v.IsNil() {
			p.line(path, "nil")
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if opaque(v.Type().Elem()) || !p.again(path, v, 0) {
			p.value(path, v.Elem(), depth)
		}
	case reflect.Interface:
		e := v.Elem()
		p.value(path+".("+e.Type().String()+")", e, depth)
	case reflect.Struct:
		p.fields(path, v, depth)
	case reflect.Array:
		p.elements(path, v, depth)
	case reflect.Slice:
		switch {
		case v.Type().Elem().Kind() == reflect.Uint8:
			p.line(path, strconv.Quote(string(v.Bytes())))
		case v.Len() == 0:
			p.line(path, "[]")
		case !p.again(path, v, v.Len()):
			p.elements(path, v, depth)
		}
	case reflect.Map:
		if v.Len() == 0 {
			p.line(path, "map[]")
		} else if !p.again(path, v, 0) {
			p.entries(path, v, depth)
		}
	default:
		p.line(path, leafText(v))
	}
}

// leafText is the text of a value that has no parts.
func leafText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Func:
		if f := runtime.FuncForPC(v.Pointer()); f != nil {
			return "func " + f.Name()
		}
		return "func"
	case reflect.Chan:
		return v.Type().String() // what is in it is not in its memory
	case reflect.UnsafePointer:
		return "unsafe.Pointer"
	}
	return fmt.Sprint(v)
}

// opaque says of a struct that its fields are no state of the program's, or not
// known to be: synchronisation, whose state under gocheck is elsewhere, and what
// belongs to the test or the system.
func opaque(t reflect.Type) bool {
	if t == reflect.TypeFor[gocheck.Handler]() {
		return true
	}
	switch t.PkgPath() {
	case "sync", "context", "testing", "os", "net", "reflect", "runtime":
		return true
	case "time":
		return t.Name() != "Time" && t.Kind() == reflect.Struct
	}
	return false
}

func (p *printer) fields(path string, v reflect.Value, depth int) {
	t := v.Type()
	if opaque(t) {
		p.line(path, t.String())
		return
	}
	atomic := t.PkgPath() == "sync/atomic"
	if t.NumField() == 0 {
		p.line(path, "{}")
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Name == "_":
		case atomic && f.Type.PkgPath() == t.PkgPath(): // noCopy, align64
		case atomic && f.Type.Kind() == reflect.UnsafePointer: // of an atomic.Pointer[T], whose first field has the T
			p.pointee(path, t.Field(0).Type, v.Field(i), depth)
		case atomic:
			p.value(path, v.Field(i), depth)
		default:
			p.value(path+"."+f.Name, v.Field(i), depth)
		}
	}
}

// pointee is what an atomic.Pointer points to. Its first field is a [0]*T.
func (p *printer) pointee(path string, mark reflect.Type, v reflect.Value, depth int) {
	if v.IsNil() {
		p.line(path, "nil")
		return
	}
	if mark.Kind() != reflect.Array || mark.Elem().Kind() != reflect.Pointer {
		p.line(path, "unsafe.Pointer")
		return
	}
	p.value(path, reflect.NewAt(mark.Elem().Elem(), v.UnsafePointer()), depth)
}

func (p *printer) elements(path string, v reflect.Value, depth int) {
	for i := 0; i < v.Len() && p.room > 0; i++ {
		p.value(fmt.Sprintf("%s[%d]", path, i), v.Index(i), depth)
	}
}

// entries are those of a map in the order of the texts of their keys.
func (p *printer) entries(path string, v reflect.Value, depth int) {
	type entry struct {
		key   string
		value reflect.Value
	}
	var all []entry
	for it := v.MapRange(); it.Next() && len(all) < p.room; {
		all = append(all, entry{p.key(it.Key(), depth), it.Value()})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	for _, e := range all {
		p.value(path+"["+e.key+"]", e.value, depth)
	}
}

// key is the text of a key: all of its leaves.
func (p *printer) key(v reflect.Value, depth int) string {
	inner := printer{equals: " = ", seen: map[reached]string{}, room: min(p.room, 100)}
	inner.value("", v, depth)
	if len(inner.lines) == 1 {
		return strings.TrimPrefix(inner.lines[0], " = ")
	}
	return strings.Join(inner.lines, ", ")
}
