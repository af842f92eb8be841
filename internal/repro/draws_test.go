package repro

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// TestDraws draws once more what an execution has drawn. § is where a pool is used.
func TestDraws(t *testing.T) {
	number := func(of, value string) wire.RecordedDraw { return wire.RecordedDraw{Of: of, Value: value} }
	object := func(of string, n int) wire.RecordedDraw { return wire.RecordedDraw{Of: of, Object: n} }
	for name, c := range map[string]struct {
		body  string
		drawn []wire.RecordedDraw // of Get and Put those of one § after the other
		out   string              // "": there is no place
	}{
		"a number":         {"n := rand.Intn(5)", []wire.RecordedDraw{number("number", "3")}, `n := gate.Value("A", rand.Intn(5), 3)`},
		"two in a line":    {"f(rand.IntN(5), rand.Float64())", []wire.RecordedDraw{number("number", "3"), number("number", "0.5")}, `f(gate.Value("B", gate.Value("A", rand.IntN(5), 3), 0.5), gate.Value("B", gate.Value("A", rand.Float64(), 3), 0.5))`},
		"of a type":        {"d := rand.N[time.Duration](9)", []wire.RecordedDraw{number("number", "7")}, `d := gate.Value("A", rand.N[time.Duration](9), 7)`},
		"elsewhere drawn":  {"f()", []wire.RecordedDraw{number("number", "7")}, ""},
		"a permutation":    {"for _, i := range rand.Perm(2) {\n\tf(i)\n}", []wire.RecordedDraw{number("Perm", "1, 0")}, "for _, i := range gate.Value(\"A\", rand.Perm(2), []int{1, 0}) {\n\tf(i)\n}"},
		"a shuffle":        {"rand.Shuffle(3, s.Swap)", []wire.RecordedDraw{number("Shuffle", "2, 0, 1, 1")}, `gate.Value("A", rand.Shuffle, gate.Swaps(2, 0, 1, 1))(3, s.Swap)`},
		"a map":            {"for k, v := range m {\n\tf(k, v)\n}", []wire.RecordedDraw{number("range", `"b, c", "a\""`)}, "for k, v := range gate.Order(\"A\", m, \"b, c\", \"a\\\"\") {\n\tf(k, v)\n}"},
		"a map twice":      {"for k := range x.m {\n\tf(k)\n}", []wire.RecordedDraw{number("range", "1, -2"), number("range", "-2, 1")}, "for k := range gate.Again(\"B\", gate.Order(\"A\", x.m, 1, -2), x.m, -2, 1) {\n\tf(k)\n}"},
		"keys of a struct": {"for k := range m {\n\tf(k)\n}", []wire.RecordedDraw{number("range", "")}, ""},
		"an iterator":      {"for k := range maps.Keys(m) {\n\tf(k)\n}", []wire.RecordedDraw{number("range", "1, 2")}, ""},
		"a pool":           {"b := §p.Get().(*T)\n§x.p.Put(b)\nf(§p.Get())", []wire.RecordedDraw{object("Get", 0), object("Put", 1), object("Get", 1)}, "b := gate.Fresh(\"A\", p.Get, p.New)().(*T)\ngate.Put(\"B\", x.p.Put)(b)\nf(gate.Get(\"B\", p.Get)())"},
		"a deferred put":   {"defer §p.Put(b)\nf(§p.Get())", []wire.RecordedDraw{object("Put", 1), object("Get", 1)}, "defer gate.Put(\"A\", p.Put)(b)\nf(gate.Get(\"A\", p.Get)())"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\nfunc x() {\n" + c.body + "\n}\n"
			path := filepath.Join(t.TempDir(), "x.go")
			places := strings.Split(text, "§")
			for i := range c.drawn {
				d := &c.drawn[i]
				d.Task, d.Pos = "main", path+":4"
				if d.Of == "Get" || d.Of == "Put" {
					before := strings.Join(places[:i+1], "")
					d.Pos = position(path, before)
				}
			}
			d := drawingOf(t, path, strings.Join(places, ""), &wire.Recorded{Ops: []wire.RecordedOp{{Task: "main"}}, Draws: c.drawn}, &wire.Schedule{})
			all := 0
			for i, g := range d.r.trace.draws() {
				g.name = letters(i)
				if _, ok := d.place(g); ok {
					all++
				}
			}
			if c.out == "" {
				if all != 0 {
					t.Errorf("%d gates stand somewhere", all)
				}
				return
			}
			comesOut(t, d.sources[path], "func x() {\n"+c.out+"\n}\n")
		})
	}
}

// TestGeneric: files of old modules may have type parameters, where they are built.
func TestGeneric(t *testing.T) {
	for text, want := range map[string]string{
		"// Doc.\npackage p\n":                               "//go:build go1.18\n\n// Doc.\npackage p\n",
		"//go:build linux || darwin\n\npackage p\n\nvar x\n": "//go:build (linux || darwin) && go1.18\n\npackage p\n\nvar x\n",
	} {
		if got := string(generic([]byte(text))); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	for v, old := range map[string]bool{"": true, "1.16": true, "1.17.3": true, "1.18": false, "1.21.0": false, "1.26": false} {
		if m := (&module{GoVersion: v}); m.old() != old {
			t.Errorf("%q: %t", v, !old)
		}
	}
}

// TestPauses holds up who was held up. § is where it goes on.
func TestPauses(t *testing.T) {
	for name, c := range map[string]struct{ body, op, out string }{
		"before a call":             {"f()\n§mu.Lock()", "lock", "f()\ngate.Pause(\"A\")\nmu.Lock()"},
		"in the standard library":   {"f()\nreturn ctx.Err()§", "read", "f()\ngate.Pause(\"A\")\nreturn ctx.Err()"},
		"at a goroutine's start":    {"§go func() { f() }()", "begin", "go func() { gate.Pause(\"A\"); f() }()"},
		"before a loop's condition": {"for §n.Load() < 3 {\n\tf()\n}", "read", "for gate.Pause(\"A\") && n.Load() < 3 {\n\tf()\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package p\n\nfunc x() {\n" + c.body + "\n}\n"
			path := filepath.Join(t.TempDir(), "x.go")
			before, after, _ := strings.Cut(text, "§")
			pos := position(path, before)
			if name == "in the standard library" {
				pos = path + ":5"
			}
			rec := &wire.Recorded{Ops: []wire.RecordedOp{{Task: "main", Op: "spawn", Event: "spawn", Other: "main/1", Pos: pos}, {Task: "main/1", Op: c.op, Event: c.op, Pos: pos}}}
			s := &wire.Schedule{Steps: []wire.Step{{Task: "main"}, {Task: "clock", Op: "tick", Value: "2ms", Held: []wire.Access{{Task: "main/1"}}}, {Task: "main/1"}}}
			if c.op != "begin" {
				rec.Ops[0].Pos = ""
			}
			d := drawingOf(t, path, before+after, rec, s)
			all := d.r.trace.pauses(s)
			if len(all) != 1 || all[0].pause != 2*time.Millisecond {
				t.Fatalf("%+v", all)
			}
			all[0].name = "A"
			if _, ok := d.place(all[0]); !ok {
				t.Fatal("no place")
			}
			comesOut(t, d.sources[path], "func x() {\n"+c.out+"\n}\n")
		})
	}
}

// drawingOf writes a file, and puts gates into it.
func drawingOf(t *testing.T, path, text string, rec *wire.Recorded, s *wire.Schedule) *drawing {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	of := &pkg{Dir: filepath.Dir(path), Module: &module{Path: "example.com", GoVersion: "1.26"}}
	r := &repro{
		Config: Config{Schedule: s}, trace: newTrace(rec), lanes: report.LanesOf(s),
		program: &program{main: of.Module, sources: map[string]file{path: {of, "x.go"}}, copied: map[string]bool{}},
	}
	return &drawing{r: r, sources: map[string]*source{}, names: map[*pkg]string{}, who: map[string]bool{}}
}
