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
func BytesIndexByte(s rt.Site, b []byte, c byte) (i int) {
	upTo(s, b, func() int {
		i = bytes.IndexByte(b, c)
		return end(b, i, 1)
	})
	return i
}

// BytesLines is bytes.Lines; what is looked for a line's end is read then.
func BytesLines(s rt.Site, b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := b; len(rest) > 0; {
			n := 0
			upTo(s, rest, func() int {
				n = end(rest, bytes.IndexByte(rest, '\n'), 1)
				return n
			})
			line := rest[:n:n]
			rest = rest[n:]
			if !yield(line) {
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
func UTF8DecodeRune(s rt.Site, b []byte) (r rune, n int) {
	upTo(s, b, func() int {
		r, n = utf8.DecodeRune(b)
		return n
	})
	return r, n
}

// UTF8DecodeLastRune is utf8.DecodeLastRune.
func UTF8DecodeLastRune(s rt.Site, b []byte) (r rune, n int) {
	fromEnd(s, b, func() int {
		r, n = utf8.DecodeLastRune(b)
		return n
	})
	return r, n
}

// reading announces what a search reads that says how much it has read. With -races=explore
// others may write before that is read: so the search is made again, and is over when all that it
// has read was announced.
func reading(search func() int, announce func(from, to int)) {
	for announced := 0; ; {
		n := search()
		if n <= announced || rt.Quiet() {
			return
		}
		announce(announced, n)
		announced = n
	}
}

// upTo is reading of b from its beginning.
func upTo(s rt.Site, b []byte, search func() int) {
	reading(search, func(from, to int) { rt.SliceR(b[from:to], s) })
}

// end is how much of b a search has read that has found n bytes at i, or nothing.
func end(b []byte, i, n int) int {
	if i < 0 {
		return len(b)
	}
	return i + n
}

// BytesIndex is bytes.Index.
func BytesIndex(s rt.Site, b, sep []byte) (i int) {
	if !rt.Quiet() {
		sep = bytes.Clone(rt.SliceR(sep, s)) // as it was read
	}
	upTo(s, b, func() int {
		i = bytes.Index(b, sep)
		return end(b, i, len(sep))
	})
	return i
}

// BytesContains is bytes.Contains.
func BytesContains(s rt.Site, b, sub []byte) bool { return BytesIndex(s, b, sub) >= 0 }

// BytesCut is bytes.Cut.
func BytesCut(s rt.Site, b, sep []byte) (before, after []byte, ok bool) {
	i := BytesIndex(s, b, sep)
	if i < 0 {
		return b, nil, false
	}
	return b[:i], b[i+len(sep):], true
}

// BytesCompare is bytes.Compare, which reads up to the first difference.
func BytesCompare(s rt.Site, a, b []byte) (r int) {
	reading(func() int {
		r = bytes.Compare(a, b)
		n, both := 0, min(len(a), len(b))
		for n < both && a[n] == b[n] {
			n++
		}
		return min(n+1, both)
	}, func(from, to int) {
		rt.SliceR(a[from:to], s)
		rt.SliceR(b[from:to], s)
	})
	return r
}

// BinaryUvarint is binary.Uvarint.
func BinaryUvarint(s rt.Site, b []byte) (v uint64, n int) {
	upTo(s, b, func() int {
		v, n = binary.Uvarint(b)
		return first(b, n)
	})
	return v, n
}

// BinaryVarint is binary.Varint.
func BinaryVarint(s rt.Site, b []byte) (v int64, n int) {
	upTo(s, b, func() int {
		v, n = binary.Varint(b)
		return first(b, n)
	})
	return v, n
}

// first is how much of b was read for a number of n bytes: if n is negative -n, if it is 0 all.
func first(b []byte, n int) int {
	if n == 0 {
		return len(b)
	}
	return max(n, -n)
}
