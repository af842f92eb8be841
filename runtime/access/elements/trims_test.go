package elements

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode"

	rt "gocheck.dev/runtime"
)

// TestTrims: what looks at characters finds what package bytes finds, nil where that is nil, in
// texts that are no text, too.
func TestTrims(t *testing.T) {
	parts := []string{"", " ", "a", "b", "é", "\u2003", "\xff", "\xe2\x80", "�", "\x00", "世"}
	r := rand.New(rand.NewPCG(3, 4))
	text := func(most int) (s string) {
		for range r.IntN(most) {
			s += parts[r.IntN(len(parts))]
		}
		return s
	}
	var site rt.Site
	for range 50_000 {
		b, set := []byte(text(7)), text(4)
		f := func(c rune) bool { return c == 'a' || c == utf8Error || unicode.IsSpace(c) }
		c := []rune{'a', 'é', utf8Error, -1, 0xd800, ' '}[r.IntN(6)]
		same := func(what string, got, want any) {
			switch g := got.(type) {
			case []byte:
				if w := want.([]byte); !bytes.Equal(g, w) || (g == nil) != (w == nil) || cap(g) != cap(w) {
					t.Fatalf("%s of %q, %q, %q: %q, want %q", what, b, set, c, g, w)
				}
			default:
				if got != want {
					t.Fatalf("%s of %q, %q, %q: %v, want %v", what, b, set, c, got, want)
				}
			}
		}
		same("IndexFunc", BytesIndexFunc(site, b, f), bytes.IndexFunc(b, f))
		same("LastIndexFunc", BytesLastIndexFunc(site, b, f), bytes.LastIndexFunc(b, f))
		same("ContainsFunc", BytesContainsFunc(site, b, f), bytes.ContainsFunc(b, f))
		same("IndexRune", BytesIndexRune(site, b, c), bytes.IndexRune(b, c))
		same("ContainsRune", BytesContainsRune(site, b, c), bytes.ContainsRune(b, c))
		same("IndexAny", BytesIndexAny(site, b, set), bytes.IndexAny(b, set))
		same("ContainsAny", BytesContainsAny(site, b, set), bytes.ContainsAny(b, set))
		same("LastIndexAny", BytesLastIndexAny(site, b, set), bytes.LastIndexAny(b, set))
		same("LastIndexByte", BytesLastIndexByte(site, b, 'a'), bytes.LastIndexByte(b, 'a'))
		same("LastIndex", BytesLastIndex(site, b, []byte(set)), bytes.LastIndex(b, []byte(set)))
		same("TrimLeftFunc", BytesTrimLeftFunc(site, b, f), bytes.TrimLeftFunc(b, f))
		same("TrimRightFunc", BytesTrimRightFunc(site, b, f), bytes.TrimRightFunc(b, f))
		same("TrimFunc", BytesTrimFunc(site, b, f), bytes.TrimFunc(b, f))
		same("TrimSpace", BytesTrimSpace(site, b), bytes.TrimSpace(b))
		same("Trim", BytesTrim(site, b, set), bytes.Trim(b, set))
		same("TrimLeft", BytesTrimLeft(site, b, set), bytes.TrimLeft(b, set))
		same("TrimRight", BytesTrimRight(site, b, set), bytes.TrimRight(b, set))
	}
}

const utf8Error = '\uFFFD'
