package access

import (
	"bufio"
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	rt "gocheck.dev/runtime"
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
		start := uintptr(unsafe.Pointer(unsafe.SliceData(l.before.buf)))
		l.handed = l.handed || start <= at && at < start+uintptr(cap(l.before.buf))
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
	if b, ok := behindOf(v); ok {
		lend(b.buf())
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
	if b, ok := behindOf(r); ok && n > 0 && lentOf(b.buf()) != nil {
		rt.SliceR(b.buf()[off:off+int64(n)], s)
	}
	return off
}

// A behind is what stands behind an object: a slice, and which part of that is unread. They
// are fields of the object.
type behind struct {
	slice    *[]byte
	from, to *int // nil: the slice begins, ends there
	refilled bool // what is read has been written by the object before
}

func (b *behind) buf() []byte { return *b.slice }

// behindOf finds it. v is a pointer to the object.
func behindOf(v any) (b behind, ok bool) {
	switch x := v.(type) {
	case *bytes.Buffer:
		return fieldsBehind(unsafe.Pointer(x), bufferFields, x != nil)
	case *bytes.Reader:
		return fieldsBehind(unsafe.Pointer(x), readerFields, x != nil)
	case *strings.Builder:
		return fieldsBehind(unsafe.Pointer(x), builderFields, x != nil)
	case *bufio.Reader:
		return fieldsBehind(unsafe.Pointer(x), bufioFields, x != nil)
	case *bufio.Writer:
		return fieldsBehind(unsafe.Pointer(x), writerFields, x != nil)
	case *bufio.Scanner:
		return fieldsBehind(unsafe.Pointer(x), scannerFields, x != nil)
	}
	return b, false
}

// positions are where the fields of a type are.
type positions struct {
	slice, from, to     uintptr
	found, begins, ends bool // there is a slice, a field from, a field to
}

var (
	bufferFields  = positionsOf[bytes.Buffer]("buf", "off", "")
	readerFields  = positionsOf[bytes.Reader]("s", "i", "")
	builderFields = positionsOf[strings.Builder]("buf", "", "")
	bufioFields   = positionsOf[bufio.Reader]("buf", "r", "w")
	writerFields  = positionsOf[bufio.Writer]("buf", "", "n")
	scannerFields = positionsOf[bufio.Scanner]("buf", "start", "end")
)

func positionsOf[T any](slice, from, to string) (p positions) {
	const word = unsafe.Sizeof(int(0))
	t := reflect.TypeFor[T]()
	field := func(name string, fits func(reflect.Type) bool) uintptr {
		f, ok := t.FieldByName(name)
		p.found = p.found && ok && fits(f.Type)
		return f.Offset
	}
	p.found, p.begins, p.ends = true, from != "", to != ""
	p.slice = field(slice, func(t reflect.Type) bool { return t == reflect.TypeFor[[]byte]() })
	if p.begins {
		p.from = field(from, func(t reflect.Type) bool { return t.Size() >= word })
	}
	if p.ends {
		p.to = field(to, func(t reflect.Type) bool { return t.Size() == word })
	}
	return p
}

func fieldsBehind(p unsafe.Pointer, at positions, ok bool) (b behind, found bool) {
	if !ok || !at.found {
		return b, false
	}
	b.slice = (*[]byte)(unsafe.Add(p, at.slice))
	if at.begins {
		b.from = (*int)(unsafe.Add(p, at.from))
	}
	if at.ends {
		b.to, b.refilled = (*int)(unsafe.Add(p, at.to)), true
	}
	return b, true
}

// state is what is unread of which slice.
type state struct {
	buf      []byte
	from, to int
}

func (b *behind) state() state {
	s := state{buf: b.buf(), to: len(b.buf())}
	if b.from != nil {
		s.from = *b.from
	}
	if b.to != nil {
		s.to = *b.to
	}
	s.from = min(s.from, s.to) // a bytes.Reader may have been moved behind its end
	return s
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
	b, ok := behindOf(object)
	if !ok {
		return
	}
	now := b.state()
	all := lentOf(now.buf)
	if all == nil {
		return
	}
	switch {
	case !u.write && u.shows:
		rt.SliceR(now.buf[now.from:now.to], u.site)
	case u.moves:
		rt.Settles(v.UnsafePointer())
	case u.write:
		l := &looking{behind: b, site: u.site}
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
	behind
	site   rt.Site
	before state
	bytes  []byte // before, if they may be refilled
	handed bool   // to its reader
}

func (l *looking) begin() {
	l.before, l.handed = l.state(), false
	if l.refilled {
		l.bytes = slices.Clone(l.before.buf[:l.before.to])
	}
}

func (l *looking) look(pass func(p unsafe.Pointer, n int, write bool)) {
	now := l.state()
	if now.from == l.before.from && now.to == l.before.to && sameArray(now.buf, l.before.buf) && !l.refilled {
		return
	}
	access := func(s []byte, write bool) {
		if write || !l.handed {
			pass(unsafe.Pointer(unsafe.SliceData(s)), len(s), write)
		}
	}
	if l.refilled {
		refilled(l.before, now, l.bytes, access)
	} else {
		consumed(l.before, now, access)
	}
	l.begin()
}

func sameArray(a, b []byte) bool { return unsafe.SliceData(a) == unsafe.SliceData(b) }

// consumed announces what a bytes.Buffer or bytes.Reader has accessed between two states.
func consumed(old, now state, access func(s []byte, write bool)) {
	unread := old.buf[old.from:old.to]
	switch {
	case !sameArray(old.buf, now.buf):
		if left := now.buf[now.from:now.to]; len(unread) > 0 && bytes.HasPrefix(left, unread) { // copied into a larger array
			access(unread, false)
		}
	case now.to > old.to && now.from == old.from: // appended to
		access(now.buf[old.to:now.to], true)
	case now.from < old.from && now.to > 0: // moved to the start, and appended to
		access(unread, false)
		access(now.buf[:now.to], true)
	case now.to == 0: // read to the end
		access(unread, false)
	case now.from > old.from:
		access(old.buf[old.from:min(now.from, old.to)], false)
		if now.to > old.to {
			access(now.buf[old.to:now.to], true)
		}
	}
}

// refilled announces what a bufio.Reader or bufio.Scanner has accessed between two states. Bytes
// that were there before are moved to the start when more is read.
func refilled(old, now state, before []byte, access func(s []byte, write bool)) {
	unread := old.buf[old.from:old.to]
	switch {
	case !sameArray(old.buf, now.buf):
		access(unread, false)
	case now.from < old.from || now.to < old.to || !bytes.Equal(before, now.buf[:old.to]):
		access(unread, false)
		access(now.buf[:now.to], true)
	default:
		access(old.buf[old.from:min(now.from, old.to)], false)
		access(now.buf[old.to:now.to], true)
	}
}

// overflows announces the use of what is below a buffer that is written to, if it flows over.
func (u *use) overflows(v reflect.Value) {
	b, ok := behindOf(interfaceOf(v))
	if !ok {
		return
	}
	p, before := v.UnsafePointer(), b.state()
	rt.Watches(p, u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		now := b.state()
		if now.to == before.to && sameArray(now.buf, before.buf) {
			return
		}
		pass(p, 1, true)
		if lentOf(before.buf) != nil {
			consumed(before, now, func(s []byte, write bool) { pass(unsafe.Pointer(unsafe.SliceData(s)), len(s), write) })
		}
		before = now
	})
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
	b, ok := behindOf(r)
	at := reflect.ValueOf(x).Elem().FieldByName("off")
	if !ok || !at.IsValid() || lentOf(b.buf()) == nil {
		return
	}
	old := at.Int()
	rt.Watches(unsafe.Pointer(x), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		now := at.Int()
		if buf := b.buf(); old < now && now <= int64(len(buf)) {
			pass(unsafe.Pointer(unsafe.SliceData(buf[old:])), int(now-old), false)
		}
		old = now
	})
}
