package page

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// arrows renders the edges of an execution, one a line: from, to, kind.
func arrows(steps []wire.Step) string {
	var b strings.Builder
	for _, e := range edges(steps) {
		for _, i := range []int{e.From, e.To} {
			s := &steps[i]
			b.WriteString(s.Task + " " + s.Op + " " + s.Object + " → ")
		}
		b.WriteString(e.Kind + "\n")
	}
	return b.String()
}

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []wire.Step
		want  string
	}{
		{"creation, in the order of the place", []wire.Step{
			{Task: "main", Op: "begin"}, {Task: "main", Op: "spawn", Pos: "a:1"}, {Task: "main", Op: "spawn", Pos: "a:1"},
			{Task: "main/1", Op: "begin", Created: "a:1"}, {Task: "main/2", Op: "begin", Created: "a:1"}, {Task: "main/1/1", Op: "begin", Created: "a:1"},
		}, "main spawn  → main/1 begin  → create\nmain spawn  → main/2 begin  → create\n"},
		{"values come in the order in which they were sent", []wire.Step{
			{Task: "a", Op: "send", Object: "c"}, {Task: "b", Op: "send", Object: "c"}, {Task: "d", Op: "recv", Object: "c"}, {Task: "d", Op: "recv", Object: "c"},
			{Task: "a", Op: "close", Object: "c"}, {Task: "d", Op: "recvclosed", Object: "c"},
		}, "a send c → b send c → order\na send c → d recv c → message\nb send c → d recv c → message\nb send c → a close c → order\na close c → d recvclosed c → sync\n"},
		{"a rendezvous has no arrow of its own", []wire.Step{
			{Task: "a", Op: "send", Object: "c", Partner: "b"},
		}, ""},
		{"locks", []wire.Step{
			{Task: "a", Op: "lock", Object: "m"}, {Task: "a", Op: "unlock", Object: "m"}, {Task: "b", Op: "lock", Object: "m"}, {Task: "b", Op: "unlock", Object: "m"},
		}, "a unlock m → b lock m → sync\na lock m → b lock m → order\n"},
		{"reads commute", []wire.Step{
			{Task: "a", Op: "write", Object: "x"}, {Task: "b", Op: "read", Object: "x"}, {Task: "c", Op: "read", Object: "x"}, {Task: "d", Op: "write", Object: "x"},
		}, "a write x → b read x → order\na write x → c read x → order\nb read x → d write x → order\nc read x → d write x → order\n"},
		{"a signal wakes the one that it chose", []wire.Step{
			{Task: "a", Op: "enqueue", Object: "q"}, {Task: "b", Op: "enqueue", Object: "q"}, {Task: "c", Op: "signal", Object: "q", Partner: "b"}, {Task: "b", Op: "wake", Object: "q"},
		}, "a enqueue q → c signal q → order\nb enqueue q → c signal q → order\nc signal q → b wake q → sync\n"},
		{"all that are counted", []wire.Step{
			{Task: "a", Op: "add", Object: "wg"}, {Task: "b", Op: "add", Object: "wg"}, {Task: "main", Op: "wait", Object: "wg"},
		}, "a add wg → main wait wg → sync\nb add wg → main wait wg → sync\n"},
	} {
		if diff := cmp.Diff(c.want, arrows(c.steps)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// The page holds the source around each step, what it cannot read it leaves
// out, and nothing in it ends the script.
func TestWrite(t *testing.T) {
	source := strings.Repeat("line\n", 19) + "</script><b>\n" + strings.Repeat("line\n", 30)
	s := &wire.Schedule{
		Package: "p", Test: "TestX", Failure: &wire.Failure{Kind: "panic", Message: "<b>"}, Preemptions: new(int),
		Steps: []wire.Step{{Task: "main", Op: "lock", Object: "</script>", Pos: "a.go:20:3"}, {Task: "main", Op: "unlock", Pos: "gone.go:7"}, {Task: "main", Op: "lock", Pos: "$GOMODCACHE/m@v1/b.go:3:1"}},
	}
	html, err := Write(s, "", func(file string) ([]byte, string) {
		switch file {
		case "a.go":
			return []byte(source), "/home/me/a.go"
		case "$GOMODCACHE/m@v1/b.go":
			return []byte("one\ntwo\nthree\n"), "/mod/m@v1/b.go"
		}
		return nil, "/home/me/gone.go"
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(html), "</script>"); n != 2 {
		t.Errorf("%d scripts end, want the two of the page", n)
	}
	_, rest, _ := strings.Cut(string(html), "const schedule = ")
	var d data
	if err := json.NewDecoder(strings.NewReader(rest)).Decode(&d); err != nil {
		t.Fatal(err)
	}
	if len(d.Sources) != 2 || d.Sources["m@v1/b.go"][3] != "three" || len(d.Sources["a.go"]) != 2*around+1 || d.Sources["a.go"][20] != "</script><b>" {
		t.Errorf("sources: %v", d.Sources)
	}
	if diff := cmp.Diff(map[string]string{"a.go": "/home/me/a.go", "m@v1/b.go": "/mod/m@v1/b.go"}, d.Files); diff != "" {
		t.Errorf("files: %s", diff)
	}
	if d.Size != "3 steps, 0 preemptions" || !d.Runs[0].Steps[2].Library {
		t.Errorf("size: %q, of a library: %v", d.Size, d.Runs[0].Steps[2].Library)
	}
	if len(d.Runs) != 1 || len(d.Runs[0].Marks) != 0 || d.Runs[0].Steps[0].Object != "</script>" {
		t.Errorf("runs: %+v", d.Runs)
	}
}

// What fails by -faults stands above the lanes and is marked in its own, in words.
func TestFaults(t *testing.T) {
	s := &wire.Schedule{
		Package: "p", Test: "TestX", Failure: &wire.Failure{Kind: "fatal"},
		Steps: []wire.Step{
			{Task: "main", Op: "choose", Object: wire.Fault, Pos: "a.go:1:2", Says: "no fault"},
			{Task: "main", Op: "choose", Object: wire.Fault, Pos: "a.go:3:2", Says: "the dial to server :1 is refused", Choice: 1},
			{Task: "main", Op: "choose", Object: wire.Fault, Pos: "a.go:4:2", Choice: 1}, // of an older file
			{Task: "main", Op: "write", Object: "listener", Pos: "a.go:5:2", Says: "close listener :1", Aside: true},
		},
	}
	html, err := Write(s, "", func(string) ([]byte, string) { return nil, "" })
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(html), "const schedule = ")
	var d data
	if err := json.NewDecoder(strings.NewReader(rest)).Decode(&d); err != nil {
		t.Fatal(err)
	}
	want := []string{"a fault, in main at a.go:3:2: the dial to server :1 is refused", "a fault, in main at a.go:4:2: something fails"}
	if diff := cmp.Diff(want, d.Details); diff != "" {
		t.Error(diff)
	}
	var steps []string
	for _, s := range d.Runs[0].Steps {
		text := s.Text
		if s.Fault {
			text = "marked: " + text
		}
		if s.Library {
			text = "aside: " + text
		}
		steps = append(steps, text)
	}
	if diff := cmp.Diff([]string{"no fault", "marked: FAULT: the dial to server :1 is refused", "marked: FAULT: something fails", "aside: close listener :1"}, steps); diff != "" {
		t.Error(diff)
	}
}

func TestPlace(t *testing.T) {
	for in, want := range map[string]struct {
		file string
		line int
	}{
		"a.go:12:3": {"a.go", 12}, "a.go:12": {"a.go", 12}, "$MODULE/a b.go:1:2": {"$MODULE/a b.go", 1}, `C:\x.go:4:5`: {`C:\x.go`, 4}, "a.go": {"", 0}, "": {"", 0},
	} {
		if file, line := place(in); file != want.file || line != want.line {
			t.Errorf("%q: %q, %d", in, file, line)
		}
	}
}

// What a task holds is said after each of its steps; a loop's further rounds are found,
// but for what the page is made to show.
func TestFold(t *testing.T) {
	var steps []wire.Step
	for i := range 20 {
		s := wire.Step{Task: "main", Op: []string{"lock", "unlock"}[i%2], Object: "mu", Pos: "a.go:1"}
		if i == 12 {
			s.Failed = "main"
		}
		steps = append(steps, s)
	}
	steps[15].Object = "other" // of a lock that it does not hold
	lanes := report.LanesOf(&wire.Schedule{Steps: steps})
	r := draw("", steps, lanes, nil, func(string, int) string { return "" })
	r.fold(lanes)
	if diff := cmp.Diff([]report.Rounds{{From: 2, To: 12, Length: 2, Text: "… 5 more rounds of the 2 steps above"}}, r.Rounds); diff != "" {
		t.Error(diff)
	}
	for i, want := range map[int]int{0: 1, 1: 0, 14: 1, 15: 1, 16: 2, 17: 1} {
		if got := len(r.Steps[i].Holds); got != want {
			t.Errorf("after step %d it holds %v, want %d", i, r.Steps[i].Holds, want)
		}
	}
}

// TestOtherwise: the page says of an execution that does not pass that it fails otherwise.
func TestOtherwise(t *testing.T) {
	s := &wire.Schedule{Test: "T", Steps: []wire.Step{{Task: "main", Op: "lock", Object: "a"}, {Task: "main/1", Op: "lock", Object: "a"}}}
	s.Passing = &wire.Passing{Pairs: []wire.Pair{{First: 0, Second: 0}}, Steps: []wire.Step{s.Steps[1]}}
	for _, fails := range []string{"", "another way"} {
		s.Passing.Fails = fails
		text, err := Write(s, "", func(string) ([]byte, string) { return nil, "" })
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(string(text), `"Otherwise":true`); said != (fails != "") {
			t.Errorf("%q: %t", fails, said)
		}
	}
}

// Of who is blocked the page has what changes with each step: of many that stay blocked the lists
// would be most of it.
func TestBlockedChanges(t *testing.T) {
	steps := []wire.Step{{Task: "main", Op: "begin"}}
	for _, blocked := range [][]string{{"main/1"}, {"main/1", "main/2"}, {"main", "main/2"}, {"main", "main/2"}, nil, {"main/1"}} {
		steps = append(steps, wire.Step{Task: "main", Op: "lock", Object: "mu", Blocked: blocked})
	}
	for _, task := range []string{"main/1", "main/2"} {
		steps = append(steps, wire.Step{Task: task, Op: "begin", Blocked: []string{"main/1"}})
	}
	lanes := report.LanesOf(&wire.Schedule{Steps: steps})
	r := draw("", steps, lanes, nil, func(string, int) string { return "" })
	now := *r.Steps[0].Blocked
	for i := range r.Steps[1:] {
		s := &r.Steps[i+1]
		now = append(without(now, s.Frees), s.Blocks...)
		slices.Sort(now)
		want := lanes.Names(steps[i+1].Blocked)
		if slices.Sort(want); !slices.Equal(now, want) || s.Blocked != nil {
			t.Errorf("after step %d %v are blocked, want %v", i+1, now, want)
		}
	}
}
