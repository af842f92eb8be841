package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestControl: what a program draws, in which order it goes through maps, and
// how deep it recurses, and how many goroutines there are is under control: in the first
// exploration, which phases of chance are left out of here, one is a function of the trace.
func TestControl(t *testing.T) {
	longtest.Only(t)
	r := explore(t, root, "-save=false", "-rand=seeded", "-maps=sorted", "./testdata/control")
	for _, w := range []struct {
		test, verdict string
		executions    int64
		pos           string // of the failure
	}{
		{"TestRandom", "pass", 2, ""},
		{"TestQuick", "pass", 2, ""},
		{"TestMapOrder", "pass", 1, ""},
		{"TestSyncMap", "pass", 1, ""},
		{"TestOwnStack", "pass", 2, ""},
		{"TestCallers", "pass", 1, ""},
		{"Example_callers", "pass", 1, ""},
		{"TestGoroutines", "pass", 1, ""},
		{"TestFinalizer", "pass", 2, ""},
		{"TestCollect", "pass", 10, ""},
		{"TestCollected", "pass", 2, ""},
		{"TestCleanup", "unsupported", 1, ""},
		{"TestWeak", "pass", 2, ""},
		{"TestLent", "pass", 1, ""},
		{"TestPauses", "pass", 1, ""},
		{"TestStacks", "pass", 1, ""},
		{"TestRecursion", "fail", 1, "control_test.go"},
	} {
		name := "gocheck.dev/testdata/control." + w.test
		got, failure := r.results[name], r.failures[name]
		if got.Verdict != w.verdict || got.Executions != w.executions || !strings.Contains(failure.Pos, w.pos) {
			t.Errorf("%s: want %s after %d executions, got %+v\n%+v", w.test, w.verdict, w.executions, got, failure)
		}
		if w.pos != "" && (failure.Kind != "panic" || !strings.Contains(failure.Message, "stack overflow")) {
			t.Errorf("%s: want a stack overflow, got %+v", w.test, failure)
		}
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}
