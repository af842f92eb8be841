package calls

import (
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/sites"
)

func TestPackageOf(t *testing.T) {
	for function, want := range map[string]string{
		"example.com/p.(*T).run":                    "example.com/p",
		"gopkg.in/yaml%2ev3.f.func1":                "gopkg.in/yaml.v3",
		"main.main":                                 "main",
		"net/http.(*Server).Serve":                  "net/http",
		"example.com/p.F[example.com/q/r.T].func1":  "example.com/p",
		"example.com/p.(*T[example.com/q/r.X]).run": "example.com/p",
		"iter.Pull[...]":                            "iter",
	} {
		if got := PackageOf(function); got != want {
			t.Errorf("%s is of %q, want %q", function, got, want)
		}
	}
}

// TestOutside: where the program calls the library that a stack is in.
func TestOutside(t *testing.T) {
	std := "database/sql.(*DB).Query at " + standardRoot + "database/sql/sql.go:1"
	module, vendored := "x/y.F at /go/pkg/mod/x/y@v1.2.3/y.go:2", "x/z.F at /m/vendor/x/z/z.go:3"
	own := "m.TestX at /m/x_test.go:4"
	for _, tt := range []struct {
		frames []string
		want   string
	}{
		{nil, ""},
		{[]string{own}, ""},
		{[]string{std}, ""},
		{[]string{std, module, vendored, own, std}, "/m/x_test.go:4"},
		{[]string{own, std, "m.Y at /m/y.go:5"}, ""},
	} {
		if got := Outside(tt.frames); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.frames, got, tt.want)
		}
	}
}

// TestPlace: an access of the network's is at the program's own line, if there is one.
func TestPlace(t *testing.T) {
	inNet := "net.(*conn).Write at " + standardRoot + "net/net.go:1"
	std := "bufio.(*Writer).Flush at " + standardRoot + "bufio/bufio.go:2"
	own := "m.TestX at /m/x_test.go:3"
	first := sites.Register("calls", wire.Nominal+"4:1\tWrite\tconnection\n/m/y.go:5:2\tF\tx\n")
	nominal := wire.Nominal + "4"
	for _, tt := range []struct {
		frames []string
		site   sites.Site
		rest   int
		line   string
	}{
		{nil, first, 0, nominal},
		{[]string{inNet, inNet}, first, 0, nominal},
		{[]string{inNet, std}, first, 1, standardRoot + "bufio/bufio.go:2"},
		{[]string{inNet, inNet, std, own, inNet}, first, 3, "/m/x_test.go:3"},
		{[]string{own, inNet}, first, 2, "/m/x_test.go:3"},
		{[]string{inNet, own}, first + 1, 2, "/m/y.go:5"},
	} {
		if rest, line, pos := Place(tt.frames, tt.site); len(rest) != tt.rest || line != tt.line || !strings.HasPrefix(pos, line) {
			t.Errorf("%q: %q at %q, %q", tt.frames, rest, line, pos)
		}
	}
}
