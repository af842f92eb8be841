package ciphers

import (
	"reflect"
	"strings"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// library reports whether an object is one of package crypto's.
func library(v any) bool {
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t != nil && strings.HasPrefix(t.PkgPath(), "crypto/")
}

// Crypts announces what a Stream, or a BlockMode, accesses: it changes.
func Crypts[T any](v T, s rt.Site, dst, src []byte) T {
	if rt.Quiet() || !library(v) || len(src) == 0 || len(dst) < len(src) {
		return v
	}
	access.Writes(v, s)
	rt.SliceR(src, s)
	rt.SliceW(dst[:len(src)], s)
	return v
}

// Blocks announces what a Block accesses for one block. It does not change.
func Blocks[T any](v T, s rt.Site, dst, src []byte) T {
	if b, ok := any(v).(interface{ BlockSize() int }); ok && !rt.Quiet() && library(v) {
		if n := b.BlockSize(); n <= min(len(dst), len(src)) {
			rt.SliceR(src[:n], s)
			rt.SliceW(dst[:n], s)
		}
	}
	return v
}

// Seals announces what an AEAD accesses that seals. It does not change.
func Seals[T any](v T, s rt.Site, dst, nonce, text, more []byte) T {
	appends(v, s, dst, 1, nonce, text, more)
	return v
}

// Opens announces what an AEAD accesses that opens what was sealed.
func Opens[T any](v T, s rt.Site, dst, nonce, text, more []byte) T {
	appends(v, s, dst, -1, nonce, text, more)
	return v
}

// appends announces reads of the rest, and of what is appended to dst, which the text has become,
// longer or shorter than it was.
func appends(v any, s rt.Site, dst []byte, longer int, nonce, text, more []byte) {
	a, ok := v.(interface {
		NonceSize() int
		Overhead() int
	})
	if !ok || rt.Quiet() || !library(v) || len(nonce) != a.NonceSize() {
		return
	}
	n := len(text) + longer*a.Overhead()
	if n < 0 {
		return
	}
	for _, p := range [][]byte{nonce, text, more} {
		rt.SliceR(p, s)
	}
	if all := len(dst) + n; all <= cap(dst) {
		rt.SliceW(dst[len(dst):all], s)
	} else {
		rt.SliceR(dst, s)
	}
}
