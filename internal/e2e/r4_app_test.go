package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// The program on bubbletea: a crash of the published file picker is found by one
// reversal, and the pair whose order makes the difference is named first. It needs
// modules from the proxy, and minutes.
func TestR4App(t *testing.T) {
	longtest.Only(t)
	dir := filepath.Join(root, "testdata", "r4app")
	scope, err := os.ReadFile(filepath.Join(dir, "instrument.txt"))
	if err != nil {
		t.Fatal(err)
	}
	sequences, conflicts := exploreR4In(t, dir, "-reversals=1", "-keep-going", "-minimize=off", "-budget=5m", "-run=^TestWalk$",
		"-instrument="+strings.TrimSpace(string(scope)))
	of := conflicts["TestWalk"]
	if len(sequences) < 2 || len(of) == 0 {
		t.Fatalf("%d sequences, conflicts %+v", len(sequences), conflicts)
	}
	first := of[0]
	crash := func(line string) bool { return strings.Contains(line, "filepicker.go:330") }
	if first.Reversals != 1 || len(first.Parts) != 1 || first.Parts[0].Name != "failure" || !slices.ContainsFunc(first.Parts[0].Diff, crash) {
		t.Errorf("the first conflict is %+v", first)
	}
	if key := first.First.Access + first.First.Pos; !strings.Contains(key, "key.go") {
		t.Errorf("its first event is %+v, not a key", first.First)
	}
}
