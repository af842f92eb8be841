package longtest

import (
	"os"
	"testing"
)

// Env is the environment variable that asks for the long tests, too. Any value but the empty
// one does.
const Env = "GOCHECK_LONG"

// Only skips a test that takes long, unless long tests are asked for.
func Only(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skip("a long test: " + Env + "=1 runs it")
	}
}

// N is the size of a test that exists in both sizes: a number of programs, of executions, of
// rounds.
func N(quick, long int) int {
	if Asked() {
		return long
	}
	return quick
}

// Asked reports whether long tests are asked for.
func Asked() bool { return os.Getenv(Env) != "" }
