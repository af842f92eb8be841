package elements

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	rt "gocheck.dev/runtime"
)

// Functions of bytes that look at one character after another, from either end, until one says
// that it is enough.

// BytesIndexFunc is bytes.IndexFunc.
func BytesIndexFunc(s rt.Site, b []byte, f func(rune) bool) int { return firstOf(s, b, f, true) }

// BytesLastIndexFunc is bytes.LastIndexFunc.
func BytesLastIndexFunc(s rt.Site, b []byte, f func(rune) bool) int { return lastOf(s, b, f, true) }

// BytesContainsFunc is bytes.ContainsFunc.
func BytesContainsFunc(s rt.Site, b []byte, f func(rune) bool) bool {
	return firstOf(s, b, f, true) >= 0
}

// BytesIndexRune is bytes.IndexRune.
func BytesIndexRune(s rt.Site, b []byte, r rune) int {
	if !utf8.ValidRune(r) {
		return -1
	}
	return firstOf(s, b, func(c rune) bool { return c == r }, true)
}

// BytesContainsRune is bytes.ContainsRune.
func BytesContainsRune(s rt.Site, b []byte, r rune) bool { return BytesIndexRune(s, b, r) >= 0 }

// BytesIndexAny is bytes.IndexAny.
func BytesIndexAny(s rt.Site, b []byte, chars string) int {
	if chars == "" {
		return -1
	}
	return firstOf(s, b, in(chars), true)
}

// BytesContainsAny is bytes.ContainsAny.
func BytesContainsAny(s rt.Site, b []byte, chars string) bool { return BytesIndexAny(s, b, chars) >= 0 }

// BytesLastIndexAny is bytes.LastIndexAny.
func BytesLastIndexAny(s rt.Site, b []byte, chars string) int {
	if chars == "" {
		return -1
	}
	return lastOf(s, b, in(chars), true)
}

// BytesLastIndexByte is bytes.LastIndexByte.
func BytesLastIndexByte(s rt.Site, b []byte, c byte) (i int) {
	fromEnd(s, b, func() int {
		i = bytes.LastIndexByte(b, c)
		return len(b) - max(i, 0)
	})
	return i
}

// BytesLastIndex is bytes.LastIndex.
func BytesLastIndex(s rt.Site, b, sep []byte) (i int) {
	if !rt.Quiet() {
		sep = bytes.Clone(rt.SliceR(sep, s)) // as it was read
	}
	fromEnd(s, b, func() int {
		i = bytes.LastIndex(b, sep)
		return len(b) - max(i, 0)
	})
	return i
}

// BytesTrimLeftFunc is bytes.TrimLeftFunc.
func BytesTrimLeftFunc(s rt.Site, b []byte, f func(rune) bool) []byte {
	i := firstOf(s, b, f, false)
	if i < 0 {
		return nil
	}
	return b[i:]
}

// BytesTrimRightFunc is bytes.TrimRightFunc.
func BytesTrimRightFunc(s rt.Site, b []byte, f func(rune) bool) []byte {
	i := lastOf(s, b, f, false)
	if i < 0 {
		return b[:0]
	}
	_, n := UTF8DecodeRune(s, b[i:])
	return b[:i+n]
}

// BytesTrimFunc is bytes.TrimFunc.
func BytesTrimFunc(s rt.Site, b []byte, f func(rune) bool) []byte {
	return BytesTrimRightFunc(s, BytesTrimLeftFunc(s, b, f), f)
}

// BytesTrimSpace is bytes.TrimSpace.
func BytesTrimSpace(s rt.Site, b []byte) []byte { return BytesTrimFunc(s, b, unicode.IsSpace) }

// BytesTrim is bytes.Trim.
func BytesTrim(s rt.Site, b []byte, cutset string) []byte {
	if len(b) == 0 || cutset == "" {
		return bytes.Trim(b, cutset)
	}
	return BytesTrimFunc(s, b, in(cutset))
}

// BytesTrimLeft is bytes.TrimLeft.
func BytesTrimLeft(s rt.Site, b []byte, cutset string) []byte {
	if len(b) == 0 || cutset == "" {
		return bytes.TrimLeft(b, cutset)
	}
	return BytesTrimLeftFunc(s, b, in(cutset))
}

// BytesTrimRight is bytes.TrimRight.
func BytesTrimRight(s rt.Site, b []byte, cutset string) []byte {
	if len(b) == 0 || cutset == "" {
		return bytes.TrimRight(b, cutset)
	}
	return BytesTrimRightFunc(s, b, in(cutset))
}

// in says of characters whether a text has them.
func in(text string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(text, r) }
}

// firstOf is where the first character is of which f says so; -1 if none is.
func firstOf(s rt.Site, b []byte, f func(rune) bool, so bool) int {
	for i := 0; i < len(b); {
		r, n := UTF8DecodeRune(s, b[i:])
		if f(r) == so {
			return i
		}
		i += n
	}
	return -1
}

// lastOf is where the last one is.
func lastOf(s rt.Site, b []byte, f func(rune) bool, so bool) int {
	for i := len(b); i > 0; {
		r, n := UTF8DecodeLastRune(s, b[:i])
		i -= n
		if f(r) == so {
			return i
		}
	}
	return -1
}

// fromEnd is reading of b from its end.
func fromEnd(s rt.Site, b []byte, search func() int) {
	reading(search, func(from, to int) { rt.SliceR(b[len(b)-to:len(b)-from], s) })
}
