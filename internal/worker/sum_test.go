package worker

import (
	"slices"
	"testing"

	"gocheck.dev/internal/wire"
)

// What one process has seen of a property all have seen.
func TestSumOfProperties(t *testing.T) {
	met := wire.Property{Kind: "Sometimes", Name: "full", Pos: "q.go:3:1", Met: true}
	seen := met
	seen.Seen = true
	other := wire.Property{Kind: "Reachable", Name: "full", Pos: "q.go:4:1", Seen: true, Met: true}
	for _, c := range [][2][]wire.Property{{{met}, {other, seen}}, {{seen}, {met, other}}} {
		s := wire.Sum{Properties: c[0]}
		before := copied(&s)
		add(&s, &wire.Sum{Properties: c[1]})
		if want := []wire.Property{seen, other}; !slices.Equal(s.Properties, want) {
			t.Errorf("got %+v, want %+v", s.Properties, want)
		}
		if len(before.Properties) != 1 || before.Properties[0] != c[0][0] && c[0][0] != seen {
			t.Errorf("a copy has become %+v", before.Properties)
		}
	}
}

// The subtests of a test are those of its first execution, whoever made it.
func TestSumOfSubtests(t *testing.T) {
	var s wire.Sum
	for _, name := range []string{"", "TestX/a", "TestX/b"} {
		o := wire.Sum{}
		if name != "" {
			o.Subtests = []wire.Subtest{{Name: name, Verdict: "pass"}}
		}
		add(&s, &o)
	}
	if len(s.Subtests) != 1 || s.Subtests[0].Name != "TestX/a" {
		t.Errorf("got %v", s.Subtests)
	}
}
