package parts

import (
	"bytes"
	"reflect"
	"sort"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// LooksUpSuffix announces what the method Lookup of a suffixarray.Index reads of the bytes that
// it was made from: it searches as that does.
func LooksUpSuffix[T any](x *T, s rt.Site, key []byte) *T {
	if rt.Quiet() || x == nil {
		return x
	}
	access.Fields(x, s, "rdata")
	v := reflect.ValueOf(x).Elem()
	data, small := v.FieldByName("data"), v.FieldByName("sa").FieldByName("int32")
	if data.Kind() != reflect.Slice || small.Kind() != reflect.Slice || small.Len() != data.Len() || small.Len() == 0 {
		return x
	}
	text := unsafe.Slice((*byte)(data.UnsafePointer()), data.Len())
	order := unsafe.Slice((*int32)(small.UnsafePointer()), small.Len())
	at := func(i int) []byte {
		suffix := text[order[i]:]
		return rt.SliceR(suffix[:min(len(suffix), len(key))], s)
	}
	first := sort.Search(len(order), func(i int) bool { return bytes.Compare(at(i), key) >= 0 })
	sort.Search(len(order)-first, func(i int) bool { return !bytes.Equal(at(first+i), key) })
	return x
}
