package checker_test

import (
	"flag"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

var large = flag.Bool("large", false, "the larger benchmarks as well")

// TestEventBenchmarks demands of Event-DPOR what the paper reports of it
// (Tables 2 to 4), where that can be right: see docs/oracle.md for db-cache.
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
			if b.large && !*large {
				t.Skip("without -large")
			}
			res, checks := checker.ExploreEvent(b.p, checker.Options{KeepGoing: true, CountRedundant: true})
			t.Logf("%d executions; %s", res.Executions, checks)
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
		res, err := checker.Explore(lang.MustParse(c.program), checker.Options{Algorithm: "event"})
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
