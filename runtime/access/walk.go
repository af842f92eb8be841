package access

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"unsafe"

	"gocheck.dev/internal/verbs"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/faults"
	"gocheck.dev/runtime/access/inners"
	"gocheck.dev/runtime/access/jsonnames"
)

// What plain code reads of a value that it is given: package fmt to print it, an
// encoder to encode it. It goes through the value as that code does, by the same
// rules of which fields count, how far pointers are followed, and which types say
// for themselves what they are. The program's own methods are rewritten code and
// announce what they read.

// A manner is how a package goes through values.
type manner struct {
	exported bool    // fields that are not exported are left out
	tag      string  // fields with the tag "-" are left out
	pointers bool    // pointers are followed, not only the first
	methods  []asked // types with these methods are asked instead
}

// asked is an interface, and the name of its method. (To ask the interface for it would keep all
// methods of all types in the binary.)
type asked struct {
	by     reflect.Type
	method string
}

var (
	printing = &manner{methods: []asked{{reflect.TypeFor[error](), "Error"}, {reflect.TypeFor[fmt.Stringer](), "String"}, {reflect.TypeFor[fmt.Formatter](), "Format"}}}
	byVerb   = &manner{methods: printing.methods[2:]}
	goSyntax = &manner{methods: []asked{{reflect.TypeFor[fmt.GoStringer](), "GoString"}, printing.methods[2]}}
	inJSON   = &manner{exported: true, tag: "json", pointers: true, methods: []asked{{reflect.TypeFor[json.Marshaler](), "MarshalJSON"}, textMarshaler}}
	inXML    = &manner{exported: true, tag: "xml", pointers: true, methods: []asked{textMarshaler}}
	inGob    = &manner{exported: true, pointers: true, methods: []asked{{reflect.TypeFor[gobEncoder](), "GobEncode"}, {reflect.TypeFor[encoding.BinaryMarshaler](), "MarshalBinary"}, textMarshaler}}
	inBinary = &manner{}
	inLogs   = &manner{methods: append([]asked{textMarshaler}, printing.methods...)}
)

var textMarshaler = asked{reflect.TypeFor[encoding.TextMarshaler](), "MarshalText"}

// Types of the standard library whose methods say what they are by all of their elements, or
// fields.
var (
	inBytes  = map[string]bool{"json.RawMessage": true, "net.IP": true, "net.IPMask": true, "net.HardwareAddr": true}
	inFields = map[string]bool{"url.URL": true, "net.TCPAddr": true, "net.UDPAddr": true, "net.IPNet": true, "http.Cookie": true}
)

// gobEncoder is gob.GobEncoder.
type gobEncoder interface{ GobEncode() ([]byte, error) }

// A walk goes through one value; data may be cyclic.
type walk struct {
	*manner
	s     rt.Site
	seen  map[unsafe.Pointer]bool
	depth int
	over  bool // it has come to what cannot be encoded
}

func (m *manner) reads(v any, s rt.Site) {
	if rt.Quiet() || v == nil {
		return
	}
	w := walk{manner: m, s: s}
	if held, ok := v.(reflect.Value); ok { // it stands for a variable
		touches(held, s, false)
		w.reach(held, false)
		return
	}
	w.reach(reflect.ValueOf(v), false)
}

// asks reports whether a type has a method that says what its values are.
func (w *walk) asks(t reflect.Type) bool { return w.method(t) != "" }

// method is the name of that method, "": there is none.
func (w *walk) method(t reflect.Type) string {
	for _, m := range w.methods {
		if t.Implements(m.by) {
			return m.method
		}
	}
	return ""
}

// inner goes on to the object that v, which is asked, embeds and has the method from.
func (w *walk) inner(v reflect.Value) {
	if object, ok := inners.Of(v, w.method(v.Type())); ok {
		w.reach(object, false)
	}
}

// reach goes on from a value that has been read. hidden says that it comes from
// a field that is not exported: then package fmt does not call its methods.
func (w *walk) reach(v reflect.Value, hidden bool) {
	if w.over {
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch v.Kind() {
	case reflect.Chan, reflect.Func:
		w.over = w.manner == inJSON || w.manner == inXML
	case reflect.Pointer:
		w.pointer(v, hidden)
	case reflect.Interface:
		if !v.IsNil() {
			w.reach(v.Elem(), hidden)
		}
	case reflect.Slice:
		if kindOf(v.Type()) == unknown && (hidden || !w.asks(v.Type()) || inBytes[v.Type().String()]) {
			w.elements(v, hidden)
		}
	case reflect.Map:
		if w.manner == inXML && !w.asks(v.Type()) {
			w.over = true
			return
		}
		if v.IsNil() || w.met(v.UnsafePointer()) {
			return
		}
		if !hidden && w.asks(v.Type()) {
			return
		}
		rt.Touch(v.UnsafePointer(), w.s, false)
		if scalar(v.Type().Key()) && scalar(v.Type().Elem()) {
			return
		}
		for _, e := range entriesOf(v) {
			w.reach(e.key, hidden)
			w.reach(e.value, hidden)
		}
	case reflect.Struct:
		if !hidden && w.asks(v.Type()) {
			w.inner(v)
			return
		}
		w.fields(v, hidden)
	case reflect.Array:
		if !scalar(v.Type().Elem()) && (hidden || !w.asks(v.Type())) {
			for i := range v.Len() {
				w.reach(v.Index(i), hidden)
			}
		}
	}
}

// pointer goes on from a pointer that has been read.
func (w *walk) pointer(v reflect.Value, hidden bool) {
	const first = 1
	if v.IsNil() {
		return
	}
	if kindOf(v.Type()) != unknown { // its methods are plain code
		if w.pointers || !hidden && w.asks(v.Type()) {
			(&use{site: w.s, shows: true}).object(v)
		}
		return
	}
	if !hidden && w.asks(v.Type()) {
		if v.Type().Implements(says) {
			faults.Reads(v, w.s)
		}
		// Its method reads all fields, or is that of a value, which is copied.
		if inFields[v.Type().Elem().String()] || w.asks(v.Type().Elem()) {
			rt.TouchValue(v.UnsafePointer(), v.Type().Elem(), w.s, false)
		}
		if inBytes[v.Type().Elem().String()] {
			w.elements(v.Elem(), hidden)
		}
		w.inner(v)
		return
	}
	if w.met(v.UnsafePointer()) {
		return
	}
	if !w.pointers && w.depth > first {
		return
	}
	if w.manner == printing || w.manner == byVerb || w.manner == goSyntax {
		switch v.Elem().Kind() {
		case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		default:
			return // its address is printed
		}
	}
	w.load(v.Elem(), hidden)
}

// met notes a pointer, and says whether it was known.
func (w *walk) met(p unsafe.Pointer) bool {
	if w.seen[p] {
		return true
	}
	if w.seen == nil {
		w.seen = make(map[unsafe.Pointer]bool)
	}
	w.seen[p] = true
	return false
}

// counts reports whether a field is looked at.
func (w *walk) counts(f reflect.StructField) bool {
	return f.Name != "_" && (!w.exported || (f.IsExported() || f.Anonymous) && (w.tag == "" || f.Tag.Get(w.tag) != "-")) &&
		(w.manner != inXML || !unwritten(f))
}

// unwritten reports whether package xml leaves a field with the text of an element out: a slice has
// to be a []byte, and no type like that.
func unwritten(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice && t != reflect.TypeFor[[]byte]() && !t.Implements(textMarshaler.by) &&
		!reflect.PointerTo(t).Implements(textMarshaler.by) && textTag.MatchString(f.Tag.Get("xml"))
}

var textTag = regexp.MustCompile(",(chardata|cdata)(,|$)")

// load announces reads of the variable v, as far as it is looked at, and goes on
// from it.
func (w *walk) load(v reflect.Value, hidden bool) {
	t := v.Type()
	switch {
	case w.over:
		return
	case w.manner == inXML && t.Kind() == reflect.Struct && t.Name() == "" && w.depth <= 1:
		w.over = true // the element has no name
		return
	case t.PkgPath() == "sync":
		return // who copies a lock is found elsewhere
	case !hidden && w.asks(t): // its method gets a copy
		rt.TouchValue(address(v), t, w.s, false)
		if inBytes[t.String()] {
			w.elements(v, hidden)
		}
		w.inner(v)
		return
	case !hidden && w.exported && w.asks(reflect.PointerTo(t)):
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.fields(v, hidden)
	case reflect.Array:
		for i := range v.Len() {
			w.load(v.Index(i), hidden)
		}
	default:
		rt.TouchValue(address(v), t, w.s, false)
		w.reach(v, hidden)
	}
}

// fields goes on from a struct to the fields that are looked at: it loads those of a variable.
func (w *walk) fields(v reflect.Value, hidden bool) {
	on := func(field reflect.Value, hidden bool) {
		if field.CanAddr() {
			w.load(field, hidden)
		} else {
			w.reach(field, hidden)
		}
	}
	if w.manner == inJSON {
		for _, f := range jsonnames.Of(v.Type()) {
			if field, ok := embedded(v, f.Index, w.s, false); ok {
				on(field, hidden)
			}
		}
		return
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); w.counts(f) {
			on(v.Field(i), hidden || !f.IsExported())
		}
	}
}

// embedded is a field that may be one of embedded structs, the pointers to which are read; sets
// says that nil ones are set, behind which there is none.
func embedded(v reflect.Value, index []int, s rt.Site, sets bool) (reflect.Value, bool) {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			rt.TouchValue(address(v), v.Type(), s, sets && v.IsNil())
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

// elements loads the elements of a slice.
func (w *walk) elements(v reflect.Value, hidden bool) {
	if v.Len() == 0 || v.Type().Elem().Kind() != reflect.Uint8 && w.met(v.UnsafePointer()) {
		return
	}
	for i := range v.Len() {
		w.load(v.Index(i), hidden)
	}
}

// scalar reports whether values of a type lead to nothing else.
func scalar(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Struct, reflect.Array:
		return false
	}
	return true
}

// address is where an addressable value is, exported or not.
func address(v reflect.Value) unsafe.Pointer {
	if !v.CanAddr() {
		return nil
	}
	return unsafe.Pointer(v.UnsafeAddr())
}

// EncodesJSON announces what package json reads of a value to encode it.
func EncodesJSON[T any](v T, s rt.Site) T { inJSON.reads(v, s); return v }

// EncodesXML announces what package xml reads of a value to encode it.
func EncodesXML[T any](v T, s rt.Site) T { inXML.reads(v, s); return v }

// EncodesGob announces what package gob reads of a value to encode it.
func EncodesGob[T any](v T, s rt.Site) T { inGob.reads(v, s); return v }

// EncodesBinary announces what package binary reads of a value to write it.
func EncodesBinary[T any](v T, s rt.Site) T { inBinary.reads(v, s); return v }

// Prints announces what package fmt reads of an operand.
func Prints[T any](v T, s rt.Site) T { printing.reads(v, s); return v }

// PrintsByVerb is Prints for verbs that ask no String method.
func PrintsByVerb[T any](v T, s rt.Site) T { byVerb.reads(v, s); return v }

// PrintsGoSyntax is Prints for %#v.
func PrintsGoSyntax[T any](v T, s rt.Site) T { goSyntax.reads(v, s); return v }

// PrintsEach is Prints for arguments that are passed as args....
func PrintsEach[S ~[]E, E any](args S, s rt.Site) S {
	if !rt.Quiet() {
		rt.SliceR(args, s)
		for _, v := range args {
			Prints(v, s)
		}
	}
	return args
}

// PrintsFormatted is PrintsEach for what is printed by a format.
func PrintsFormatted[S ~[]E, E any](args S, s rt.Site, format string) S {
	if rt.Quiet() {
		return args
	}
	rt.SliceR(args, s)
	for i, printed := range verbs.Of(format, len(args)) {
		for _, v := range printed {
			if m := ways[v.Way()]; m != nil {
				m.reads(args[i], s)
			}
		}
	}
	return args
}

// ways has how an operand of package fmt is gone through; nil: it is not.
var ways = map[verbs.Way]*manner{verbs.Text: printing, verbs.GoSyntax: goSyntax, verbs.Parts: byVerb}

// LogsText announces what a text handler of package slog reads of a value.
func LogsText(v any, s rt.Site) { inLogs.reads(v, s) }

// LogsJSON announces what a JSON handler of package slog reads of a value: of an error what it
// says.
func LogsJSON(v any, s rt.Site) {
	_, marshals := v.(json.Marshaler)
	if _, ok := v.(error); ok && !marshals {
		Receives(v, reflect.TypeFor[error](), s)
		return
	}
	inJSON.reads(v, s)
}

// Receives announces the copy that is made of *v where a method with a value receiver is called
// by way of an interface.
func Receives(v any, method reflect.Type, s rt.Site) {
	p := reflect.ValueOf(v)
	if !rt.Quiet() && p.Kind() == reflect.Pointer && !p.IsNil() && p.Type().Elem().Implements(method) {
		rt.TouchValue(p.UnsafePointer(), p.Type().Elem(), s, false)
	}
}
