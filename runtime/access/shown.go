package access

import (
	"io"
	"os"
	"reflect"

	"gocheck.dev/internal/verbs"
	rt "gocheck.dev/runtime"
)

// Formats is f, a function of package fmt that makes a text of its operands: where that shows
// an address, it is noted that the test asks for one. What is written to a file is for people.
func Formats[F any](s rt.Site, f F) F {
	if !rt.Controlled() {
		return f
	}
	var noted any
	switch f := any(f).(type) {
	case func(...any) string:
		noted = func(a ...any) string { shown{s: s}.print(a); return f(a...) }
	case func(string, ...any) string:
		noted = func(format string, a ...any) string { shown{s: s}.printf(format, a); return f(format, a...) }
	case func(string, ...any) error:
		noted = func(format string, a ...any) error { shown{s: s}.printf(format, a); return f(format, a...) }
	case func([]byte, ...any) []byte:
		noted = func(b []byte, a ...any) []byte { shown{s: s}.print(a); return f(b, a...) }
	case func([]byte, string, ...any) []byte:
		noted = func(b []byte, format string, a ...any) []byte {
			shown{s: s}.printf(format, a)
			return f(b, format, a...)
		}
	case func(io.Writer, ...any) (int, error):
		noted = func(w io.Writer, a ...any) (int, error) {
			if _, file := w.(*os.File); !file {
				shown{s: s}.print(a)
			}
			return f(w, a...)
		}
	case func(io.Writer, string, ...any) (int, error):
		noted = func(w io.Writer, format string, a ...any) (int, error) {
			if _, file := w.(*os.File); !file {
				shown{s: s}.printf(format, a)
			}
			return f(w, format, a...)
		}
	default:
		return any(f).(F)
	}
	return noted.(F)
}

// shown looks for addresses in what package fmt makes of operands, by a verb's rules.
type shown struct {
	s     rt.Site
	verbs *manner
}

func (l shown) print(operands []any) {
	l.verbs = printing
	for _, v := range operands {
		l.operand(v)
	}
}

// printf goes by the verbs of a format.
func (l shown) printf(format string, operands []any) {
	for i, printed := range verbs.Of(format, len(operands)) {
		for _, v := range printed {
			if l.verbs = ways[v.Way()]; l.verbs != nil {
				l.operand(operands[i])
			} else if v.Rune == 'p' {
				l.pointer(operands[i])
			}
		}
	}
}

// pointer is %p.
func (l shown) pointer(v any) {
	switch v := reflect.ValueOf(v); v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
		if !v.IsNil() {
			rt.Depends(l.s, "an address (%p)")
		}
	}
}

func (l shown) operand(v any) {
	held, ok := v.(reflect.Value)
	if !ok {
		held = reflect.ValueOf(v)
	}
	if left := mostShown; l.value(held, 0, false, &left) {
		rt.Depends(l.s, "an address in a text")
	}
}

// mostShown bounds how many values are looked at: data may be large, and cyclic.
const mostShown = 1 << 9

// value reports whether the text of v has an address in it: that of a channel or function, of
// what has no parts, or of whatever a pointer within v leads to. hidden says that v is in a
// field that is not exported, where no method is called.
func (l shown) value(v reflect.Value, depth int, hidden bool, left *int) bool {
	if *left--; *left < 0 || !v.IsValid() {
		return false
	}
	if v.Kind() == reflect.Interface {
		return l.value(v.Elem(), depth, hidden, left)
	}
	t := v.Type()
	if !hidden && (&walk{manner: l.verbs}).asks(t) {
		return false // its method makes the text
	}
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return !v.IsNil()
	case reflect.Pointer:
		if v.IsNil() {
			return false
		}
		switch t.Elem().Kind() {
		case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
			return depth > 0 || l.value(v.Elem(), depth+1, hidden, left)
		}
		return true
	case reflect.Struct:
		for i := range v.NumField() {
			if l.value(v.Field(i), depth+1, hidden || !t.Field(i).IsExported(), left) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && !textual(t.Elem()); i++ {
			if l.value(v.Index(i), depth+1, hidden, left) {
				return true
			}
		}
	case reflect.Map:
		if textual(t.Key()) && textual(t.Elem()) {
			return false
		}
		for it := v.MapRange(); *left > 0 && it.Next(); {
			if l.value(it.Key(), depth+1, hidden, left) || l.value(it.Value(), depth+1, hidden, left) {
				return true
			}
		}
	}
	return false
}

// textual reports whether no value of a type is, or leads to, an address.
func textual(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return false
	}
	return scalar(t)
}
