package xmls

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"reflect"
	"slices"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/decoding"
)

var manner = func() decoding.Manner {
	m := decoding.XML
	m.Methods = append(m.Methods[:1:1], reflect.TypeFor[xml.Unmarshaler](), reflect.TypeFor[xml.UnmarshalerAttr]())
	return m
}()

// Decodes announces, when the function that it returns is called, what of the variable that v
// points to xml.Unmarshal has written meanwhile.
func Decodes(v any, s rt.Site, data []byte) func() {
	if rt.Quiet() {
		return func() {}
	}
	return manner.Decodes(v, s, decoding.Input{Plain: true, Text: func() ([]byte, bool) { return decoding.Digits(string(data)) }})
}

// DecodesFrom is Decodes for methods of a Decoder.
func DecodesFrom(v any, s rt.Site, d *xml.Decoder) func() {
	if rt.Quiet() || d == nil {
		return func() {}
	}
	return decodes(v, s, d)
}

// DecodesElement is DecodesFrom for what begins with a token that has been read.
func DecodesElement(v any, s rt.Site, d *xml.Decoder, start *xml.StartElement) func() {
	if rt.Quiet() || d == nil {
		return func() {}
	}
	var values []string
	if start != nil {
		for _, a := range start.Attr {
			values = append(values, a.Value)
		}
	}
	return decodes(v, s, d, values...)
}

// decodes is that of a decoder which has read some texts already.
func decodes(v any, s rt.Site, d *xml.Decoder, read ...string) func() {
	rest := decoding.Of(d, "r").Text
	digits := func() ([]byte, bool) {
		text, known := rest()
		digits, spelled := decoding.Digits(append(read, string(text))...)
		return digits, known && spelled
	}
	variables, tokens := manner.Decodes(v, s, decoding.Input{Plain: plain(d), Text: digits}), overwrites(d, s, false)
	return func() { variables(); tokens() }
}

// Tokens announces that a method of a decoder goes through tokens and so changes it, and, when the
// function that it returns is called, what it has written meanwhile over earlier tokens.
func Tokens[T any](reader T, s rt.Site) func() {
	d, _ := any(reader).(*xml.Decoder)
	if rt.Quiet() || d == nil {
		return func() {}
	}
	access.Writes(d, s)
	return overwrites(d, s, plain(d))
}

// plain reports whether d calls nothing of the program's for its input.
func plain(d *xml.Decoder) bool { return d.CharsetReader == nil && decoding.Of(d, "r").Plain }

// mark is no byte of a text in UTF-8.
const mark = 0xff

// overwrites announces, when the function that it returns is called, what has been written of the
// buffer of d. Texts and comments that were returned before lie in it, and each is written from
// where it begins. marks says that nothing of the program's runs meanwhile.
func overwrites(d *xml.Decoder, s rt.Site, marks bool) func() {
	field := reflect.ValueOf(d).Elem().FieldByName("buf")
	if !field.IsValid() || field.Type() != reflect.TypeFor[bytes.Buffer]() {
		return func() {}
	}
	buf := (*bytes.Buffer)(field.Addr().UnsafePointer())
	room, from := buf.Bytes()[:buf.Cap()], d.InputOffset()
	old := slices.Clone(room)
	if marks {
		for i := range room {
			room[i] = mark
		}
	}
	return func() {
		n := len(room)
		for n > 0 && (marks && room[n-1] == mark || !marks && room[n-1] == old[n-1]) {
			n--
		}
		switch now := buf.Bytes(); {
		case marks:
			copy(room[n:], old[n:])
		case d.InputOffset() > from && buf.Cap() == len(room):
			n = max(n, len(now))
		}
		rt.SliceW(room[:n], s)
	}
}

// Carried announces what the method Decode of an interface that x is in has written, if x is a
// decoder of the standard library's.
func Carried(v any, s rt.Site, x any) func() {
	switch x := x.(type) {
	case *xml.Decoder:
		return DecodesFrom(v, s, x)
	case *json.Decoder:
		return access.DecodesJSON(v, s, x)
	}
	if t := reflect.TypeOf(x); t != nil && t.Kind() == reflect.Pointer && t.Elem().PkgPath() == "encoding/gob" {
		return decoding.Gob(v, s, x)
	}
	return func() {}
}
