package repro

import (
	"os"
	"path/filepath"
	"testing"

	"gocheck.dev/internal/wire"
)

// Who is in which bubble that the test makes, and which gates have a side outside.
func TestOwnBubbles(t *testing.T) {
	for _, c := range []struct{ imports, call string }{
		{`"testing/synctest"`, "synctest.Test(t, func() {"},
		{`st "testing/synctest"`, "st.Test(t, func() {"},
		{`. "testing/synctest"`, "Test(t, func() {"},
	} {
		name := filepath.Join(t.TempDir(), "b_test.go")
		text := "package b\n\nimport " + c.imports + "\n\nfunc f() {\n\t" + c.call + " go g() })\n\t" + c.call + "})\n\tgo g()\n}\n"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		spawn := func(by, who, place string) wire.RecordedOp {
			return wire.RecordedOp{Task: by, Op: "spawn", Event: "spawn", Other: who, Pos: name + place}
		}
		use := func(by string) wire.RecordedOp {
			return wire.RecordedOp{Task: by, Op: "write", Event: "write", Object: 1, Pos: name + ":9:1"}
		}
		rec := &wire.Recorded{Objects: []wire.RecordedObject{{}}, Ops: []wire.RecordedOp{
			spawn("main", "main/1", ":6:2"), spawn("main/1", "main/1/1", ":6:30"),
			spawn("main", "main/2", ":7:2"), spawn("main", "main/3", ":8:2"),
			use("main/1"), use("main/1/1"), use("main/2"), use("main/3"), use("main"),
		}}
		r := &repro{trace: newTrace(rec), program: &program{sources: map[string]file{name: {}}}}
		r.own = r.ownBubbles()
		for i, want := range map[int]string{4: "main/1", 5: "main/1", 6: "main/2", 7: "", 8: ""} {
			got := ""
			if of := r.bubbleOf(i); of != nil {
				got = of.name
			}
			if got != want {
				t.Errorf("%s: %s is in the bubble of %q, not %q", c.call, rec.Ops[i].Task, got, want)
			}
		}
		for _, g := range []struct {
			first, then int
			want        bool
		}{{4, 5, false}, {5, 6, true}, {7, 4, true}, {4, 8, true}, {7, 8, true}, {-1, 4, false}} {
			if got := r.spins(gate{first: g.first, then: g.then}); got != g.want {
				t.Errorf("%s: a gate of %d and %d spins: %v", c.call, g.first, g.then, got)
			}
		}
		r.own = nil
		if r.spins(gate{first: 4, then: 8}) {
			t.Errorf("%s: a gate spins in a test that makes no bubble", c.call)
		}
	}
}
