package gocheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// TestNestedModules: the modules of this repository that build this one's command know all that it
// requires, at these versions or newer. Their tests are run by .ci/run alone, at its end.
func TestNestedModules(t *testing.T) {
	parse := func(name string) (*modfile.File, string) {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := modfile.Parse(name, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		sums, err := os.ReadFile(filepath.Join(filepath.Dir(name), "go.sum"))
		if err != nil {
			t.Fatal(err)
		}
		return file, string(sums)
	}
	main, sums := parse("go.mod")
	for _, name := range []string{"cmd/gocheck-cluster/go.mod", "cmd/gocheck-mcp/go.mod"} {
		nested, have := parse(name)
		versions := map[string]string{}
		for _, r := range nested.Require {
			versions[r.Mod.Path] = r.Mod.Version
		}
		for _, r := range main.Require {
			source := r.Mod.Path + " " + r.Mod.Version + " h1:"
			if v := versions[r.Mod.Path]; v != "" && semver.Compare(v, r.Mod.Version) < 0 {
				t.Errorf("%s requires %s %s, go.mod %s: go mod tidy there", name, r.Mod.Path, v, r.Mod.Version)
			} else if v != "" && strings.Contains(sums, source) && !strings.Contains(have, r.Mod.Path+" "+v+" h1:") {
				t.Errorf("%s has no sum of %s %s: go mod tidy there", name, r.Mod.Path, r.Mod.Version)
			} else if v == "" && !r.Indirect && !testOnly[r.Mod.Path] {
				t.Errorf("%s does not require %s: go mod tidy there", name, r.Mod.Path)
			}
		}
	}
}

// testOnly are modules of tests and tools, which the command is built without.
var testOnly = map[string]bool{
	"github.com/google/go-cmp": true,
	"pgregory.net/rapid":       true,
}
