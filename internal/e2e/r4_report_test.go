package e2e

import (
	"cmp"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// sequence is an object "sequence" of -json, conflict one of "conflict".
type sequence struct {
	Action, Test         string
	Sequence, Parent     int
	Reversals, Skipped   int
	First, Second, Class string
	Events               []string
}

type conflict struct {
	Action, Test, Class, Object string
	Reversals                   int
	First, Second               struct{ Posted, Access, Pos string }
	Parts                       []struct {
		Name string
		Diff []string
	}
}

// exploreR4 runs -algo=r4 and reads what it says of sequences and conflicts.
func exploreR4(t *testing.T, args ...string) (sequences []sequence, conflicts map[string][]conflict) {
	t.Helper()
	return exploreR4In(t, root, args...)
}

func exploreR4In(t *testing.T, dir string, args ...string) (sequences []sequence, conflicts map[string][]conflict) {
	t.Helper()
	cmd := exec.Command(command, append([]string{"-json", "-count=1", "-save=false", "-algo=r4"}, args...)...)
	cmd.Dir = dir
	out, _ := cmd.Output() // its status says that tests have failed
	conflicts = map[string][]conflict{}
	for line := range strings.Lines(string(out)) {
		var s sequence
		var c conflict
		if err := json.Unmarshal([]byte(line), &s); err == nil && s.Action == "sequence" {
			sequences = append(sequences, s)
		} else if err := json.Unmarshal([]byte(line), &c); err == nil && c.Action == "conflict" {
			conflicts[c.Test] = append(conflicts[c.Test], c)
		}
	}
	if len(sequences) == 0 {
		t.Fatalf("no sequences:\n%s", out)
	}
	return sequences, conflicts
}

// Figure 2 of the paper: the sequences within two reversals, made of one execution
// of the program of Figure 1. e4 is the timer of e2, t one that e1 sets where no
// image has come, u what e4 sets then.
func TestR4Figure2(t *testing.T) {
	names := map[string]string{
		"main/1": "e0", "main/2": "e1", "main/2/1": "e2", "main/3/1": "e3", "main/2/1/1/1": "e4", "main/4/1/1/1/1/1/1": "e5",
		"main/2/2/1": "t", "main/2/1/1/1/1/1": "u",
	}
	sequences, conflicts := exploreR4(t, "-reversals=2", "./testdata/r4/figure1")
	var got []string
	for _, s := range sequences {
		var events []string
		for _, e := range s.Events {
			if n := names[e]; n != "" {
				events = append(events, n)
			}
		}
		from := "initial"
		if s.Parent >= 0 {
			from = names[s.First] + "/" + names[s.Second] + " of " + got[s.Parent][strings.LastIndex(got[s.Parent], ":")+2:]
		}
		got = append(got, from+", "+s.Class+": "+strings.Join(events, " "))
	}
	want := []string{
		"initial, equal: e0 e1 e2 e3 e4 e5",                                    // Q1
		"e3/e4 of e0 e1 e2 e3 e4 e5, approximately equal: e0 e1 e2 e4 e3 e5 u", // Q2
		"e2/e3 of e0 e1 e2 e3 e4 e5, approximately equal: e0 e1 e3 e2 e5",      // Q3
		"e0/e1 of e0 e1 e2 e3 e4 e5, equal: e1 e0 e2 e3 e5 t",                  // Q4: the timer is another one
		"e1/e3 of e0 e1 e3 e2 e5, equal: e0 e3 e1 e2 e5",                       // Q5
		"e2/e3 of e1 e0 e2 e3 e5 t, equal: e1 e0 e3 e2 e5 t",                   // Q6
		"e0/e2 of e1 e0 e2 e3 e5 t, approximately equal: e1 e2 e0 e3 e5 t e4",  // Q7
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	for _, c := range conflicts["TestShow"] {
		if c.Class == "different" {
			t.Errorf("a conflict on %s is said to make a difference: %+v", c.Object, c.Parts)
		}
	}
}

// The planted bugs, each by no more reversals than it takes, and named first.
func TestR4FindsBugs(t *testing.T) {
	longtest.Only(t) // each program is a test binary
	_, conflicts := exploreR4(t, "-reversals=3", "-keep-going", "-minimize=off", "-skip=Large|TestShow", "./testdata/r4/...")
	for _, w := range []struct {
		test          string
		reversals     int
		object        string
		first, second string // files
		diff          string
	}{
		{"TestTalk", 2, "r.sent", "chat.go", "chat.go", "+ panic: assignment to entry in nil map"},
		{"TestWrite", 1, "e.dirty", "editor.go", "editor.go", `+ assert: the server has "word0" of "word0 word1"`},
		{"TestRead", 3, "r.feeds", "feed.go", "feed.go", `+ assert: "feed1" is open, the click was on "feed0"`},
		{"TestManage", 1, "m.dead", "files.go", "files.go", `+ assert: one folder was to be made, there are ["letters" "letters (copy)"]`},
		{"TestHub", 2, "", "hub.go", "hub.go", "+ close: send on closed channel"},
		{"TestVisit", 1, "g.onClick", "gallery.go", "gallery.go", "+ assert: the click on photo 2 has left the page"},
	} {
		all := conflicts[w.test]
		if len(all) == 0 {
			t.Errorf("%s: no conflicts", w.test)
			continue
		}
		c := all[0]
		file := func(pos string) string { return strings.SplitN(filepath.Base(pos), ":", 2)[0] }
		if c.Class != "different" || c.Reversals != w.reversals || c.Object != w.object || file(cmp.Or(c.First.Pos, c.First.Posted)) != w.first || file(cmp.Or(c.Second.Pos, c.Second.Posted)) != w.second ||
			len(c.Parts) != 1 || c.Parts[0].Name != "failure" || !slices.Contains(c.Parts[0].Diff, w.diff) {
			t.Errorf("%s: want first a conflict on %s by %d reversals with %q, got %+v", w.test, w.object, w.reversals, w.diff, c)
		}
	}
}

// What commutes is no conflict: icons that fill a map, counts that are added up.
// Without that thousands of sequences of two reversals come before the bug.
func TestR4Commutes(t *testing.T) {
	sequences, conflicts := exploreR4(t, "-reversals=3", "-minimize=off", "-run=TestReadLarge", "./testdata/r4/feed")
	if len(sequences) > 20 {
		t.Errorf("%d sequences", len(sequences))
	}
	if all := conflicts["TestReadLarge"]; len(all) == 0 || all[0].Class != "different" || all[0].Object != "r.feeds" || all[0].Reversals != 3 {
		t.Errorf("%+v", all)
	}
}
