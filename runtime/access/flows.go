package access

import (
	"bytes"
	"reflect"
	"slices"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/extents"
)

// What a buffer is before: bytes that are written to it may stay there, as in a bufio.Writer or a
// gzip.Writer, and those that are read may have been there, as in a bufio.Reader. Whether the
// objects below it are used is seen from what the call leaves of them.

// sizeSeen is how large an object is at most that is compared. A larger one is used.
const sizeSeen = 4 << 10

// maybe goes on to the objects below one that may use them.
func (u *use) maybe(v reflect.Value) {
	over := *u
	over.unsure = true
	over.below(v)
}

// overflows announces the use of an object below a buffer, and of what is below that, as far as
// they have changed.
func (u *use) overflows(v reflect.Value) {
	t, p := v.Type(), v.UnsafePointer()
	if p == nil || t.Kind() != reflect.Pointer || slices.Contains(u.seen, p) {
		return
	}
	if t.Elem().Size() > sizeSeen {
		u.location(v)
		u.below(v)
		return
	}
	u.seen = append(u.seen, p)
	if kindOf(t) != whole {
		u.below(v)
	}
	offset, _ := apart(t)
	memory := unsafe.Slice((*byte)(p), t.Elem().Size())
	before := bytes.Clone(memory)
	b, stands := extents.Of(interfaceOf(v))
	var state extents.State
	if stands {
		state = b.State()
	}
	rt.Watches(p, u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		if bytes.Equal(before, memory) {
			return
		}
		copy(before, memory)
		pass(unsafe.Add(p, offset), 1, true)
		if !stands {
			return
		}
		now := b.State()
		if lentOf(state.Buf) != nil {
			extents.Consumed(state, now, func(s []byte, write bool) { pass(unsafe.Pointer(unsafe.SliceData(s)), len(s), write) })
		}
		state = now
	})
}

// ScansText is Changes for a method of a text/scanner.Scanner, which reads from the reader below it
// the first time, and perhaps later. That package is not imported.
func ScansText[T any](p *T, s rt.Site, list string) func() {
	if v := reflect.ValueOf(p); !rt.Quiet() && p != nil {
		begun := v.Elem().FieldByName("ch").Int() != -2
		(&use{site: s, write: true, half: "Reader", unsure: begun}).object(v.Elem().FieldByName("src").Elem())
	}
	return Changes(p, s, list)
}

// flushes reports whether an object flushes the bufio.Writer below it when it is flushed, or with
// each use.
func flushes(t reflect.Type) bool {
	return slices.Contains([]string{"encoding/csv", "encoding/xml", "archive/zip", "net/textproto", "compress/lzw"}, t.PkgPath())
}

// ahead reports whether an object has read more than it was asked for.
func ahead(v reflect.Value) bool {
	b, ok := extents.Of(interfaceOf(v))
	if !ok {
		return false
	}
	now := b.State()
	return b.Refills() && now.From < now.To
}

// closesEntry announces that a zip.Writer ends the entry that is being written.
func (u *use) closesEntry(v reflect.Value) {
	last := v.Elem().FieldByName("last")
	if last.Kind() != reflect.Pointer || last.IsNil() {
		return
	}
	if closed := last.Elem().FieldByName("closed"); closed.Kind() == reflect.Bool && !closed.Bool() {
		(&use{site: u.site, write: true}).location(last)
	}
}

// mapFile announces what a call reads of the data of a file that fstest.MapFS has opened.
func (u *use) mapFile(v reflect.Value) {
	at, file := v.Elem().FieldByName("offset"), v.Elem().FieldByName("f")
	if at.Kind() != reflect.Int64 || file.Kind() != reflect.Pointer || file.IsNil() || !u.write {
		return
	}
	data := file.Elem().FieldByName("Data")
	if data.Kind() != reflect.Slice || u.half != "Reader" {
		return
	}
	old := at.Int()
	rt.Watches(v.UnsafePointer(), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		if now := at.Int(); old < now && now <= int64(data.Len()) {
			pass(address(data.Index(int(old))), int(now-old), false)
		}
		old = at.Int()
	})
}
