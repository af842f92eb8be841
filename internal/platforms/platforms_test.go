package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the page")

// The page is that of a tree in which everything compiles; CI looks whether it does.
func TestPage(t *testing.T) {
	var results []result
	for _, p := range platforms {
		results = append(results, result{platform: p})
	}
	file := filepath.Join("..", "..", filepath.FromSlash(pageFile))
	if *update {
		if err := os.WriteFile(file, []byte(page(results)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(was), page(results)); diff != "" {
		t.Errorf("%s (run with -update to accept):\n%s", pageFile, diff)
	}
}

// What compiles is known by the compiler's answer, not by hope.
func TestCompiles(t *testing.T) {
	if got := compiles(os.ErrNotExist); got != "**no**" {
		t.Errorf("%q", got)
	}
	if err := (platform{system: "linux", processor: "nonesuch"}).goFor(t.Context(), ".", "build", "."); err == nil {
		t.Error("something was built for a processor that there is not")
	}
}
