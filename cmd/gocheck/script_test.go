package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/scripttest"
)

var update = flag.Bool("update", false, "write what scripts compare with into them")

// The test binary is the command gocheck, too: scripts run it by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gocheck": main})
}

// TestScripts runs testdata/script/*.txtar: each is an afternoon of a user, in
// a module of its own. `go test ./cmd/gocheck -run Scripts/deadlock` runs one.
func TestScripts(t *testing.T) {
	env := scripttest.Env(t)
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	env["GOGC"], env["COLUMNS"], env["REPOSITORY"] = os.Getenv("GOGC"), "110", repository // longtest has said how often
	cache := env["GOCHECKCACHE"]
	t.Run("tutorial", func(t *testing.T) { tutorial(t, repository, cache) })
	if !longtest.Rest() {
		t.Run("readme", func(t *testing.T) { readme(t, repository, cache) })
		t.Run("kinds", func(t *testing.T) { helpKinds(t, repository, cache) })
	}
	t.Setenv("GOTMPDIR", t.TempDir()) // testscript leaves a folder there, if not all scripts are run
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               scripttest.Setup(env),
		Condition:           condition,
		Cmds:                scripttest.Commands,
	})
}

// scripts are the files of the scripts; in the rest of the tests, those that differ there.
func scripts(t *testing.T) []string {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(files) < 15 { // none would pass
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	if !longtest.Rest() {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("looking for [long] in a script: %v", err)
		}
		return !bytes.Contains(text, []byte("[long]")) && !bytes.Contains(text, []byte("[!long]"))
	})
}

// condition is what scripts may ask for beside testscript's own: [long] is what takes
// long; with [nohup] gocheck does not see that the terminal is closed.
func condition(cond string) (bool, error) {
	switch cond {
	case "long":
		return longtest.Asked(), nil
	case "cluster", "mcp": // gocheck-cluster and gocheck-mcp run the same scripts
		return false, nil
	case "nohup":
		return signal.Ignored(syscall.SIGHUP), nil
	}
	return false, fmt.Errorf("unknown condition %q", cond)
}
