package headers

import (
	"net/textproto"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Gets announces what the method Get reads of a header: the map, and the first value of a key.
func Gets[M ~map[string][]string](m M, s rt.Site, key string) M {
	return access.ReadsEntry(m, s, textproto.CanonicalMIMEHeaderKey(key))
}

// Adds announces what the method Add accesses of a header: the map, and the values of a key.
func Adds[M ~map[string][]string](m M, s rt.Site, key string) M {
	return access.AddsEntry(m, s, textproto.CanonicalMIMEHeaderKey(key))
}
