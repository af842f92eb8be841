package main

import (
	"fmt"
	"net"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/scripttest"
)

// The test binary is the command, by the name that scripts have for it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gocheck": main, "nats-server": natsServer})
}

// TestScripts runs those of testdata/script that are about clusters.
func TestScripts(t *testing.T) {
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repository, "testdata", "script", "cluster*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	env := scripttest.Env(t)
	env["REPOSITORY"] = repository
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	_, env["PORT"], _ = net.SplitHostPort(l.Addr().String())
	l.Close()
	testscript.Run(t, testscript.Params{
		Files: files, RequireExplicitExec: true, Setup: scripttest.Setup(env),
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "cluster":
				return true, nil
			case "long":
				return longtest.Asked(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: scripttest.Commands,
	})
}
