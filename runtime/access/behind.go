package access

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/extents"
)

// Memory that an object of the standard library stands before, and that the program can reach
// by itself: the slice that a bytes.Reader was made from, the one that (*bytes.Buffer).Bytes has
// returned. How much of it a call accesses is seen from how far the object has come.

// lent is what the program has slices of, in an execution.
type lent struct {
	arrays map[*byte]bool
	looks  []*looking // the last ones
	thrown string     // where io.Discard was given to a call the last time
}

// theLent is what it is kept by.
var theLent byte

func newLent() any { return &lent{arrays: make(map[*byte]bool)} }

// Lends notes that an object is about to stand before a slice, and returns that.
func Lends(p []byte, _ rt.Site) []byte {
	lend(p)
	return p
}

func lend(p []byte) {
	if all, _ := rt.Kept(unsafe.Pointer(&theLent), newLent).(*lent); all != nil && cap(p) > 0 {
		all.arrays[unsafe.SliceData(p)] = true
	}
}

// lentOf is what is known of a slice, if it is lent.
func lentOf(p []byte) *lent {
	all, _ := rt.Kept(unsafe.Pointer(&theLent), nil).(*lent)
	if all == nil || !all.arrays[unsafe.SliceData(p)] {
		return nil
	}
	return all
}

// handed notes that a writer of the program's has been given p: who hands its own memory on has
// not read it.
func handed(p []byte) {
	all, _ := rt.Kept(unsafe.Pointer(&theLent), nil).(*lent)
	if all == nil || len(p) == 0 {
		return
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(p)))
	for _, l := range all.looks {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(l.before.Buf)))
		l.handed = l.handed || start <= at && at < start+uintptr(cap(l.before.Buf))
	}
}

// ReadsLent is Reads for a method that returns a slice of the object's memory.
func ReadsLent[T any](v T, s rt.Site) T {
	lendsOf(v)
	return Reads(v, s)
}

// DrainsLent is Drains for such a method.
func DrainsLent[T any](v T, s rt.Site) T {
	lendsOf(v)
	return Drains(v, s)
}

// MovesLent is Moves for such a method.
func MovesLent[T any](v T, s rt.Site) T {
	lendsOf(v)
	return Moves(v, s)
}

func lendsOf(v any) {
	if b, ok := extents.Of(v); ok {
		lend(b.Slice())
	}
}

// Moves is Writes for a method that accesses no more than the object.
func Moves[T any](v T, s rt.Site) T {
	(&use{site: s, write: true, moves: true}).object(reflect.ValueOf(any(v)))
	return v
}

// Replaces is Moves for a method that sets all of the object.
func Replaces[T any](v T, s rt.Site) T {
	rt.Touch(reflect.ValueOf(any(v)).UnsafePointer(), s, true)
	return Moves(v, s)
}

// ReadsFixed is Reads for a method that reads what only Replaces changes.
func ReadsFixed[T any](v T, s rt.Site) T {
	rt.Touch(reflect.ValueOf(any(v)).UnsafePointer(), s, false)
	return v
}

// ReadsHead is Reads for a method that reads nothing behind the object.
func ReadsHead[T any](v T, s rt.Site) T {
	if !rt.Quiet() {
		(&use{site: s, moves: true}).object(reflect.ValueOf(any(v)))
	}
	return v
}

// Shows is Reads for a method that reads all that is left in the object.
func Shows[T any](v T, s rt.Site) T {
	if !rt.Quiet() {
		(&use{site: s, shows: true}).object(reflect.ValueOf(any(v)))
	}
	return v
}

// ReadsAt announces what the method ReadAt has read, and returns from where on.
func ReadsAt(off int64, n int, s rt.Site, r *bytes.Reader) int64 {
	if b, ok := extents.Of(r); ok && n > 0 && lentOf(b.Slice()) != nil {
		rt.SliceR(b.Slice()[off:off+int64(n)], s)
	}
	return off
}

// contents announces what the use of an object accesses behind it.
func (u *use) contents(v reflect.Value) {
	object := interfaceOf(v)
	switch x := object.(type) {
	case *io.SectionReader:
		u.section(x)
	case csvReader:
		u.settings(v)
		if u.write {
			u.record(v, x)
		}
	default:
		u.words(v)
		u.settings(v)
	}
	b, ok := extents.Of(object)
	if !ok {
		return
	}
	now := b.State()
	all := lentOf(now.Buf)
	if all == nil {
		return
	}
	switch {
	case !u.write && u.shows:
		rt.SliceR(now.Buf[now.From:now.To], u.site)
	case u.moves:
		rt.Settles(v.UnsafePointer())
	case u.write:
		l := &looking{Extent: b, site: u.site}
		l.begin()
		l.handed = len(u.seen) == 1 && all.thrown != "" && all.thrown == u.site.Position()
		if len(all.looks) == looks {
			all.looks = slices.Delete(all.looks, 0, 1)
		}
		all.looks = append(all.looks, l)
		rt.Watches(v.UnsafePointer(), u.site, l.look)
	}
}

// discards notes that a call is given io.Discard, to which an object may hand what it has.
func (u *use) discards() {
	all, _ := rt.Kept(unsafe.Pointer(&theLent), nil).(*lent)
	if all == nil {
		return
	}
	all.thrown = u.site.Position()
	if n := len(all.looks); n > 0 && all.looks[n-1].site.Position() == all.thrown {
		all.looks[n-1].handed = true
	}
}

// looks is how many objects in use are known.
const looks = 16

// A looking finds how far an object has come.
type looking struct {
	extents.Extent
	site   rt.Site
	before extents.State
	bytes  []byte // before, if they may be refilled
	handed bool   // to its reader
}

func (l *looking) begin() {
	l.before, l.handed = l.State(), false
	if l.Refilled {
		l.bytes = slices.Clone(l.before.Buf[:l.before.To])
	}
}

func (l *looking) look(pass func(p unsafe.Pointer, n int, write bool)) {
	now := l.State()
	if now.From == l.before.From && now.To == l.before.To && extents.SameArray(now.Buf, l.before.Buf) && !l.Refilled {
		return
	}
	access := func(s []byte, write bool) {
		if write || !l.handed {
			pass(unsafe.Pointer(unsafe.SliceData(s)), len(s), write)
		}
	}
	if l.Refilled {
		extents.Refilled(l.before, now, l.bytes, access)
	} else {
		extents.Consumed(l.before, now, access)
	}
	l.begin()
}

// csvReader is a csv.Reader.
type csvReader interface {
	FieldPos(field int) (line, column int)
	InputOffset() int64
}

// record announces the use of a csv.Reader, which may write to the slice that it has returned.
func (u *use) record(v reflect.Value, r csvReader) {
	reuses, last := v.Elem().FieldByName("ReuseRecord"), v.Elem().FieldByName("lastRecord")
	if reuses.Kind() != reflect.Bool || !reuses.Bool() || last.Kind() != reflect.Slice || last.Cap() == 0 {
		return
	}
	from, array := r.InputOffset(), last.UnsafePointer()
	rt.Watches(v.UnsafePointer(), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		if now := r.InputOffset(); now > from && last.UnsafePointer() == array {
			for i := range last.Len() {
				pass(address(last.Index(i)), 1, true)
			}
			from = now
		}
	})
}

// section announces the use of an io.SectionReader, which reads what is below it at a place, and
// does not change that.
func (u *use) section(x *io.SectionReader) {
	below, _, _ := x.Outer()
	(&use{site: u.site}).object(reflect.ValueOf(below))
	r, ok := below.(*bytes.Reader)
	if !ok || !u.write || u.moves {
		return
	}
	b, ok := extents.Of(r)
	at := reflect.ValueOf(x).Elem().FieldByName("off")
	if !ok || !at.IsValid() || lentOf(b.Slice()) == nil {
		return
	}
	old := at.Int()
	rt.Watches(unsafe.Pointer(x), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		now := at.Int()
		if buf := b.Slice(); old < now && now <= int64(len(buf)) {
			pass(unsafe.Pointer(unsafe.SliceData(buf[old:])), int(now-old), false)
		}
		old = now
	})
}
