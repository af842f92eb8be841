// Package xmls announces what package xml writes. It is a package of its own because it would link
// encoding/xml into every test binary.
package xmls

import (
	"encoding/xml"
	"reflect"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/decoding"
)

var manner = func() decoding.Manner {
	m := decoding.XML
	m.Methods = append(m.Methods[:1:1], reflect.TypeFor[xml.Unmarshaler](), reflect.TypeFor[xml.UnmarshalerAttr]())
	return m
}()

// Decodes announces, when the function that it returns is called, what of the variable that v
// points to xml.Unmarshal has written meanwhile.
func Decodes(v any, s rt.Site) func() { return manner.Decodes(v, s, true) }

// DecodesFrom is Decodes for methods of a Decoder.
func DecodesFrom(v any, s rt.Site, d *xml.Decoder) func() {
	if rt.Quiet() || d == nil {
		return func() {}
	}
	return manner.Decodes(v, s, d.CharsetReader == nil && decoding.PlainReader(d, "r"))
}
