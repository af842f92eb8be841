package extents

import (
	"bufio"
	"bytes"
	"reflect"
	"strings"
	"unsafe"
)

// An Extent is what an object stands before: a slice, and which part of that is unread. They are
// fields of the object.
type Extent struct {
	slice    *[]byte
	from, to *int // nil: the slice begins, ends there
	Refilled bool // what is read has been written by the object before
}

// Slice is all that it stands before.
func (b *Extent) Slice() []byte { return *b.slice }

// Of finds it. v is a pointer to the object.
func Of(v any) (b Extent, ok bool) {
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

func fieldsBehind(p unsafe.Pointer, at positions, ok bool) (b Extent, found bool) {
	if !ok || !at.found {
		return b, false
	}
	b.slice = (*[]byte)(unsafe.Add(p, at.slice))
	if at.begins {
		b.from = (*int)(unsafe.Add(p, at.from))
	}
	if at.ends {
		b.to, b.Refilled = (*int)(unsafe.Add(p, at.to)), true
	}
	return b, true
}

// A State is what is unread of which slice.
type State struct {
	Buf      []byte
	From, To int
}

// State is how far the object has come.
func (b *Extent) State() State {
	s := State{Buf: b.Slice(), To: len(b.Slice())}
	if b.from != nil {
		s.From = *b.from
	}
	if b.to != nil {
		s.To = *b.to
	}
	s.From = min(s.From, s.To) // a bytes.Reader may have been moved behind its end
	return s
}

// SameArray reports whether two slices begin at the same element.
func SameArray(a, b []byte) bool { return unsafe.SliceData(a) == unsafe.SliceData(b) }

// Consumed announces what a bytes.Buffer or bytes.Reader has accessed between two states.
func Consumed(old, now State, access func(s []byte, write bool)) {
	unread := old.Buf[old.From:old.To]
	switch {
	case !SameArray(old.Buf, now.Buf):
		if left := now.Buf[now.From:now.To]; len(unread) > 0 && bytes.HasPrefix(left, unread) { // copied into a larger array
			access(unread, false)
		}
	case now.To > old.To && now.From == old.From: // appended to
		access(now.Buf[old.To:now.To], true)
	case now.From < old.From && now.To > 0: // moved to the start, and appended to
		access(unread, false)
		access(now.Buf[:now.To], true)
	case now.To == 0: // read to the end
		access(unread, false)
	case now.From > old.From:
		access(old.Buf[old.From:min(now.From, old.To)], false)
		if now.To > old.To {
			access(now.Buf[old.To:now.To], true)
		}
	}
}

// Refilled announces what a bufio.Reader or bufio.Scanner has accessed between two states. Bytes
// that were there before are moved to the start when more is read.
func Refilled(old, now State, before []byte, access func(s []byte, write bool)) {
	unread := old.Buf[old.From:old.To]
	switch {
	case !SameArray(old.Buf, now.Buf):
		access(unread, false)
	case now.From < old.From || now.To < old.To || !bytes.Equal(before, now.Buf[:old.To]):
		access(unread, false)
		access(now.Buf[:now.To], true)
	default:
		access(old.Buf[old.From:min(now.From, old.To)], false)
		access(now.Buf[old.To:now.To], true)
	}
}

// Refills reports whether the object reads ahead.
func (b *Extent) Refills() bool { return b.Refilled && b.from != nil }
