package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/cli"
)

// The test binary is both commands, by the names that scripts have for them.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gocheck":     func() { os.Exit(cli.Main(nil)) },
		"gocheck-mcp": main,
	})
}

// TestScripts runs those of testdata/script that are about this server.
func TestScripts(t *testing.T) {
	cache, err := instrument.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"GOCHECKCACHE": cache, "GOPROXY": "off", "GOFLAGS": ""}
	for _, key := range []string{"GOCACHE", "GOMODCACHE", "GOROOT"} {
		out, err := exec.Command("go", "env", key).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", key, err)
		}
		env[key] = string(out[:len(out)-1])
	}
	testscript.Run(t, testscript.Params{
		Files:               []string{filepath.Join("..", "..", "testdata", "script", "mcp.txtar")},
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for key, value := range env {
				e.Setenv(key, value)
			}
			e.Setenv("HOME", e.WorkDir)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "mcp" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return true, nil
		},
	})
}
