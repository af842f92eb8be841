package instrument

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/load"
)

// Faults in one package come out in the compiler's words and leave the other
// packages to be run.
func TestCompileErrors(t *testing.T) {
	b := newBench(t, plainModule+`
-- types/t.go --
package types

func F() int { return "x" }
-- types/t_test.go --
package types

import "testing"

func TestF(t *testing.T) { F() }
-- untestedbroken/u.go --
package untestedbroken

var x int = nil
-- syntax/s.go --
package syntax

func {
-- syntax/s_test.go --
package syntax
-- imports/i_test.go --
package imports

import "example.com/nowhere"

var _ = nowhere.X
-- dependent/d_test.go --
package dependent

import (
	"testing"

	"example.com/plain/types"
)

func TestF(t *testing.T) { types.F() }
-- unlinked/l_test.go --
package unlinked

import "testing"

func missing()

func TestL(t *testing.T) { missing() }
`)
	bins, err := b.build("./...")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"example.com/plain":                "",
		"example.com/plain/untested":       "",
		"example.com/plain/types":          "types/t.go:3:23: cannot use \"x\"",
		"example.com/plain/untestedbroken": "untestedbroken/u.go:3:13: cannot use nil",
		"example.com/plain/syntax":         "syntax/s.go:3:6: syntax error",
		"example.com/plain/imports":        "imports/i_test.go:3:8: no required module provides package example.com/nowhere",
		"example.com/plain/dependent":      "types/t.go:3:23: cannot use \"x\"",
		"example.com/plain/unlinked":       "unlinked/l_test.go:5:6: missing function body",
	}
	if len(bins) != len(want) {
		t.Errorf("%d binaries, want %d", len(bins), len(want))
	}
	for _, bin := range bins {
		w, ok := want[bin.ImportPath]
		switch {
		case !ok:
			t.Errorf("unexpected %s", bin.ImportPath)
		case w == "":
			if bin.Err != nil {
				t.Errorf("%s: %v", bin.ImportPath, bin.Err)
			}
		default:
			var be *BuildError
			if !errors.As(bin.Err, &be) || be.Own || !strings.Contains(be.Text, w) {
				t.Errorf("%s: got %v, want %q", bin.ImportPath, bin.Err, w)
			}
		}
	}
	b.run(bins[0], "PASS: TestDouble")
}

// What the rewriter breaks is said to be gocheck's fault, and can be looked at.
func TestOwnFault(t *testing.T) {
	b := newBench(t, plainModule)
	b.rewrite = func(u *load.Unit) (*load.Rewritten, error) {
		r := driverOnly(u)
		name := filepath.Join(b.dir, "plain.go")
		r.Files = map[string][]byte{name: []byte("//line " + name + ":1\npackage plain\nvar x int = nil\n")}
		return r, nil
	}
	bins, err := b.build(".")
	if err != nil {
		t.Fatal(err)
	}
	var be *BuildError
	if !errors.As(bins[0].Err, &be) || !be.Own || !strings.Contains(be.Text, "plain.go:2") {
		t.Fatalf("got %v", bins[0].Err)
	}
	_, rest, ok := strings.Cut(be.Text, "is rewritten as ")
	name, _, _ := strings.Cut(rest, "\n")
	if data, err := os.ReadFile(name); !ok || err != nil || !strings.Contains(string(data), "var x int = nil") {
		t.Errorf("the rewritten file is not named or not kept: %q, %v\n%s", name, err, be.Text)
	}

	b.rewrite = func(*load.Unit) (*load.Rewritten, error) { panic("oh") }
	b.write(b.dir, "-- plain.go --\npackage plain\n\nfunc Double(x int) int { return x + x }\n")
	if bins, err = b.build("./..."); err != nil {
		t.Fatal(err)
	}
	if !errors.As(bins[0].Err, &be) || !be.Own || !strings.Contains(be.Text, "panic: oh") || bins[1].Err != nil {
		t.Errorf("after a panic: %v, %v", bins[0].Err, bins[1].Err)
	}
}

func TestLoadErrors(t *testing.T) {
	b := newBench(t, plainModule+`
-- onlydocs/README --
nothing
`)
	for _, test := range []struct {
		env      string
		patterns []string
		want     string
	}{
		{patterns: []string{"./nope/..."}, want: "./nope"},
		{patterns: []string{"./nope"}, want: "directory not found"},
		{patterns: []string{"nosuchpackage"}, want: "package nosuchpackage is not in std"},
		{patterns: []string{"./onlydocs/..."}, want: "no packages match ./onlydocs/..."},
		{patterns: []string{"plain_test.go"}, want: "plain_test.go is a file"},
		{env: "GOFLAGS=-race", want: "-races=report"},
		{env: "GOFLAGS=-mod=nonsense", want: "-mod"},
	} {
		env := b.cfg.Env
		if test.env != "" {
			b.cfg.Env = append(env[:len(env):len(env)], test.env)
		}
		_, err := b.build(test.patterns...)
		b.cfg.Env = env
		var load *gocmd.LoadError
		if !errors.As(err, &load) || !strings.Contains(load.Text, test.want) {
			t.Errorf("%s %v: got %v, want %q", test.env, test.patterns, err, test.want)
		}
	}

	bins, err := b.build("./onlydocs")
	if err != nil || bins[0].Err == nil || !strings.Contains(bins[0].Err.Error(), "no Go files in") {
		t.Errorf("onlydocs: %v %+v", err, bins)
	}
	bins, err = b.build("fmt")
	if err != nil || bins[0].Err == nil || !strings.Contains(bins[0].Err.Error(), "standard library") {
		t.Errorf("fmt: %v %+v", err, bins)
	}

	empty := t.TempDir()
	b.cfg.Dir = empty
	_, err = b.build()
	var load *gocmd.LoadError
	if !errors.As(err, &load) || !strings.Contains(load.Text, "no go.mod in") {
		t.Errorf("without a module: %v", err)
	}
}
