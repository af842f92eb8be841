package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestState: a thousand executions in one process do not influence each other.
// The tests of testdata/state fail when they see anything of an earlier one.
func TestState(t *testing.T) {
	patterns := []string{"./testdata/state", "./testdata/state/tables", "./testdata/state/testmain"}
	if longtest.Asked() {
		patterns = append(patterns, "./testdata/state/process") // with net/http
	}
	r := explore(t, root, append([]string{"-save=false", "-commute=off", "-maps=sorted", "-pause=0"}, patterns...)...)
	const pkg = "gocheck.dev/testdata/state"
	for test, executions := range map[string]int64{
		".TestVariables": 1680, ".TestDependencies": 1680, ".TestSynchronisation": 1680, ".TestObjects": 1680, ".TestEffects": 1680, ".TestServer": 1, ".TestExternal": 1,
		"/process.TestEnvironment": 12, "/process.TestFlags": 12, "/process.TestServeMux": 12, "/process.TestExpvar": 12, "/process.TestStandardVariables": 12,
		"/testmain.TestCalledAnew": 8,
		"/tables.TestAll":          3, "/tables.TestEach": 60, "/tables.TestSometimes": 3, "/tables.TestTwice": 3, "/tables.TestKept": 3,
	} {
		if strings.HasPrefix(test, "/process.") && !longtest.Asked() {
			continue
		}
		if got := r.results[pkg+test]; got.Verdict != "pass" || got.Executions != executions {
			t.Errorf("%s: want pass after %d executions, got %+v\n%+v", test, executions, got, r.failures[pkg+test])
		}
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}
