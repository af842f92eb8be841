package main

import (
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/longtest"
)

// The test binary is the command, by the name that scripts have for it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gocheck": main, "nats-server": natsServer})
}

// TestScripts runs those of testdata/script that are about clusters.
func TestScripts(t *testing.T) {
	cache, err := instrument.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repository, "testdata", "script", "cluster*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	env := map[string]string{"GOCHECKCACHE": cache, "GOPROXY": "off", "GOFLAGS": "", "REPOSITORY": repository}
	for _, key := range []string{"GOCACHE", "GOMODCACHE", "GOROOT"} {
		out, err := exec.Command("go", "env", key).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", key, err)
		}
		env[key] = string(out[:len(out)-1])
	}
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	_, env["PORT"], _ = net.SplitHostPort(l.Addr().String())
	l.Close()
	testscript.Run(t, testscript.Params{
		Files: files, RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for key, value := range env {
				e.Setenv(key, value)
			}
			e.Setenv("HOME", e.WorkDir)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "cluster":
				return true, nil
			case "long":
				return longtest.Asked(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

// status N COMMAND… runs a command that has to end with exit status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
