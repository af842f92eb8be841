package wire

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBounded(t *testing.T) {
	for _, unit := range []string{"x", "ä", "世", "𝔘", "\n", "\xff"} {
		for _, n := range []int{0, 1, 99, 100, 101, 102, 103, 104, 105, 5000} {
			text := strings.Repeat(unit, n)
			got := Bounded(text, 100)
			switch {
			case len(text) <= 100 && got != text:
				t.Errorf("%d of %q became %q", n, unit, got)
			case len(text) > 100 && (len(got) > 200 || !strings.Contains(got, "bytes left out")):
				t.Errorf("%d of %q became %q", n, unit, got)
			case utf8.ValidString(text) && !utf8.ValidString(got):
				t.Errorf("%d of %q: a rune is cut: %q", n, unit, got)
			}
		}
	}
	long := strings.Repeat("0123456789", 1000)
	if a, b := Bounded(long, 100), Bounded(long[:5000]+"x"+long[5001:], 100); a == b {
		t.Errorf("what differs in the middle is the same: %q", a)
	}
	if got := Bounded(long, 100); !strings.HasPrefix(got, long[:75]+" … (9900 bytes left out, hash ") || !strings.HasSuffix(got, ") … "+long[len(long)-25:]) {
		t.Errorf("%q", got)
	}
}

func TestBoundedLines(t *testing.T) {
	few := []string{"a", "b"}
	if got := BoundedLines(few); !slices.Equal(got, few) {
		t.Errorf("%q", got)
	}
	if got := BoundedLines(nil); got != nil {
		t.Errorf("%q", got)
	}
	wide := []string{"a", strings.Repeat("x", 2*MaxText), "c"}
	kept := slices.Clone(wide)
	if got := BoundedLines(wide); len(got) != 3 || len(got[1]) > MaxText+100 || got[0] != "a" || got[2] != "c" || !slices.Equal(wide, kept) {
		t.Errorf("%d lines, or the argument has changed", len(got))
	}
	var many []string
	for range 10_000 {
		many = append(many, "    f at x.go:1")
	}
	many[0], many[len(many)-1] = "first", "last"
	got := BoundedLines(many)
	if len(got) != maxLines+1 || got[0] != "first" || got[maxLines] != "last" || got[maxLines*3/4] != "    … (9800 lines left out)" {
		t.Errorf("%d lines: %q", len(got), got[maxLines*3/4])
	}
}
