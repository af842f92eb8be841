package runtime

import (
	"reflect"
	"time"
	"unsafe"
)

// A Table is package variables, and all that they lead to, that initialisation
// comes to in the same way each time: the rewriter has seen that it only computes
// (instrument/internal/decls/reset_tables.go). Begin comes where the package is about to be reset,
// Again before each step that makes the table, and Made after the last.
//
// When it has been made, the memory behind the variables is copied. If it is still
// the same when the next execution begins, what made it need not run again. Whoever
// may have written to it, and on what way: it is compared, byte for byte. What cannot
// be followed (functions, channels, locks) makes the table one that is always made
// anew; so does what takes longer to compare than to make.
type Table struct {
	roots   []reflect.Value // the variables
	initial []reflect.Value // their values when the table had been made
	copied  memoryCopy
	known   bool // there is a copy
	never   bool // it is not looked at: see lost and mostChanges
	lost    bool // it cannot be copied, or it takes less time to make it
	same    bool // in this reset: nothing has changed

	put     bool // in this reset: the variables have their values
	making  bool // in this reset: a step has begun
	before  footprint
	started time.Time
	of      uintptr       // the test run that changes and never are about
	changes int           // resets in a row that found it changed
	equal   int           // resets that found it the same
	took    time.Duration // the shortest time of making it
	asks    time.Duration // the shortest time of a comparison that found it the same
}

// footprint is what initialisation that only computes does not change of an
// execution: no step is made, no task, no object named, nothing kept.
type footprint struct {
	steps, random uint64
	started, kept int
	children      int32
}

// mostChanges is how many resets in a row may find a table changed before it is
// not looked at any more: the copy would be made for nothing.
const mostChanges = 3

// NewTable is the table of variables, by pointers to them.
func NewTable(vars ...any) *Table {
	b := &Table{}
	for _, p := range vars {
		b.roots = append(b.roots, reflect.ValueOf(p).Elem())
	}
	return b
}

// print is the footprint of the running execution.
func (t *task) print() footprint {
	x := t.x
	return footprint{steps: x.steps, random: t.random, started: len(x.started), kept: len(x.kept), children: t.made}
}

// Begin finds out whether the table is as it was when it had been made, and sets its
// variables to zero.
func (b *Table) Begin() {
	b.same, b.put, b.making = false, false, false
	t := current()
	if t != nil && b.of != uintptr(unsafe.Pointer(t.x)) {
		b.of, b.changes, b.never = uintptr(unsafe.Pointer(t.x)), 0, b.lost
	}
	if b.known {
		b.same = t != nil && t.x.keeps() && b.unchanged()
		b.known = b.same
	}
	for _, r := range b.roots {
		r.SetZero()
	}
}

// keeps says whether what an execution finds may be what an earlier one has left:
// nothing runs beside it, and nothing is chosen.
func (x *Execution) keeps() bool {
	return x.alone && !x.ChooseStarts && !x.ChooseRandom && len(x.Plain.packages) == 0
}

// unchanged compares, and notes whether that is worth it.
func (b *Table) unchanged() bool {
	began := time.Now()
	same := b.copied.unchanged()
	if !same {
		b.changes++
		b.never = b.never || b.changes >= mostChanges
		return false
	}
	b.changes = 0
	if took := time.Since(began); b.equal == 0 || took < b.asks {
		b.asks = took
	}
	if b.equal++; b.equal >= mostChanges && b.asks > b.took {
		b.lost, b.never = true, true
	}
	return true
}

// Again says whether a step that makes the table is to run.
func (b *Table) Again() bool {
	switch {
	case b.same && !b.put:
		b.put = true
		for i, r := range b.roots {
			r.Set(b.initial[i])
		}
	case !b.same && !b.making:
		b.making = true
		if t := current(); t != nil && !b.never {
			b.before, b.started = t.print(), time.Now()
		}
	}
	return !b.same
}

// Made says that the table has been made.
func (b *Table) Made() {
	t := current()
	if !b.never && (b.same || t == nil) {
		return
	}
	if b.known = !b.never && b.sound(t); !b.known {
		b.copied, b.initial = memoryCopy{}, nil
		return
	}
	if took := time.Since(b.started); b.took == 0 || took < b.took {
		b.took = took
	}
	b.initial = b.initial[:0]
	b.copied = memoryCopy{seen: map[place]bool{}}
	for _, r := range b.roots {
		v := reflect.New(r.Type()).Elem()
		v.Set(r)
		b.initial = append(b.initial, v)
		b.copied.reach(r.Addr().UnsafePointer(), r.Type(), 1)
	}
	if b.copied.seen = nil; b.copied.lost {
		b.known, b.lost, b.never = false, true, true
		b.copied, b.initial = memoryCopy{}, nil
	}
}

// sound says whether making the table did nothing else, as far as can be seen.
func (b *Table) sound(t *task) bool {
	return t.x.keeps() && t.print() == b.before
}

// A memoryCopy is what memory held that can be reached from somewhere. Pieces come
// after those that lead to them: as long as these are the same, so are the addresses.
type memoryCopy struct {
	pieces []piece
	seen   map[place]bool
	size   int
	lost   bool // something is beyond what can be followed, or too large
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
func (c *memoryCopy) reach(p unsafe.Pointer, t reflect.Type, n int) {
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
func (c *memoryCopy) follow(p unsafe.Pointer, t reflect.Type, n int) {
	if plainMemory(t) {
		return
	}
	for i := 0; i < n && !c.lost; i++ {
		c.value(unsafe.Add(p, uintptr(i)*t.Size()), t)
	}
}

func (c *memoryCopy) value(p unsafe.Pointer, t reflect.Type) {
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
func (c *memoryCopy) dynamic(p unsafe.Pointer, v reflect.Value) {
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
func (c *memoryCopy) entries(m reflect.Value) {
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

// unchanged says whether all memory holds what it held.
func (c *memoryCopy) unchanged() bool {
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
