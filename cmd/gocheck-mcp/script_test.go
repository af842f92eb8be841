package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/internal/cli"
	"gocheck.dev/internal/scripttest"
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
	testscript.Run(t, testscript.Params{
		Files:               []string{filepath.Join("..", "..", "testdata", "script", "mcp.txtar")},
		RequireExplicitExec: true,
		Setup:               scripttest.Setup(scripttest.Env(t)),
		Condition: func(cond string) (bool, error) {
			if cond != "mcp" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return true, nil
		},
	})
}
