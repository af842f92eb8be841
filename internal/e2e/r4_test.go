package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// r4Bugs are the bugs planted in testdata/r4, which the first execution does not
// show.
var r4Bugs = []struct{ test, kind, message, pos string }{
	{"chat.TestTalk", "panic", "assignment to entry in nil map", "chat.go"},
	{"editor.TestWrite", "assert", `the server has "word0" of "word0 word1"`, "editor.go"},
	{"feed.TestRead", "assert", `"feed1" is open, the click was on "feed0"`, "feed.go"},
	{"files.TestManage", "assert", `there are ["letters" "letters (copy)"]`, "files.go"},
	{"hub.TestHub", "close", "send on closed channel", "hub.go"},
	{"gallery.TestVisit", "assert", "the click on photo 2 has left the page", "gallery.go"},
}

// Figure 1 has no bug: whatever the order, the user sees two images.
func TestR4Programs(t *testing.T) {
	longtest.Only(t) // each program is a test binary
	const prefix = "gocheck.dev/testdata/r4/"
	r := explore(t, root, "-save=false", "-algo=r4", "-executions=1", "./testdata/r4/...")
	tests := 0
	for test, got := range r.results {
		tests++
		if got.Failing != 0 || got.Executions != 1 {
			t.Errorf("%s: want the first execution to pass, got %+v", test, got)
		}
	}
	if want := 2*len(r4Bugs) + 1; tests != want {
		t.Errorf("%d tests have results, want %d\n%s", tests, want, r.text)
	}

	r = explore(t, root, "-save=false", "-skip=Large", "./testdata/r4/...")
	for _, w := range r4Bugs {
		got, failed := r.failures[prefix+w.test]
		if !failed || got.Kind != w.kind || !strings.Contains(got.Message, w.message) || !strings.Contains(got.Pos, w.pos) {
			t.Errorf("%s: want a failure of kind %q with %q in %s, got %+v", w.test, w.kind, w.message, w.pos, got)
		}
	}
	if got := r.results[prefix+"figure1.TestShow"]; got.Verdict != "pass" {
		t.Errorf("figure1: want a pass, got %+v", got)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}
