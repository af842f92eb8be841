package access

import (
	"io"
	"reflect"
	"slices"

	rt "gocheck.dev/runtime"
)

// Carries announces what a method that is called through an interface accesses by its parameter v,
// if x, which it is a method of, is of the standard library. Others do so themselves.
func Carries[T, I any](v T, s rt.Site, x I) T {
	t := typeOf(x)
	if t == nil || t.Kind() != reflect.Pointer {
		return v
	}
	param, in := reflect.TypeFor[T](), t.Elem().PkgPath()
	switch whole := in + "." + t.Elem().Name(); {
	case whole == "encoding/json.Encoder":
		return EncodesJSON(v, s)
	case whole == "encoding/xml.Encoder":
		return EncodesXML(v, s)
	case whole == "encoding/gob.Encoder":
		return EncodesGob(v, s)
	case !slices.Contains([]string{"bytes", "strings", "bufio", "io", "os"}, in):
	case param == reflect.TypeFor[io.Reader]():
		return Takes(v, s)
	case param == reflect.TypeFor[io.Writer]():
		return Emits(v, s)
	case param == reflect.TypeFor[[]byte]():
		rt.SliceR(any(v).([]byte), s)
	}
	return v
}
