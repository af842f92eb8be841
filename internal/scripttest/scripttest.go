package scripttest

import (
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gocheck.dev/instrument"
)

// Env is the environment of a script. The caches are those of the machine, for all tests and all
// times: gocheck's own packages are compiled once. (What depends on the command is kept by the
// content of the command.) Nothing needs the network, unless a script sets GOPROXY to what PROXY
// has.
func Env(t *testing.T) map[string]string {
	t.Helper()
	cache, err := instrument.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"GOCHECKCACHE": cache, "GOPROXY": "off", "GOFLAGS": ""}
	for name, key := range map[string]string{"GOCACHE": "GOCACHE", "GOMODCACHE": "GOMODCACHE", "GOROOT": "GOROOT", "PROXY": "GOPROXY"} {
		out, err := exec.Command("go", "env", key).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", key, err)
		}
		env[name] = string(out[:len(out)-1])
	}
	return env
}

// Setup gives scripts that environment, and a home that is theirs.
func Setup(env map[string]string) func(*testscript.Env) error {
	return func(e *testscript.Env) error {
		for key, value := range env {
			e.Setenv(key, value)
		}
		e.Setenv("HOME", e.WorkDir)
		return nil
	}
}

// Commands are what scripts may say besides what testscript knows.
var Commands = map[string]func(*testscript.TestScript, bool, []string){"status": Status, "counted": Counted}

// Status is the command status N COMMAND…: it runs a command that has to end with exit status N.
func Status(ts *testscript.TestScript, neg bool, args []string) {
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
