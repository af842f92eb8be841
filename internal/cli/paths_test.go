package cli

import (
	"testing"

	"gocheck.dev/instrument"
)

func TestPaths(t *testing.T) {
	b := &instrument.Binary{Dir: "/m/p", ModuleDir: "/m", Local: map[string]string{"example.com/l": "/w/l"}}
	for _, tt := range []struct{ dir, in, want string }{
		{"/m", "at /m/p/x.go:1 and /m/q/y.go:2 of /n/z.go:3", "at p/x.go:1 and q/y.go:2 of /n/z.go:3"},
		{"/m/p", "/m/p/x.go:1 /m/q/y.go:2", "x.go:1 ../q/y.go:2"},
		{"/w/a", "/w/l/x.go:1", "../l/x.go:1"},
		{"/w", "/w/l/x.go:1", "l/x.go:1"},
		{"/somewhere/else/entirely", "/m/p/x.go:1", "/m/p/x.go:1"},
	} {
		if got := shortener(tt.dir, b)(tt.in); got != tt.want {
			t.Errorf("in %s: %q, want %q", tt.dir, got, tt.want)
		}
	}
}
