package parts

import (
	"bytes"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// What package gob writes when it decodes: what the input has. It has no fields that are zero, and
// may lack others; what it has cannot be asked of a Decoder. So what was there before is compared
// with what is there then: a field that has become another one was written, and a text or a slice
// always does, for it is a new one. A number that is set to what it was is not announced.

// DecodesGob announces, when the function that it returns is called, what of the variable that v
// points to has been written meanwhile.
func DecodesGob(v any, s rt.Site) func() {
	p := reflect.ValueOf(v)
	if rt.Quiet() || p.Kind() != reflect.Pointer || p.IsNil() {
		return func() {}
	}
	g := gobDecoding{seen: make(map[unsafe.Pointer]bool)}
	g.pointer(p)
	return func() {
		for _, b := range g.before {
			if !b.same() {
				b.announce(s)
			}
		}
	}
}

// A gobDecoding is a walk through what may be written; data may be cyclic.
type gobDecoding struct {
	seen   map[unsafe.Pointer]bool
	ways   []reflect.Value // pointers that have led to where the walk is
	before []wasThere
}

// wasThere is a variable as it was: its memory, or a map's entries.
type wasThere struct {
	v      reflect.Value
	memory []byte
	filled reflect.Value // not valid: it is none
	ways   []reflect.Value
}

func (g *gobDecoding) pointer(p reflect.Value) {
	if !g.seen[p.UnsafePointer()] {
		g.seen[p.UnsafePointer()] = true
		g.variable(p.Elem())
	}
}

func (g *gobDecoding) variable(v reflect.Value) {
	was := wasThere{v: v, ways: g.ways[:len(g.ways):len(g.ways)]}
	switch v.Kind() {
	case reflect.Struct:
		exported := false
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				exported = true
				g.variable(v.Field(i))
			}
		}
		if exported {
			return
		}
	case reflect.Array:
		for i := range v.Len() {
			g.variable(v.Index(i))
		}
		return
	case reflect.Pointer: // what is there is filled
		if !v.IsNil() {
			g.ways = append(g.ways, v)
			g.pointer(v)
			g.ways = g.ways[:len(g.ways)-1]
			return
		}
	case reflect.Map: // what is there is added to
		if !v.IsNil() {
			was.filled = reflect.MakeMap(v.Type())
			for it := v.MapRange(); it.Next(); {
				was.filled.SetMapIndex(it.Key(), it.Value())
			}
		}
	case reflect.Slice: // the array is used again
		for i := range v.Len() {
			g.variable(v.Index(i))
		}
	}
	was.memory = bytes.Clone(memory(v))
	g.before = append(g.before, was)
}

// memory is that of a variable.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}

func (w *wasThere) same() bool {
	return bytes.Equal(w.memory, memory(w.v)) && (!w.filled.IsValid() || reflect.DeepEqual(w.filled.Interface(), w.v.Interface()))
}

func (w *wasThere) announce(s rt.Site) {
	for _, p := range w.ways {
		rt.TouchValue(p.Addr().UnsafePointer(), p.Type(), s, false)
	}
	if w.filled.IsValid() {
		rt.TouchValue(w.v.Addr().UnsafePointer(), w.v.Type(), s, false)
		rt.Touch(w.v.UnsafePointer(), s, true)
		return
	}
	rt.TouchValue(w.v.Addr().UnsafePointer(), w.v.Type(), s, true)
}
