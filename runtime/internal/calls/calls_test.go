package calls

import (
	"errors"
	"testing"
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

type panics struct{}

func (panics) Error() string { panic("no words") }

func TestSaid(t *testing.T) {
	if got := Said(errors.New("x")); got != "x" {
		t.Error(got)
	}
	if got := Said(panics{}); got != "panic while printing panic value: no words" {
		t.Error(got)
	}
}
