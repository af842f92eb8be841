package likeness

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unsafe"
)

// Value is what a function refers to: a value that does not change, or the address of a variable.
type Value struct {
	typ   reflect.Type
	words []byte         // the value, without padding; of strings what they say
	f     unsafe.Pointer // of a function: what its value points to
	held  any            // so that no other variable comes to have an address of it
}

// Of is a value.
func Of[T any](v T) Value {
	l := Value{typ: reflect.TypeFor[T](), held: v}
	if l.typ.Kind() == reflect.Func {
		l.f = *(*unsafe.Pointer)(unsafe.Pointer(&v))
		return l
	}
	l.add(l.typ, unsafe.Pointer(&v))
	return l
}

// add adds what lies at p.
func (l *Value) add(t reflect.Type, p unsafe.Pointer) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			l.add(f.Type, unsafe.Add(p, f.Offset))
		}
	case reflect.Array:
		for i := range t.Len() {
			l.add(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()))
		}
	case reflect.String:
		s := *(*string)(p)
		l.words = append(binary.AppendUvarint(l.words, uint64(len(s))), s...)
	default: // all words of it are its own: two interfaces with one value at two places differ
		l.words = append(l.words, unsafe.Slice((*byte)(p), t.Size())...)
	}
}

// Table has the functions of an execution of which it is known what they refer to.
type Table struct{ made map[unsafe.Pointer]made }

type made struct {
	f  any // by which it is found: it is held
	of []Value
}

// Reset begins an execution.
func (t *Table) Reset() { clear(t.made) }

// Add adds a function that was made, and what it refers to.
func (t *Table) Add(f any, of []Value) {
	if t.made == nil {
		t.made = map[unsafe.Pointer]made{}
	}
	t.made[(*[2]unsafe.Pointer)(unsafe.Pointer(&f))[1]] = made{f, of}
}

// Same says whether two functions do the same.
func (t *Table) Same(f, g func()) bool {
	return t.same(*(*unsafe.Pointer)(unsafe.Pointer(&f)), *(*unsafe.Pointer)(unsafe.Pointer(&g)))
}

// same compares what function values point to, which begins with the address of the code.
func (t *Table) same(f, g unsafe.Pointer) bool {
	if f == g {
		return true
	}
	if f == nil || g == nil || *(*uintptr)(f) != *(*uintptr)(g) {
		return false
	}
	a, known := t.made[f]
	b, known2 := t.made[g]
	return known && known2 && slices.EqualFunc(a.of, b.of, t.equal)
}

func (t *Table) equal(v, w Value) bool {
	return v.typ == w.typ && string(v.words) == string(w.words) && t.same(v.f, w.f)
}
