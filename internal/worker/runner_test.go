package worker

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// A binary for another platform is run by the program that can: in its folder, with its
// configuration, and ended as ever.
func TestRunner(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the runner here is a shell script")
	}
	runner := filepath.Join(t.TempDir(), "runner")
	if err := os.WriteFile(runner, []byte("#!/bin/sh\necho \"$1\" >>ran\nexec \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			j := job(t, "A Exit B")
			j.Runner = runner
			var lines []string
			if _, err := explore(t.Context(), j, outcome(&lines)); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"result A pass", "result Exit unsupported", "result B pass"} {
				if !slices.Contains(lines, want) {
					t.Errorf("no %q in %q", want, lines)
				}
			}
			ran, err := os.ReadFile(filepath.Join(j.Dir, "ran"))
			if err != nil || !strings.HasPrefix(string(ran), j.Path+"\n") {
				t.Errorf("the runner was given %q, %v", ran, err)
			}
		})
	}
}

// What is no program of this machine is said to be that.
func TestOtherMachine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows says it in other words")
	}
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			j := job(t, "A")
			j.Path = filepath.Join(t.TempDir(), "foreign")
			if err := os.WriteFile(j.Path, []byte("\x7fELF of nobody"), 0o777); err != nil {
				t.Fatal(err)
			}
			if _, err := explore(t.Context(), j, func(wire.Message) {}); err == nil || !strings.Contains(err.Error(), "GOOS and GOARCH") {
				t.Error(err)
			}
		})
	}
}
