package instrument

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const scopedModule = `
-- go.mod --
module example.com/a

go 1.25

require example.com/dep v1.0.0

replace example.com/dep => ./dep
-- a.go --
package a

import (
	_ "example.com/dep"
	_ "example.com/dep/deeper/inside"
)
-- sub/s.go --
package sub
-- a_test.go --
package a_test

import (
	"testing"

	_ "example.com/a"
	_ "example.com/a/sub"
)

func TestX(t *testing.T) {}
-- dep/go.mod --
module example.com/dep

go 1.25
-- dep/d.go --
package dep
-- dep/deeper/inside/i.go --
package inside
-- ws/go.work --
go 1.25

use (
	..
	../dep
)
`

// left lists what a session leaves plain, with the warnings.
func (b *bench) left(list string, patterns ...string) (plain []string, warnings string, err error) {
	b.t.Helper()
	b.log.Reset()
	cfg := b.cfg
	cfg.Patterns, cfg.Instrument, cfg.Verbose = patterns, list, false
	s, err := newSession(context.Background(), &cfg, b.rewrite)
	if err != nil {
		return nil, "", err
	}
	for _, p := range s.gr.Order {
		if p.Plain {
			plain = append(plain, p.Path())
		}
	}
	slices.Sort(plain)
	return plain, b.log.String(), nil
}

func TestScope(t *testing.T) {
	b := newBench(t, scopedModule)
	const dep, inside, sub = "example.com/dep", "example.com/dep/deeper/inside", "example.com/a/sub"
	for _, c := range []struct {
		list string
		want []string
	}{
		{"", nil},
		{"all", nil},
		{"...", nil},
		{"./...", []string{dep, inside}},
		{".", []string{sub, dep, inside}},
		{"./sub", []string{dep, inside}},
		{dep, []string{sub, inside}},
		{"example.com/dep/...", []string{sub}},
		{"example.com/dep/.../inside", []string{sub, dep}},
		{"example.com/de...", []string{sub}},
		{"-" + dep, []string{dep}},
		{"-example.com/dep/...", []string{dep, inside}},
		{"-example.com/dep/...," + inside, []string{dep}},
		{"./..., example.com/dep/...,-" + inside, []string{inside}},
	} {
		got, warnings, err := b.left(c.list, ".")
		if err != nil || warnings != "" || !slices.Equal(got, c.want) {
			t.Errorf("-instrument %q leaves %v, want %v; warnings %q, error %v", c.list, got, c.want, warnings, err)
		}
	}
	for list, want := range map[string]string{
		"./...,example.com/nothing": "example.com/nothing",
		"example.com/dep/inside":    "no packages being tested depend on matches",
		"testing,./...":             "standard library",
		"-example.com/a":            "rewritten all the same",
	} {
		if _, warnings, err := b.left(list, "."); err != nil || !strings.Contains(warnings, want) || strings.Count(warnings, "\n") != 1 {
			t.Errorf("-instrument %q warns %q, %v; want %q", list, warnings, err, want)
		}
	}
	for _, list := range []string{",", "-", "./...,", "..", "../b/...", "/"} {
		if _, _, err := b.left(list, "."); err == nil {
			t.Errorf("-instrument %q is taken", list)
		}
	}
	// What is named to be explored is rewritten wherever it is.
	if got, _, err := b.left("./sub", ".", "./sub", dep); err != nil || !slices.Equal(got, []string{inside}) {
		t.Errorf("explored packages are left out: %v, %v", got, err)
	}
}

// In a workspace a relative pattern may be of several modules.
func TestScopeOfWorkspace(t *testing.T) {
	b := newBench(t, scopedModule)
	b.cfg.Dir = filepath.Join(b.dir, "ws")
	const dep, inside, sub = "example.com/dep", "example.com/dep/deeper/inside", "example.com/a/sub"
	for _, c := range []struct {
		list string
		want []string
	}{
		{"../dep/...", []string{sub}},
		{"../dep", []string{sub, inside}},
		{"../sub", []string{dep, inside}},
		{filepath.Join(b.dir, "dep") + "/...", []string{sub}},
	} {
		if got, _, err := b.left(c.list, "example.com/a"); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("-instrument %q leaves %v, want %v; error %v", c.list, got, c.want, err)
		}
	}
}

// The key says what is plain, also that of importers: they are rewritten
// otherwise.
func TestScopeInKeys(t *testing.T) {
	b := newBench(t, scopedModule)
	keys := func(list string) map[string]string {
		cfg := b.cfg
		cfg.Patterns, cfg.Instrument = []string{"."}, list
		s, err := newSession(context.Background(), &cfg, b.rewrite)
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]string{"binary": s.targets[0].key}
		for _, p := range s.targets[0].closure {
			m[p.ImportPath] = s.keys.key(p)
		}
		return m
	}
	all, narrow, same := keys(""), keys("-example.com/dep"), keys("...,-example.com/dep")
	for name, key := range all {
		changes := name == "binary" || name == "example.com/dep" || strings.HasPrefix(name, "example.com/a") && !strings.HasSuffix(name, "/sub")
		if (key != narrow[name]) != changes {
			t.Errorf("%s: %s, narrowed %s", name, key, narrow[name])
		}
		if narrow[name] != same[name] {
			t.Errorf("%s: the spelling of the pattern is in the key", name)
		}
	}
}
