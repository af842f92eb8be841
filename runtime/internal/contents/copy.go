package contents

import (
	"reflect"
	"unsafe"
)

// A Copy is what memory held that can be reached from variables. Pieces come
// after those that lead to them: as long as these are the same, so are the addresses.
type Copy struct {
	pieces []piece
	seen   map[place]bool
	size   int
	lost   bool // something is beyond what can be followed, or too large
}

// NewCopy copies what the variables hold and lead to. It is nil if that cannot be followed, or is
// too large.
func NewCopy(vars []reflect.Value) *Copy {
	c := &Copy{seen: map[place]bool{}}
	for _, v := range vars {
		c.reach(v.Addr().UnsafePointer(), v.Type(), 1)
	}
	if c.lost {
		return nil
	}
	c.seen = nil
	return c
}

type place struct {
	at  unsafe.Pointer
	typ reflect.Type
	n   int
}

// piece is a range of memory, or what was in a map.
type piece struct {
	at   unsafe.Pointer
	was  []byte
	dict reflect.Value // the map; invalid: it is no map
	nth  reflect.Value // a map from its keys to the numbers of entries
	vals []byte        // entries' values, one after the other
}

// mostCopied bounds the copies of one table, in bytes.
const mostCopied = 64 << 20

// bytesAt is the memory at p.
func bytesAt(p unsafe.Pointer, n uintptr) []byte { return unsafe.Slice((*byte)(p), n) }

// reach copies n values of type t at p, and what they lead to.
func (c *Copy) reach(p unsafe.Pointer, t reflect.Type, n int) {
	size := t.Size() * uintptr(n)
	if c.lost || p == nil || size == 0 || c.seen[place{p, t, n}] {
		return
	}
	c.seen[place{p, t, n}] = true
	if c.size += int(size); c.size > mostCopied {
		c.lost = true
		return
	}
	c.pieces = append(c.pieces, piece{at: p, was: append([]byte(nil), bytesAt(p, size)...)})
	c.follow(p, t, n)
}

// follow reaches what n values of type t at p lead to.
func (c *Copy) follow(p unsafe.Pointer, t reflect.Type, n int) {
	if plainMemory(t) {
		return
	}
	for i := 0; i < n && !c.lost; i++ {
		c.value(unsafe.Add(p, uintptr(i)*t.Size()), t)
	}
}

func (c *Copy) value(p unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		c.reach(*(*unsafe.Pointer)(p), t.Elem(), 1)
	case reflect.Slice: // what is behind its length may be seen by appending
		v := reflect.NewAt(t, p).Elem()
		c.reach(v.UnsafePointer(), t.Elem(), v.Cap())
	case reflect.Array:
		c.follow(p, t.Elem(), t.Len())
	case reflect.Struct:
		if unfollowed(t) {
			c.lost = true
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			c.follow(unsafe.Add(p, f.Offset), f.Type, 1)
		}
	case reflect.Map:
		c.entries(reflect.NewAt(t, p).Elem())
	case reflect.Interface:
		c.dynamic(p, reflect.NewAt(t, p).Elem())
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		c.lost = c.lost || *(*unsafe.Pointer)(p) != nil
	}
}

// dynamic reaches what the interface at p leads to. A value in an interface does not
// change, what it points to may.
func (c *Copy) dynamic(p unsafe.Pointer, v reflect.Value) {
	if v.IsNil() {
		return
	}
	data := unsafe.Add(p, unsafe.Sizeof(uintptr(0))) // the interface's second word
	switch t := v.Elem().Type(); t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		c.value(data, t) // which is the word itself
	default:
		if plainMemory(t) {
			return
		}
		if t.Size() == unsafe.Sizeof(uintptr(0)) { // it may be the word itself
			c.lost = true
			return
		}
		c.reach(*(*unsafe.Pointer)(data), t, 1)
	}
}

// entries copies those of a map.
func (c *Copy) entries(m reflect.Value) {
	t := m.Type()
	if m.IsNil() || c.seen[place{m.UnsafePointer(), t, 0}] {
		return
	}
	c.seen[place{m.UnsafePointer(), t, 0}] = true
	if !plainMemory(t.Key()) { // the order of keys that cannot be sorted is kept elsewhere
		c.lost = true
		return
	}
	size := t.Elem().Size()
	if c.size += m.Len() * int(size+t.Key().Size()); c.size > mostCopied {
		c.lost = true
		return
	}
	e := piece{dict: reflect.NewAt(t, unsafe.Pointer(new(unsafe.Pointer))).Elem(), nth: reflect.MakeMapWithSize(reflect.MapOf(t.Key(), reflect.TypeFor[int]()), m.Len())}
	e.dict.Set(m)
	value := reflect.New(t.Elem()).Elem()
	for it := m.MapRange(); it.Next(); {
		value.SetIterValue(it)
		e.nth.SetMapIndex(it.Key(), reflect.ValueOf(e.nth.Len()))
		e.vals = append(e.vals, bytesAt(value.Addr().UnsafePointer(), size)...)
	}
	c.pieces = append(c.pieces, e)
	for it := m.MapRange(); it.Next() && !c.lost; {
		value.SetIterValue(it)
		c.follow(value.Addr().UnsafePointer(), t.Elem(), 1)
	}
}

// Unchanged says whether all memory holds what it held.
func (c *Copy) Unchanged() bool {
	for i := range c.pieces {
		if p := &c.pieces[i]; !p.unchanged() {
			return false
		}
	}
	return true
}

func (p *piece) unchanged() bool {
	if !p.dict.IsValid() {
		return string(bytesAt(p.at, uintptr(len(p.was)))) == string(p.was)
	}
	if p.dict.Len() != p.nth.Len() {
		return false
	}
	t := p.dict.Type()
	size := t.Elem().Size()
	key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
	for it := p.dict.MapRange(); it.Next(); {
		key.SetIterKey(it)
		value.SetIterValue(it)
		n := p.nth.MapIndex(key)
		if !n.IsValid() {
			return false
		}
		at := uintptr(n.Int()) * size
		if string(bytesAt(value.Addr().UnsafePointer(), size)) != string(p.vals[at:at+size]) {
			return false
		}
	}
	return true
}

// plainMemory says whether values of a type lead nowhere. Strings lead to what does not
// change.
func plainMemory(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() == 0 || plainMemory(t.Elem())
	case reflect.Struct:
		if unfollowed(t) {
			return false
		}
		for i := range t.NumField() {
			if !plainMemory(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}

// unfollowed says of a struct that its state is elsewhere too.
func unfollowed(t reflect.Type) bool {
	switch t.PkgPath() {
	case "sync", "sync/atomic", "context", "testing", "os", "net", "reflect", "runtime", "unique", "weak", "gocheck.dev":
		return true
	}
	return false
}
