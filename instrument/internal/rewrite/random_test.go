package rewrite

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

var (
	randomSeed = flag.Uint64("random.seed", 1, "the first seed of random programs")
	randomRuns = flag.Int("random.runs", 0, "random programs of TestRandomOrder, of 1,000 functions each; 0: one smaller program")
	randomKeep = flag.String("random.keep", "", "a directory for the random programs, as they are and rewritten")
)

// TestRandomOrder holds the order of evaluation in rewritten programs to that of
// the compiler: random functions whose expressions read what the calls in them
// change.
func TestRandomOrder(t *testing.T) {
	runs, functions := 1, longtest.N(120, 600)
	if *randomRuns > 0 {
		runs, functions = *randomRuns, 1000
	}
	for run := range runs {
		seed := *randomSeed + uint64(run)
		differing(t, seed, sequencerProgram(seed, functions, 2))
	}
}

// differing runs a program as it is and rewritten. It prints a line for each of
// its functions.
func differing(t *testing.T, seed uint64, src string) {
	t.Helper()
	m := newModule(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "p/main.go": src})
	build := func(name string) {
		t.Helper()
		if *randomKeep != "" {
			text, _ := os.ReadFile(filepath.Join(m.Dir, "p/main.go"))
			if err := os.WriteFile(filepath.Join(*randomKeep, name+".go"), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := m.Run("build", "-ldflags=-s -w", "-gcflags=-dwarf=false", "-o", filepath.Join(m.Dir, name), "./p"); err != nil {
			t.Fatalf("seed %d, %s: %v\n%.3000s", seed, name, err, out)
		}
		if *randomKeep != "" {
			if err := os.Rename(filepath.Join(m.Dir, name), filepath.Join(*randomKeep, name)); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(*randomKeep, name), filepath.Join(m.Dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	build("original")
	m.rewrite()
	build("rewritten")
	want, got := strings.Split(m.output("original"), "\n"), strings.Split(m.output("rewritten"), "\n")
	if len(want) < 100 {
		t.Fatalf("seed %d: the program prints too little to compare: %q", seed, want)
	}
	different := 0
	for i := range want {
		if i < len(got) && want[i] == got[i] {
			continue
		}
		different++
		if different > 3 {
			continue
		}
		line := ""
		if i < len(got) {
			line = got[i]
		}
		name, _, _ := strings.Cut(want[i], " ")
		t.Errorf("seed %d: %q, rewritten %q:\n%s", seed, want[i], line, regexp.MustCompile(`(?s)\nfunc f`+name+`\(\) \{.*?\n\}\n`).FindString(src))
	}
	if len(got) != len(want) {
		t.Errorf("seed %d: %d lines, rewritten %d", seed, len(want), len(got))
	}
	if different > 0 {
		t.Errorf("seed %d: %d of %d functions differ", seed, different, len(want))
	}
}
