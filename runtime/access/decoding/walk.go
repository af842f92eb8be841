package decoding

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"time"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// A walk goes through what may be written; data may be cyclic.
type walk struct {
	*Manner
	marks  bool
	input  Input
	unused map[reflect.Kind]int // numbers that the input does not have; 0: there is none
	seen   map[reflect.Value]bool
	ways   []reflect.Value // pointers that have led to where the walk is
	before []wasThere
	omits  bool // the variable that comes next is not written if the input has its zero value
}

// wasThere is a variable, what it was, and what it holds meanwhile.
type wasThere struct {
	v, old reflect.Value
	mark   []byte        // nil: it is compared with what it was
	filled reflect.Value // a map that is added to: what is added, or what was there
	all    reflect.Value // elements that are written together: v is the first, or not valid
	header reflect.Value // of the slice that they are in
	ways   []reflect.Value
	zero   bool          // the mark is the zero value, or no elements
	room   reflect.Value // elements that a slice so marked has room for
}

// variable is a variable as one that can be set.
func variable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

func (d *walk) pointer(p reflect.Value) {
	v := variable(p.Elem())
	d.marks = d.marks && d.surelyPlain(v.Type())
	if !d.seen[v] {
		d.seen[v] = true
		d.variable(v)
	}
}

func (d *walk) variable(v reflect.Value) {
	v = variable(v)
	t := v.Type()
	omits := d.omits
	d.omits = false
	if t.Kind() != reflect.Pointer && !standard(t) && d.itself(t) && !promoted(t) {
		return // its method is rewritten code, which announces what it writes
	}
	switch v.Kind() {
	case reflect.Struct:
		if d.fields(v) {
			return
		}
	case reflect.Array:
		if scalar(t.Elem()) {
			d.together(v, reflect.Value{}) // also where the variable's zero value is left out
			return
		}
		for i := range v.Len() {
			d.variable(v.Index(i))
		}
		return
	case reflect.Pointer:
		if d.Follows && !v.IsNil() {
			d.omits = omits
			d.by(v, v)
			return
		}
	case reflect.Interface:
		if e := v.Elem(); d.Kept && e.Kind() == reflect.Pointer && !e.IsNil() {
			d.by(v, e)
			return
		}
	case reflect.Slice:
		if !d.Fills {
			break
		}
		room := v.Slice(0, v.Cap()) // elements behind the end are decoded into as well
		if scalar(t.Elem()) {
			if omits && !markable(t.Elem()) {
				d.notes(wasThere{v: v, zero: true, room: room})
				return
			}
			d.together(room, v)
			break
		}
		for i := range room.Len() {
			d.variable(room.Index(i))
		}
	}
	d.notes(wasThere{v: v, zero: omits && scalar(t) && !markable(t)})
}

// fields goes through those of a struct that a decoder sets by themselves, if there are any.
func (d *walk) fields(v reflect.Value) (some bool) {
	t := v.Type()
	if d.itself(t) {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); !d.ignores(f) && (f.IsExported() || d.Promotes && f.Anonymous) {
			some = true
			d.omits = d.Omits && d.marks
			d.variable(v.Field(i))
		}
	}
	return some
}

// promoted reports whether a struct embeds another, whose method it may have.
func promoted(t reflect.Type) bool {
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if f := t.Field(i); f.Anonymous && standard(f.Type) {
				return true
			}
		}
	}
	return false
}

// by goes on behind a pointer that is in a variable.
func (d *walk) by(v, p reflect.Value) {
	d.ways = append(d.ways, v)
	d.pointer(p)
	d.ways = d.ways[:len(d.ways)-1]
}

// scalar reports whether elements of the type are written whole.
func scalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Array, reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		return false
	}
	return true
}

// together notes elements that are written together.
func (d *walk) together(list, header reflect.Value) {
	if list.Len() > 0 {
		d.notes(wasThere{all: list, header: header})
	}
}

func (d *walk) notes(was wasThere) {
	was.ways = slices.Clone(d.ways)
	d.before = append(d.before, was)
}

// begins keeps what variables are, and marks them: of elements that are written together the
// first. That one may be marked twice, and is then given back what it held in two steps.
func (d *walk) begins() {
	for i := range d.before {
		was := &d.before[i]
		if !was.v.IsValid() {
			if first := was.all.Index(0); d.marks && d.markable(first.Type()) {
				was.v = first
			} else {
				was.old = reflect.MakeSlice(reflect.SliceOf(first.Type()), was.all.Len(), was.all.Len())
				reflect.Copy(was.old, was.all)
				continue
			}
		}
		was.old = reflect.New(was.v.Type()).Elem()
		was.old.Set(was.v)
		switch {
		case was.zero && was.room.IsValid():
			was.v.SetLen(0)
		case was.zero:
			was.v.SetZero()
		case was.v.Kind() == reflect.Map && d.Fills && !was.v.IsNil():
			was.filled = reflect.MakeMap(was.v.Type())
			if d.marks {
				was.v.Set(was.filled)
				break
			}
			for it := was.v.MapRange(); it.Next(); {
				was.filled.SetMapIndex(it.Key(), it.Value())
			}
		case d.marks && d.markable(was.v.Type()):
			d.mark(was.v)
			was.mark = bytes.Clone(memory(was.v))
		}
	}
}

// markable reports whether a type has values that this input does not come to.
func (d *walk) markable(t reflect.Type) bool {
	_, ok := d.absent(t)
	return ok || markable(t)
}

// markable reports whether a type has values that no input comes to. Small numbers have none, but
// that package gob leaves the zero values of fields out.
func markable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.String:
		return true
	}
	return t == reflect.TypeFor[time.Time]()
}

// marked is a text that is known by where it is.
var marked = string([]byte("not decoded"))

func (d *walk) mark(v reflect.Value) {
	switch v.Kind() {
	case reflect.Int8, reflect.Int16:
		n, _ := d.absent(v.Type())
		v.SetInt(int64(n))
	case reflect.Uint8, reflect.Uint16:
		n, _ := d.absent(v.Type())
		v.SetUint(uint64(n))
	case reflect.Bool:
		memory(v)[0] = 2 // a decoder sets 0 or 1
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(-0x5ca1ab1e0ddba11 >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(0xc5ca1ab1e0ddba11 >> (64 - v.Type().Bits()))
	case reflect.Float32:
		*(*uint32)(v.Addr().UnsafePointer()) = 0x7fe1ab1e
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(0x7ffca1ab1e0ddba1))
	case reflect.Complex64:
		*(*[2]uint32)(v.Addr().UnsafePointer()) = [2]uint32{0x7fe1ab1e, 0x7fe1ab1e}
	case reflect.Complex128:
		v.SetComplex(complex(math.Float64frombits(0x7ffca1ab1e0ddba1), 0))
	case reflect.String:
		v.SetString(marked)
	default:
		v.Set(reflect.ValueOf(time.Unix(0x5ca1ab1e, 0x5ca1)))
	}
}

// memory is that of a variable, or of a slice's elements.
func memory(v reflect.Value) []byte {
	if !v.CanAddr() {
		return unsafe.Slice((*byte)(v.UnsafePointer()), v.Type().Elem().Size()*uintptr(v.Len()))
	}
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}

// ends says what has been written. Before it does, which lets others go on, nothing is marked any
// more.
func (d *walk) ends(s rt.Site) {
	for _, was := range d.restores() {
		was.announce(s)
	}
}

// restores gives variables back what they were, and returns those that have been written. They may
// overlap, so the last is the first.
func (d *walk) restores() (written []wasThere) {
	for i := range d.before {
		if was := d.before[len(d.before)-1-i]; !was.restore(d.marks) {
			written = append(written, was)
		}
	}
	slices.Reverse(written)
	return written
}

// restore gives a variable back what it was if it was not written, and reports whether that is so.
func (w *wasThere) restore(marks bool) bool {
	switch {
	case w.zero:
		if w.room.IsValid() && w.v.Len() > 0 || !w.room.IsValid() && !w.v.IsZero() {
			return false
		}
		w.v.Set(w.old)
		return true
	case !w.v.IsValid():
		return bytes.Equal(memory(w.all), memory(w.old))
	case w.filled.IsValid() && !marks:
		return bytes.Equal(memory(w.v), memory(w.old)) && reflect.DeepEqual(w.filled.Interface(), w.v.Interface())
	case w.filled.IsValid():
		if w.v.UnsafePointer() != w.filled.UnsafePointer() {
			return false
		}
		w.v.Set(w.old)
		for it := w.filled.MapRange(); it.Next(); {
			w.v.SetMapIndex(it.Key(), it.Value())
		}
		return w.filled.Len() == 0
	case w.mark != nil:
		if !bytes.Equal(memory(w.v), w.mark) {
			return false
		}
		w.v.Set(w.old)
		return true
	}
	return bytes.Equal(memory(w.v), memory(w.old))
}

func (w *wasThere) announce(s rt.Site) {
	for _, p := range w.ways {
		announce(p, s, false)
	}
	switch {
	case w.all.IsValid():
		n := w.all.Len()
		if w.header.IsValid() {
			n = min(n, w.header.Len())
			announce(w.header, s, true)
		}
		announceElements(w.all, 0, n, s, true)
	case w.filled.IsValid() && w.v.UnsafePointer() == w.old.UnsafePointer():
		announce(w.v, s, false)
		rt.Touch(w.v.UnsafePointer(), s, true)
	case w.room.IsValid() && w.v.UnsafePointer() == w.room.UnsafePointer():
		announce(w.v, s, true)
		announceElements(w.v, 0, w.v.Len(), s, true)
	default:
		announce(w.v, s, true)
		if w.v.Kind() == reflect.Slice && w.v.Len() > w.old.Len() && w.old.Cap() > 0 { // it was appended to
			if same := w.v.UnsafePointer() == w.old.UnsafePointer(); same {
				announceElements(w.v, w.old.Len(), w.v.Len(), s, true)
			} else {
				announceElements(w.old, 0, w.old.Len(), s, false)
			}
		}
	}
}

func announce(v reflect.Value, s rt.Site, write bool) {
	rt.TouchValue(v.Addr().UnsafePointer(), v.Type(), s, write)
}

func announceElements(list reflect.Value, from, to int, s rt.Site, write bool) {
	for i := from; i < to; i++ {
		announce(list.Index(i), s, write)
	}
}
