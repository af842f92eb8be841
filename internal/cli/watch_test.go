package cli

import (
	"strings"
	"testing"

	"gocheck.dev/internal/printable"
)

// What keeps a package from being tested is shown at the compiler's positions,
// each error at its own; what has none is shown all the same.
func TestBrokenPackage(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{
			"# p [p.test]\np/x.go:3:4: undefined: x: y\n/repo/p/y.go:5: second\n\tmore",
			"::error file=m/p/x.go,line=3,col=4,title=gocheck::undefined: x: y\n::error file=m/p/y.go,line=5,title=gocheck::second\n",
		},
		{"/elsewhere/z.go:1:2: not here", "::error title=gocheck::not here\n"},
		{"no packages match ./x/...\n", "::error title=gocheck::no packages match ./x/...\n"},
	} {
		dir, root := "/repo/m", "/repo"
		var w strings.Builder
		a := annotator{toGitHub(printable.NewWriter(&w)), dir, root}
		a.broken(strings.ReplaceAll(tt.text, "/repo/p", "/repo/m/p"))
		if w.String() != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, w.String(), tt.want)
		}
	}
}

func TestPosition(t *testing.T) {
	for in, want := range map[string]struct {
		file      string
		line, col int
	}{
		"/a/b.go:3:4": {"/a/b.go", 3, 4}, "b.go:3": {"b.go", 3, 0}, "b.y:12:1": {"b.y", 12, 1}, "b.go": {}, "": {},
	} {
		file, line, col := position(in)
		if file != want.file || line != want.line || col != want.col {
			t.Errorf("%q: %q %d %d", in, file, line, col)
		}
	}
}
