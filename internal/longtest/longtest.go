package longtest

import (
	"os"
	"testing"
)

// Env is the environment variable that asks for the long tests, too. Any value but the empty
// one does; "only" says that the quick ones have been run before.
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

// Rest reports whether tests may leave out what the quick run has, as CI does, which runs both.
// Tests that are the same in both runs are left out by command rest.
func Rest() bool { return os.Getenv(Env) == "only" }
