package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// Files, the environment and variables of expvar are shared by what names them:
// who was first is explored, and is no data race.
func TestWorld(t *testing.T) {
	pattern := "./testdata/world"
	if longtest.Asked() {
		pattern += "/..." // six more test binaries
	}
	r := explore(t, root, "-save=false", pattern)
	var wants []want
	for test, message := range map[string]string{
		"ExpvarLost": "lost 1", "EnvironmentLost": "lost 1", "FileLost": "lost 1",
		"Mkdir": "second was first", "RemoveAbove": "nowhere to write", "ReadDir": "it was there", "OpenFile": "b was first", "Offset": "second was first",
		"Environment": "it was there",
	} {
		wants = append(wants, want{test: "world.Test" + test, kind: "fatal", message: message})
	}
	for _, test := range []string{"Readers", "Apart", "Output"} {
		wants = append(wants, want{test: "world.Test" + test, executions: 1})
	}
	if !longtest.Asked() {
		check(t, r, "", wants)
		return
	}
	wants = append(wants,
		want{test: "world/cwd.TestDirectory", kind: "fatal", message: "it was there"},
		want{test: "world/links.TestSymbolic", kind: "fatal", message: "new"},
		want{test: "world/links.TestHard", kind: "fatal", message: "new"},
		want{test: "world/links.TestDirectory", kind: "fatal", message: "it is there"},
		want{test: "world/content.TestRelativePathLost", kind: "fatal", message: "lost 1"},
		want{test: "world/content.TestApart", executions: 1},
		want{test: "world/locks.TestFirst", kind: "fatal", message: "the second was the first"},
		want{test: "world/locks.TestClosed", kind: "fatal", message: "the other one still holds it"},
		want{test: "world/locks.TestExcludes", executions: 4},
		want{test: "world/locks.TestShared", executions: 2},
		want{test: "world/locks.TestAgain", executions: 1})
	const waits = "gocheck.dev/testdata/world/locks.TestWaits"
	if got := r.results[waits]; got.Verdict != "unsupported" || !strings.Contains(r.text, "another descriptor holds the lock") {
		t.Errorf("%s: %+v", waits, got)
	}
	delete(r.results, waits)
	for _, test := range []string{"NamedByTime", "FileInVariable", "BesideAnother", "ByVariable", "HomeStays"} {
		wants = append(wants, want{test: "world/temporary.Test" + test, executions: 2})
	}
	for test := range strings.FieldsSeq("RootReads RootCreates RootRemoves RootRenames RootWrites FileOfRoot DirFSOpens RootFS SubFS Globs Walks") {
		wants = append(wants,
			want{test: "world/roots.Test" + test + "After", kind: "fatal", message: "seen: true"},
			want{test: "world/roots.Test" + test + "Before", kind: "fatal", message: "seen: false"})
	}
	check(t, r, "", wants)
}
