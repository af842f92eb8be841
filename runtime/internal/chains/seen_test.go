package chains

import (
	"slices"
	"testing"
)

func TestWho(t *testing.T) {
	main := &Seen[string]{At: 5, By: "main", Before: &Seen[string]{At: 3, By: "main"}}
	worker := &Seen[string]{At: 5, By: "worker", Before: main.Before}
	for _, c := range []struct {
		at    int64
		known *Seen[string]
		want  string
	}{
		{5, main, "main"},     // its own
		{5, worker, "worker"}, // its own, which another one has read, too
		{3, worker, "main"},   // of who has started it
		{3, nil, "main"},      // nobody else has read it
		{5, nil, ""},          // two have
		{4, main, ""},
	} {
		by, ok := Who(c.at, c.known, slices.Values([]*Seen[string]{main, nil, worker}))
		if by != c.want || ok != (c.want != "") {
			t.Errorf("%d: %q, %v, want %q", c.at, by, ok, c.want)
		}
	}
}
