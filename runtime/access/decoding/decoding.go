package decoding

import (
	"encoding"
	"reflect"
	"sync"

	rt "gocheck.dev/runtime"
)

// What a decoder will write cannot be asked of it: its input is consumed, and may lack parts of the
// variable. So variables hold marks while it runs, which no input has, and what holds its mark
// afterwards was not written, and gets back what it held. Meanwhile nothing of the program's may
// run, which would see the marks: a reader or a method of the program's. If it may, variables are
// only compared with what they were; then one that is set to what it was is not announced. Marks of
// small numbers are such as the input does not have, if there are any.

// A Manner says what a decoder does with variables.
type Manner struct {
	Methods  []reflect.Type // of types that decode themselves
	Ignored  string         // the key of tags, for fields that are left alone
	Fills    bool           // arrays of slices are used again, and maps added to
	Follows  bool           // what pointers lead to is decoded into
	Kept     bool           // so is what pointers in interfaces do, and no interface is set
	Omits    bool           // the input has no zero values of fields
	Promotes bool           // fields of embedded structs that are not exported are decoded into
	spells   spelling
	surely   map[reflect.Type]bool
}

var gobs = Manner{
	Methods: []reflect.Type{reflect.TypeFor[interface{ GobDecode([]byte) error }](), reflect.TypeFor[encoding.BinaryUnmarshaler]()},
	Fills:   true, Follows: true, Omits: true, spells: inGob,
}

// XML is package xml but for its own methods, which package xmls knows.
var XML = Manner{Methods: []reflect.Type{reflect.TypeFor[encoding.TextUnmarshaler]()}, Ignored: "xml", Follows: true, Kept: true, Promotes: true, spells: inDecimal}

// Gob announces, when the function that it returns is called, what of the variable that v points to
// a gob.Decoder has written meanwhile.
func Gob(v any, s rt.Site, from any) func() {
	if rt.Quiet() {
		return func() {}
	}
	return gobs.Decodes(v, s, Of(from, "r"))
}

var asn1 Manner

// ASN1 is Gob for asn1.Unmarshal.
func ASN1(v any, s rt.Site) func() { return asn1.Decodes(v, s, Input{Plain: true}) }

// Decodes announces, when the function that it returns is called, what of the variable that v
// points to has been written meanwhile.
func (m *Manner) Decodes(v any, s rt.Site, input Input) func() {
	p := reflect.ValueOf(v)
	if rt.Quiet() || p.Kind() != reflect.Pointer || p.IsNil() {
		return func() {}
	}
	if input.Text != nil {
		input.Text = sync.OnceValues(input.Text)
	}
	d := walk{Manner: m, marks: input.Plain, input: input, seen: make(map[reflect.Value]bool)}
	d.pointer(p)
	d.begins()
	return func() { d.ends(s) }
}

// surelyPlain reports whether a decoder calls nothing of the program's when it comes to a type.
func (m *Manner) surelyPlain(t reflect.Type) bool {
	known, ok := m.surely[t]
	if !ok {
		known = m.plainType(t, make(map[reflect.Type]bool))
		if m.surely == nil {
			m.surely = make(map[reflect.Type]bool)
		}
		m.surely[t] = known
	}
	return known
}

func (m *Manner) plainType(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] || standard(t) {
		return true
	}
	seen[t] = true
	if m.itself(t) {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !m.ignores(f) && !m.plainType(f.Type, seen) {
				return false
			}
		}
	case reflect.Map:
		return m.plainType(t.Key(), seen) && m.plainType(t.Elem(), seen)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return m.plainType(t.Elem(), seen)
	case reflect.Interface:
		return m.Kept || !m.Follows // otherwise it may come to hold any type of the program's
	}
	return true
}

func (m *Manner) ignores(f reflect.StructField) bool {
	return m.Ignored != "" && f.Tag.Get(m.Ignored) == "-"
}

// itself reports whether a type, or a pointer to it, decodes itself.
func (m *Manner) itself(t reflect.Type) bool {
	for _, i := range m.Methods {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return true
		}
	}
	return false
}

// standard reports whether a type is of the standard library, as far as this matters.
func standard(t reflect.Type) bool { return standards[t.PkgPath()] }

// standards are the packages with types that decode themselves.
var standards = map[string]bool{"time": true, "math/big": true, "net": true, "net/netip": true, "net/url": true, "encoding/xml": true, "log/slog": true, "regexp": true, "sync/atomic": true}
