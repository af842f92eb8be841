package event_test

import (
	"errors"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/papers/event"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// TestEventBenchmarks demands of Event-DPOR what the paper reports of it
// (Tables 2 to 4), where that can be right: see docs/design/oracle.md for db-cache.
func TestEventBenchmarks(t *testing.T) {
	for _, b := range []struct {
		name  string
		p     *lang.Program
		want  int64
		large bool
	}{
		{"writers(4)", lang.Writers(4), 24, false},
		{"writers(6)", lang.Writers(6), 720, false},
		{"posters(3)", lang.Posters(3), 90, false},
		{"posters(4)", lang.Posters(4), 2520, true},
		{"posters(5)", lang.Posters(5), 113400, true},
		{"2PC(3)", lang.TwoPhaseCommit(3), 12, false},
		{"2PC(6)", lang.TwoPhaseCommit(6), 1440, true},
		{"buyers(6)", lang.Buyers(6), 720, true},
		{"buyers(7)", lang.Buyers(7), 5040, true},
		{"ping-pong(6)", lang.PingPong(6), 3276, true},
		{"ping-pong(7)", lang.PingPong(7), 27252, true},
		{"consensus(2)", lang.Consensus(2), 4, false},
		{"consensus(3)", lang.Consensus(3), 125, false},
		{"consensus(4)", lang.Consensus(4), 50625, true},
		{"db-cache(2)", lang.DBCache(2), 32, false},
		{"db-cache(3)", lang.DBCache(3), 1764, true},
		{"prolific(5)", lang.Prolific(5), 30, false},
		{"prolific(7)", lang.Prolific(7), 126, true},
		{"prolific(9)", lang.Prolific(9), 510, true},
		{"sparse-mat(4,3)", lang.SparseMat(4, 3), 34, false},
		{"sparse-mat(4,5)", lang.SparseMat(4, 5), 1546, true},
		{"mat-mult(4,3,5)", lang.MatMult(4, 3, 5), 1, false},
		{"plb(6)", lang.PLB(6), 1, false},
		{"readers(8)", lang.Readers(8), 256, false},
		{"lastzero(5)", lang.LastZero(5), 64, false},
	} {
		t.Run(b.name, func(t *testing.T) {
			if b.large && !*trial.Large {
				t.Skip("without -large")
			}
			res, checks := event.ExploreEvent(b.p, checker.Options{KeepGoing: true, CountRedundant: true}, false)
			t.Logf("%d executions; decided by: %s", res.Executions, checks)
			if res.Executions != b.want || !res.Exhaustive || res.Blocked != 0 || res.Redundant != 0 {
				t.Errorf("%d executions (exhaustive: %v, blocked: %d, redundant: %d), want %d", res.Executions, res.Exhaustive, res.Blocked, res.Redundant, b.want)
			}
		})
	}
}

// TestEventRefuses checks that what the paper does not have is named, with its
// place, and not counted.
func TestEventRefuses(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{"t0: lock(l0) unlock(l0)", "-algo=event knows no locks"},
		{"t0: if==1{ lock(l0)}", ""},
		{"chan c0=1; t0: send(c0,1)", "-algo=event knows no channels"},
		{"fifo h0; t0: post(m0,h0) post(m1,h0); m0: wx; m1: wx", "-algo=event knows no FIFO mailboxes with several messages"},
		{"fifo h0; t0: post(m0,h0) wx; m0: wx", ""},
		{"t0: post(m0,h0); m0: go(f) join(0); f: wx", "-algo=event knows no waiting for goroutines within a message"},
		{"coarse; t0: wx", "-algo=event knows no plain accesses within a step: have -races=explore or off"},
	} {
		res, err := explore.Run(lang.MustParse(c.program), checker.Options{Algorithm: "event"})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if res.Refusal != nil {
			got = res.Refusal.String()
			if res.Exhaustive || res.Refusal.Pos == "" {
				t.Errorf("%s: exhaustive: %v, at %q", c.program, res.Exhaustive, res.Refusal.Pos)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.program, got, c.want)
		}
	}
}

// TestEventRedundancy prints how often Event-DPOR executes a trace again, and
// how its checks decide. The paper proves that it does not where nothing
// branches (Theorem 3). With more programs:
//
//	go test ./checker/internal/papers/event -run EventRedundancy -campaign=2000 -v
func TestEventRedundancy(t *testing.T) {
	t.Log("kind: programs, traces, executions, redundant, blocked")
	for _, k := range gen.Kinds {
		switch k.Name {
		case "plain", "branch", "spawns", "unordered", "unordered-branch", "heavy-events", "heavy-events-branch":
		default:
			continue
		}
		var programs, traces int
		var sum checker.Result
		var checks event.EventChecks
		for i := range *trial.Programs {
			p := k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i))
			want, err := oracle.Count(p, 2500)
			if errors.Is(err, oracle.ErrLimit) {
				continue
			}
			res, c := event.ExploreEvent(p, checker.Options{KeepGoing: true, CountRedundant: true}, false)
			programs++
			traces += len(want.Traces)
			sum.Executions += res.Executions
			sum.Redundant += res.Redundant
			sum.Blocked += res.Blocked
			checks.Add(c)
			if res.Redundant > 0 && trial.Straight(p) {
				t.Errorf("%d redundant executions of a program that does not branch: %s", res.Redundant, p)
			}
			if got := res.Executions - res.Redundant; got != int64(len(want.Traces)) {
				t.Errorf("%d of %d traces: %s", got, len(want.Traces), p)
			}
		}
		t.Logf("%s: %d, %d, %d, %d, %d; decided by: %s", k.Name, programs, traces, sum.Executions, sum.Redundant, sum.Blocked, checks)
	}
}

// TestEventAsPrinted has programs of which Event-DPOR as printed misses traces:
// docs/design/algorithms-event.md says why.
func TestEventAsPrinted(t *testing.T) {
	for _, c := range []struct {
		program string
		want    int64
	}{
		{"t0: post(m0,h0) post(m1,h0) post(m2,h1); m0: wx; m1:; m2: wx2", 2},
		{"t0: post(m0,h0) ry; t1: wy post(m1,h0); m0: wy2; m1:", 6},
	} {
		p := lang.MustParse(c.program)
		printed, _ := event.ExploreEvent(p, checker.Options{}, true)
		res, _ := event.ExploreEvent(p, checker.Options{}, false)
		if printed.Executions >= c.want || res.Executions != c.want {
			t.Errorf("%s: %d executions as printed, %d of ours, want fewer than %d and %d", c.program, printed.Executions, res.Executions, c.want, c.want)
		}
	}
}

// TestEventDivergence explores a program that is no function of its decisions.
func TestEventDivergence(t *testing.T) {
	p := &trial.Fickle{
		Program: lang.MustParse("t0: post(m0,h0) ry rx; t1: wx post(m1,h0); m0: wx; m1: wx"),
		Other:   lang.MustParse("t0: post(m0,h0) wy rx; t1: wx post(m1,h0); m0: rx ry; m1: wx"),
	}
	res, err := explore.Run(p, checker.Options{Algorithm: "event", KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Failures) == 0 || res.Failures[0].Failure.Kind != "divergence" || res.Failures[0].Failure.Pos == "" {
		t.Errorf("no divergence found: %+v", res)
	}
}
