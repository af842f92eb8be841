package closure_test

import (
	"testing"

	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// TestSerialKnown has numbers of serial traces that the papers have or that
// were worked out by hand.
func TestSerialKnown(t *testing.T) {
	parse := lang.MustParse
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int
	}{
		{"two messages", parse("t0: post(a,h0) post(b,h0); a: wx; b: wy"), 2},
		{"FIFO, one sender", parse("fifo h0; t0: post(a,h0) post(b,h0); a: wx; b: wy"), 1},
		{"FIFO, two senders", parse("fifo h0; t0: post(a,h0); t1: post(b,h0); a: wx; b: wy"), 2},
		{"FIFO, to the front", parse("fifo h0; t0: post(a,h0) postf(b,h0); a: wx; b: wy"), 2},
		{"two handlers", parse("t0: post(a,h0) post(b,h1); a: wx; b: wy"), 1},
		{"a message posts", parse("t0: post(a,h0); a: post(b,h0) wx; b: wy"), 1},
		{"stuck with the handler", parse("t0: post(a,h0) post(b,h0); a: await(x); b: wx"), 2},
		{"posts to a closed handler commute", parse("fifo h0; t0: hclose(h0); t1: post(a,h0); t2: post(b,h0); a: wx; b: wx"), 5},
		{"plb(3)", lang.PLB(3), 15},
		{"plb(4)", lang.PLB(4), 105},
		{"writers(3)", lang.Writers(3), 6},
		{"posters(2)", lang.Posters(2), 6},
		{"prolific(2)", lang.Prolific(2), 2},
	} {
		got, ok := trial.SerialTraces(c.p, 300000)
		if !ok || got != c.traces {
			t.Errorf("%s: %d traces (all: %v), want %d: %s", c.name, got, ok, c.traces, c.p)
		}
	}
}

// TestSerialOracle compares the serial traces that the engine tells apart with
// those of the oracle, and closure's race reversals of them: the classes of
// serial mode have to say all that a reversal needs.
func TestSerialOracle(t *testing.T) {
	n := 6 * *trial.Programs / 25
	for _, k := range gen.Kinds {
		compared := 0
		for i := range n {
			p := k.Program(gen.Seeded(int64(90000+i)), k.Size(i))
			want, err := oracle.CountSerial(p, 300)
			if err != nil {
				continue
			}
			got, ok := trial.SerialTraces(p, 3000)
			if !ok {
				continue
			}
			compared++
			if got != len(want.Traces) {
				t.Errorf("%s: %d traces, the oracle has %d: %s", k.Name, got, len(want.Traces), p)
			}
			res := closure.SerialClosure(p)
			if res.Executions != int64(got) || res.Redundant > 0 || !res.Exhaustive {
				t.Errorf("%s: closure executes %d, want %d: %s: %+v", k.Name, res.Executions, got, p, res)
			}
		}
		t.Logf("%s: %d programs", k.Name, compared)
	}
}
