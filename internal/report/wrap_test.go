package report

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHeight: nothing is lost, no line is wider than it may be, and columns are compared
// by the height that they will have.
func TestHeight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		var words []span
		var sizes []sized
		text, broken := "", false
		for range r.IntN(8) {
			n := 1 + r.IntN(12)
			if r.IntN(4) == 0 {
				n = 1 + r.IntN(200)
			}
			w := span{blanks: r.IntN(3), text: strings.Repeat("x", n)}
			if len(words) == 0 {
				w.blanks = 0 // as cells begin
			}
			words, sizes = append(words, w), append(sizes, sized{w.blanks, n})
			text += w.text
		}
		width := 3 + r.IntN(40)
		lines := wrap(words, width)
		got := ""
		for _, line := range lines {
			if spansWidth(line) > width {
				t.Fatalf("a line of %d in %d: %v", spansWidth(line), width, line)
			}
			for _, s := range line {
				got += s.text
			}
			broken = broken || len(line) == 0
		}
		if got != text || broken && len(words) > 0 {
			t.Fatalf("%q, want %q", got, text)
		}
		if h := height(sizes, width); h != len(lines) {
			t.Fatalf("height %d, but %d lines of %d: %v", h, len(lines), width, lines)
		}
	}
}
