package access

import (
	"bytes"
	"reflect"
	"sync"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Fields of objects that programs set and read by themselves, beside the object's methods.

// exported are lists of such fields by type, as in fields.go. w, too, is a write only of what has
// changed.
var exported = map[string]string{
	"encoding/csv.Reader":  "rComma,rComment,~FieldsPerRecord,rLazyQuotes,rTrimLeadingSpace,rReuseRecord",
	"encoding/csv.Writer":  "rComma,rUseCRLF",
	"encoding/xml.Decoder": "rStrict,kEntity,sAutoClose,rCharsetReader,rDefaultSpace",
	"io.LimitedReader":     "rR,~N",
}

// What the header of a gzip.Writer is to its first use, and to all others.
const (
	headerWritten = "~Comment,sExtra,~ModTime,~Name,~OS"
	headerThrown  = "~Comment,rExtra,~ModTime,~Name,~OS" // the writer takes no notice
	headerLeft    = "wComment,wExtra,wModTime,wName,wOS"
)

// aparts are the places of objects by type, as apart has them.
var aparts sync.Map

// moving are fields of objects of which others may ask meanwhile what stays, as their size.
var moving = map[string]string{"bytes.Reader": "i", "strings.Reader": "i", "io.SectionReader": "off", "bufio.Reader": "r", "bufio.Writer": "n"}

// apart is where in an object the location lies that stands for all of it that the program cannot
// name: its first field that is not exported. The last one stands for it where all are. none: what
// is accessed is in settings.
func apart(t reflect.Type) (offset uintptr, none bool) {
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return 0, false
	}
	if at, ok := aparts.Load(t); ok {
		return at.(uintptr), at == ^uintptr(0)
	}
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		if offset = f.Offset; !f.IsExported() {
			break
		}
	}
	if f, ok := t.Elem().FieldByName(moving[t.Elem().String()]); ok {
		offset = f.Offset
	} else if t.Elem().Name() == "ResponseRecorder" {
		offset = ^uintptr(0)
	}
	aparts.Store(t, offset)
	return offset, offset == ^uintptr(0)
}

// What is accessed of a httptest.ResponseRecorder by Header, by what writes the header, or a part
// of the body later on.
const (
	recorderAsked  = "~HeaderMap"
	recorderBegins = "wCode,rHeaderMap,wsnapHeader,wwroteHeader"
	recorderGoesOn = "rwroteHeader,rBody,~result"
)

// settings announces what the use of an object accesses of its exported fields.
func (u *use) settings(v reflect.Value) {
	if v.Kind() == reflect.Pointer && v.Type().String() == "*httptest.ResponseRecorder" && !u.write {
		u.fields(v, v.Elem(), recorderAsked)
	}
	if !u.write || v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	t := v.Type().Elem()
	if u.moves && t.Name() != "ResponseRecorder" && t.PkgPath() != "compress/gzip" {
		return
	}
	switch t.PkgPath() {
	case "archive/zip":
		if t.Name() == "Writer" {
			u.closesEntry(v)
		}
		return
	case "testing/fstest":
		u.mapFile(v)
		return
	case "encoding/csv", "encoding/xml", "compress/gzip", "io", "net/http/httptest":
	default:
		return
	}
	name := t.PkgPath() + "." + t.Name()
	begun := func() bool {
		wrote := v.Elem().FieldByName("wroteHeader")
		return wrote.Kind() != reflect.Bool || wrote.Bool()
	}
	switch list := exported[name]; {
	case list != "":
		if !u.flush || name == "io.LimitedReader" {
			u.fields(v, v.Elem(), list)
		}
	case name == "compress/gzip.Reader":
		u.fields(v, v.Elem().FieldByName("Header"), headerLeft)
	case name == "compress/gzip.Writer":
		list = headerLeft
		if !begun() && !u.moves {
			list = headerWritten
			if w := v.Elem().FieldByName("w"); w.Kind() == reflect.Interface && w.Elem().IsValid() && kindOf(w.Elem().Type()) == discarding {
				list = headerThrown
			}
		}
		u.fields(v, v.Elem().FieldByName("Header"), list)
	case name == "net/http/httptest.ResponseRecorder":
		switch {
		case !begun():
			rt.Touch(headerMap(v), u.site, false)
			if !u.moves {
				announceAll(v, "rBody", u.site)
			}
			announceAll(v, recorderBegins, u.site)
		case u.moves: // WriteHeader comes too late
			announceAll(v, "rwroteHeader", u.site)
		default:
			u.fields(v, v.Elem(), recorderGoesOn)
		}
		if flushed := v.Elem().FieldByName("Flushed"); u.flush {
			rt.TouchValue(address(flushed), flushed.Type(), u.site, true)
		}
	}
}

// fields announces accesses of fields of the struct in, which is the object v or a part of it.
func (u *use) fields(v, in reflect.Value, list string) {
	if in.Kind() != reflect.Struct || rt.Quiet() {
		return
	}
	p := in.Addr().UnsafePointer()
	var watched []fieldAccess
	for _, a := range accessesOf(in.Type(), list) {
		if a.mode != 'w' {
			a.announce(p, u.site, false)
		}
		if a.mode == 'w' || a.mode == '~' {
			watched = append(watched, a)
		}
	}
	if watched == nil {
		return
	}
	now := unsafe.Slice((*byte)(p), in.Type().Size())
	before := bytes.Clone(now)
	rt.Watches(v.UnsafePointer(), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		for _, a := range watched {
			if a.changed(before, now) {
				pass(unsafe.Add(p, a.fields[0].Offset), 1, true)
			}
		}
		copy(before, now)
	})
}

// headerMap is the header of a httptest.ResponseRecorder; nil: it has none yet.
func headerMap(recorder reflect.Value) unsafe.Pointer {
	if h := recorder.Elem().FieldByName("HeaderMap"); h.Kind() == reflect.Map {
		return h.UnsafePointer()
	}
	return nil
}

// SetsHeader announces that a call enters something into the header of an http.ResponseWriter.
func SetsHeader[T any](w T, s rt.Site) T {
	v := reflect.ValueOf(any(w))
	if !rt.Quiet() && v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().String() == "*httptest.ResponseRecorder" {
		rt.Touch(headerMap(v), s, true)
	}
	return w
}

// Answers is SetsHeader for a call that writes to it as well.
func Answers[T any](w T, s rt.Site) T { return Writes(SetsHeader(w, s), s) }

// ClonesRequest announces what the method Clone of an http.Request reads.
func ClonesRequest[T any](r *T, s rt.Site) *T {
	if rt.Quiet() || r == nil {
		return r
	}
	rt.R(r, s)
	v, lists := reflect.ValueOf(r).Elem(), reflect.TypeFor[map[string][]string]()
	for i := range v.NumField() {
		switch f, in := v.Field(i), v.Type().Field(i); {
		case f.Type() == lists.Elem():
			elements(f, s, false)
		case in.IsExported() && f.Kind() == reflect.Map && f.Type().ConvertibleTo(lists):
			ReadsEntries(f.Convert(lists).Interface().(map[string][]string), s)
		case in.Name == "URL" && f.Kind() == reflect.Pointer && !f.IsNil():
			rt.TouchValue(f.UnsafePointer(), f.Type().Elem(), s, false)
		}
	}
	return r
}
