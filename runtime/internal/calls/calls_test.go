package calls

import "testing"

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
