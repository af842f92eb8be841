package elements

import (
	"bytes"
	"encoding/binary"
	"iter"
	"unicode/utf8"

	rt "gocheck.dev/runtime"
)

// Functions of bytes, utf8 and binary that read a part of what they are given, as the data say: see
// slices.go.

// BytesHasPrefix is bytes.HasPrefix, which reads as much as the prefix has.
func BytesHasPrefix(s rt.Site, b, prefix []byte) bool {
	if len(b) >= len(prefix) {
		rt.SliceR(b[:len(prefix)], s)
		rt.SliceR(prefix, s)
	}
	return bytes.HasPrefix(b, prefix)
}

// BytesHasSuffix is bytes.HasSuffix.
func BytesHasSuffix(s rt.Site, b, suffix []byte) bool {
	if len(b) >= len(suffix) {
		rt.SliceR(b[len(b)-len(suffix):], s)
		rt.SliceR(suffix, s)
	}
	return bytes.HasSuffix(b, suffix)
}

// BytesTrimPrefix is bytes.TrimPrefix.
func BytesTrimPrefix(s rt.Site, b, prefix []byte) []byte {
	BytesHasPrefix(s, b, prefix)
	return bytes.TrimPrefix(b, prefix)
}

// BytesTrimSuffix is bytes.TrimSuffix.
func BytesTrimSuffix(s rt.Site, b, suffix []byte) []byte {
	BytesHasSuffix(s, b, suffix)
	return bytes.TrimSuffix(b, suffix)
}

// BytesCutPrefix is bytes.CutPrefix.
func BytesCutPrefix(s rt.Site, b, prefix []byte) ([]byte, bool) {
	BytesHasPrefix(s, b, prefix)
	return bytes.CutPrefix(b, prefix)
}

// BytesCutSuffix is bytes.CutSuffix.
func BytesCutSuffix(s rt.Site, b, suffix []byte) ([]byte, bool) {
	BytesHasSuffix(s, b, suffix)
	return bytes.CutSuffix(b, suffix)
}

// BytesIndexByte is bytes.IndexByte, which reads up to what it finds.
func BytesIndexByte(s rt.Site, b []byte, c byte) int {
	upTo(s, b, bytes.IndexByte(b, c), 1)
	return bytes.IndexByte(b, c) // as it is when it is read
}

// BytesLines is bytes.Lines; what is looked for a line's end is read then.
func BytesLines(s rt.Site, b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for line := range bytes.Lines(b) {
			if rt.SliceR(line, s); !yield(line) {
				return
			}
		}
	}
}

// BytesSplitSeq is bytes.SplitSeq; all is read when it is run.
func BytesSplitSeq(s rt.Site, b, sep []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { bytes.SplitSeq(rt.SliceR(b, s), rt.SliceR(sep, s))(yield) }
}

// BytesFieldsSeq is bytes.FieldsSeq.
func BytesFieldsSeq(s rt.Site, b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { bytes.FieldsSeq(rt.SliceR(b, s))(yield) }
}

// UTF8DecodeRune is utf8.DecodeRune.
func UTF8DecodeRune(s rt.Site, b []byte) (rune, int) {
	r, n := utf8.DecodeRune(b)
	rt.SliceR(b[:n], s)
	return r, n
}

// UTF8DecodeLastRune is utf8.DecodeLastRune.
func UTF8DecodeLastRune(s rt.Site, b []byte) (rune, int) {
	r, n := utf8.DecodeLastRune(b)
	rt.SliceR(b[len(b)-n:], s)
	return r, n
}

// found announces what a search of b for sep reads whose result is i: up to what it finds.
func found(s rt.Site, b, sep []byte, i int) {
	if rt.Quiet() {
		return
	}
	rt.SliceR(sep, s)
	upTo(s, b, i, len(sep))
}

// upTo announces what a search of b reads that has found n bytes at i, or nothing.
func upTo(s rt.Site, b []byte, i, n int) {
	if i >= 0 {
		b = b[:i+n]
	}
	rt.SliceR(b, s)
}

// BytesIndex is bytes.Index.
func BytesIndex(s rt.Site, b, sep []byte) int {
	i := bytes.Index(b, sep)
	found(s, b, sep, i)
	return i
}

// BytesContains is bytes.Contains.
func BytesContains(s rt.Site, b, sub []byte) bool { return BytesIndex(s, b, sub) >= 0 }

// BytesCut is bytes.Cut.
func BytesCut(s rt.Site, b, sep []byte) (before, after []byte, ok bool) {
	before, after, ok = bytes.Cut(b, sep)
	i := -1
	if ok {
		i = len(before)
	}
	found(s, b, sep, i)
	return before, after, ok
}

// BytesCompare is bytes.Compare, which reads up to the first difference.
func BytesCompare(s rt.Site, a, b []byte) int {
	if !rt.Quiet() {
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		rt.SliceR(a[:min(n+1, len(a))], s)
		rt.SliceR(b[:min(n+1, len(b))], s)
	}
	return bytes.Compare(a, b)
}

// BinaryUvarint is binary.Uvarint.
func BinaryUvarint(s rt.Site, b []byte) (uint64, int) {
	v, n := binary.Uvarint(b)
	first(s, b, n)
	return v, n
}

// BinaryVarint is binary.Varint.
func BinaryVarint(s rt.Site, b []byte) (int64, int) {
	v, n := binary.Varint(b)
	first(s, b, n)
	return v, n
}

// first announces reads of the first n bytes: if n is negative of -n, if it is 0 of all.
func first(s rt.Site, b []byte, n int) {
	if n != 0 {
		b = b[:max(n, -n)]
	}
	rt.SliceR(b, s)
}
