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
