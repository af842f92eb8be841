package engine_test

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

var estimates = flag.Bool("estimates", false, "print what is estimated of the larger benchmarks, and when (docs/bounds.md)")

// estimated explores p and returns the estimates when these parts of all
// executions have been made, as multiples of what they should be.
func estimated(t *testing.T, p *lang.Program, algorithm string, total int64, parts ...float64) (factors []float64) {
	t.Helper()
	o := checker.Options{Algorithm: algorithm, KeepGoing: true}
	o.OnExecution = func(pr *checker.Progress) bool {
		for len(factors) < len(parts) && float64(pr.Executions) > parts[len(factors)]*float64(total) {
			factors = append(factors, pr.Estimate/float64(total))
		}
		return len(factors) < len(parts)
	}
	if _, err := explore.Run(p, o); err != nil {
		t.Fatal(err)
	}
	return factors
}

// wellWithin is within what factor of the truth an estimate is, where there is one.
const wellWithin = 3.

func near(factor float64) bool { return factor >= 1/wellWithin && factor <= wellWithin }

// TestEstimates measures the estimate of closure, which is that of all algorithms
// that explore each trace once. It is right, or not there; half-way it mostly is.
func TestEstimates(t *testing.T) {
	there, programs := 0, 0
	for _, b := range []struct {
		name  string
		p     *lang.Program
		total int64
		large bool
	}{
		{"writers(6)", lang.Writers(6), 720, false},
		{"writers(8)", lang.Writers(8), 40320, true},
		{"posters(4)", lang.Posters(4), 2520, false},
		{"posters(5)", lang.Posters(5), 113400, true},
		{"posters(5) FIFO", lang.WithFIFO(lang.Posters(5)), 5040, true},
		{"consensus(4)", lang.Consensus(4), 50625, true},
		{"ping-pong(6)", lang.PingPong(6), 3276, false},
		{"ping-pong(7)", lang.PingPong(7), 27252, true},
		{"buyers(7)", lang.Buyers(7), 5040, true},
		{"2PC(6)", lang.TwoPhaseCommit(6), 1440, true},
		{"db-cache(3)", lang.DBCache(3), 1764, false},
		{"sparse-mat(4,5)", lang.SparseMat(4, 5), 1546, false},
		{"readers(8)", lang.Readers(8), 256, false},
		{"readers(13)", lang.Readers(13), 8192, true},
		{"lastzero(10)", lang.LastZero(10), 3328, true},
		{"indexer(15)", lang.Indexer(15), 4096, true},
	} {
		if b.large && !*estimates {
			continue
		}
		f := estimated(t, b.p, "closure", b.total, 0.01, 0.1, 0.5, 0.9)
		if *estimates {
			fmt.Printf("| %s | %d | %.2g | %.2g | %.2g | %.2g |\n", b.name, b.total, f[0], f[1], f[2], f[3])
		}
		for i, factor := range f {
			if factor != 0 && !near(factor) {
				t.Errorf("%s: the %d. estimate is %.2g times %d", b.name, i+1, factor, b.total)
			}
		}
		programs++
		if f[2] != 0 {
			there++
		}
	}
	if 2*there < programs {
		t.Errorf("half-way there is an estimate of %d of %d programs", there, programs)
	}
}

// TestEstimatesOfAll: the other algorithms that tell their traces have an estimate
// as well.
func TestEstimatesOfAll(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		p         *lang.Program
		total     int64
	}{
		{"revisit", lang.MustParse("t0: wx; t1: wx; t2: wx; t3: wx; t4: wx; t5: wx"), 720},
		{"event", lang.Writers(6), 720},
		{"event", lang.PingPong(6), 3276},
		{"optimal", lang.Posters(4), 2520},
		{"source", lang.PingPong(6), 3276},
	} {
		there := 0
		for _, f := range estimated(t, c.p, c.algorithm, c.total, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9) {
			if f != 0 {
				there++
				if !near(f) {
					t.Errorf("%s: the estimate is %.2g times %d", c.algorithm, f, c.total)
				}
			}
		}
		if there == 0 {
			t.Errorf("%s: there is no estimate of %d", c.algorithm, c.total)
		}
	}
}

// TestEstimatesAreSupported: on random programs of every kind, whenever there is an estimate
// it is near the truth in most cases.
func TestEstimatesAreSupported(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		limit     int64   // of executions: larger programs are left out
		wrong     float64 // share of estimates that may be
	}{
		{"auto", 2500, 0.05}, {"dfs", 2500, 0.1},
	} {
		there, far, least := 0, 0, longtest.N(10, 30)
		for _, k := range gen.Kinds {
			for seed := range int64(longtest.N(1, 6)) { // larger ones take minutes of saturation
				p := k.Program(gen.Seeded(*trial.Seed+seed), k.Size(int(3+seed)))
				type guess struct{ at, of float64 }
				var all []guess
				next := 300.
				o := checker.Options{Algorithm: c.algorithm, KeepGoing: true, Executions: c.limit}
				o.OnExecution = func(pr *checker.Progress) bool {
					if float64(pr.Executions) >= next {
						next *= 1.5
						all = append(all, guess{float64(pr.Executions), pr.Estimate})
					}
					return true
				}
				res, err := explore.Run(p, o)
				if err != nil || !res.Exhaustive {
					continue
				}
				for _, g := range all {
					switch {
					case g.of == 0:
						continue
					case g.of <= g.at:
						t.Errorf("%s: at %.0f executions, of %d, the estimate is %.0f: %s", k.Name, g.at, res.Executions, g.of, p)
					case !near(g.of / float64(res.Executions)):
						far++
						t.Logf("%s: at %.0f executions, of %d, the estimate is %.0f: %s", k.Name, g.at, res.Executions, g.of, p)
					}
					there++
				}
			}
		}
		t.Logf("%s: %d estimates, %d far off", c.algorithm, there, far)
		if there < least || float64(far) > max(1, c.wrong*float64(there)) {
			t.Errorf("%s: of %d estimates %d are far off", c.algorithm, there, far)
		}
	}
}

// TestNothingIsKnown: where most traces are hidden from the probes, or they tell little of
// the many that there are, nothing is said. These programs have 40,000 traces, and many more.
func TestNothingIsKnown(t *testing.T) {
	readers := func(n int) (all []string) { // the writer is created first, and hardly ever late
		all = append(all, "wx")
		for i := range n {
			all = append(all, fmt.Sprintf("wl%d rx", i))
		}
		return all
	}
	for name, tasks := range map[string][]string{
		"readers":               readers(10),
		"readers and writers":   append(readers(7), "wy", "wy", "wy", "wy"),
		"readers, more writers": append(readers(6), "wy", "wy", "wy", "wy", "wy"),
	} {
		var program []string
		for i, task := range tasks {
			program = append(program, fmt.Sprintf("t%d: %s", i, task))
		}
		p := lang.MustParse(strings.Join(program, "; "))
		for _, algorithm := range []string{"auto", "bounded", "dfs"} {
			o := checker.Options{Algorithm: algorithm, Executions: trial.Most(200, 800)}
			o.OnExecution = func(pr *checker.Progress) bool {
				if pr.Estimate != 0 {
					t.Errorf("%s, %s: at %d executions the estimate is %.0f", name, algorithm, pr.Executions, pr.Estimate)
				}
				return !t.Failed()
			}
			if _, err := explore.Run(p, o); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEstimateOfInterleavings: dfs knows how far it is by where it is.
func TestEstimateOfInterleavings(t *testing.T) {
	p := lang.MustParse("t0: wx wx; t1: wx wx; t2: wy")
	all, err := explore.Run(p, checker.Options{Algorithm: "dfs"})
	if err != nil || all.Estimate != 0 {
		t.Fatalf("estimate %v of what is exhausted, error %v", all.Estimate, err)
	}
	f := estimated(t, p, "dfs", all.Executions, 0.05, 0.5, 0.9)
	if f[0] != 0 || !near(f[1]) || !near(f[2]) {
		t.Errorf("the estimates are %.2g times %d", f, all.Executions)
	}
}

// TestLinearizations: as many executions of a trace there are, so many
// linearizations it has; on random programs of every kind.
func TestLinearizations(t *testing.T) {
	programs, traces, far := 0, 0, 0
	for _, k := range gen.Kinds {
		p := k.Program(gen.Seeded(*trial.Seed), 2)
		want, err := oracle.Count(p, 500)
		if err != nil {
			continue
		}
		executions := map[string]float64{}
		o := checker.Options{Algorithm: "dfs", KeepGoing: true, Executions: trial.Most(1000, 4000)}
		o.OnExecution = func(pr *checker.Progress) bool {
			key, _, _ := want.Key(pr.Decisions)
			executions[key]++
			return true
		}
		res, err := explore.Run(p, o)
		if err != nil || !res.Exhaustive {
			continue
		}
		programs++
		for key, ds := range want.Traces {
			traces++
			n, ok := engine.Linearizations(p, ds, 40)
			if f := n / executions[key]; !ok || f < 0.8 || f > 1.25 {
				far++
				t.Logf("%s: a trace has %.1f linearizations (%v), and %.0f executions: %s of %s", k.Name, n, ok, executions[key], lang.Schedule(p, ds), p)
			}
		}
	}
	t.Logf("%d programs, %d traces, %d of them far off", programs, traces, far)
	if programs < 10 || far > traces/50 {
		t.Errorf("of %d traces %d are far off", traces, far)
	}
}

// TestProbeWeights: the average weight of many probes is the number of traces,
// if it takes its time.
func TestProbeWeights(t *testing.T) {
	for _, p := range []*lang.Program{
		lang.Writers(3), lang.Posters(2), lang.WithFIFO(lang.Posters(3)), lang.Consensus(2), lang.Readers(3), lang.PingPong(2),
	} {
		res, err := explore.Run(p, checker.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		got, ok := engine.ProbeWeight(p, 4000)
		if f := got / float64(res.Executions); !ok || f < 0.6 || f > 1.6 {
			t.Errorf("%.1f, want %d: %s", got, res.Executions, p)
		}
	}
}

// failsAt is a program that fails in one of its runs.
type failsAt struct {
	checker.Program
	run, at int
}

func (p *failsAt) Run(s checker.Scheduler) checker.Outcome {
	out := p.Program.Run(s)
	if p.run++; p.run == p.at {
		out.Failure = &checker.Failure{Kind: "panic", Message: "at last"}
	}
	return out
}

// TestFailuresOfProbes: what only a probe has seen fail is no secret. The first
// probe comes after 256 executions.
func TestFailuresOfProbes(t *testing.T) {
	for _, c := range []struct {
		keep       bool
		executions int64 // bound
		want       int64
	}{
		{false, 300, 257},
		{true, 300, 301},
	} {
		p := &failsAt{Program: lang.Writers(6), at: 257}
		res, err := explore.Run(p, checker.Options{Algorithm: "closure", KeepGoing: c.keep, Executions: c.executions})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != c.want || res.Failing != 1 || len(res.Failures) != 1 || res.Exhaustive {
			t.Fatalf("keep going %v: %+v", c.keep, res)
		}
		f := res.Failures[0]
		if r := explore.Replay(p.Program, f.Decisions, checker.Options{}, nil); r.Diverged >= 0 || len(r.Decisions) != len(f.Decisions) || f.Execution != c.want {
			t.Errorf("keep going %v: the schedule is not that of an execution: %+v", c.keep, f)
		}
	}
}

// TestEstimatesAreNumbers: products of thousands of probabilities are out of the range of
// numbers. What is computed of them is a number, or none.
func TestEstimatesAreNumbers(t *testing.T) {
	for _, c := range []struct {
		algorithm   string
		preemptions int
		tasks, each int
	}{
		{"dfs", 0, 2, 1200}, {"dfs", 0, 3, 600}, {"auto", 1, 2, 1200}, {"auto", 1, 40, 40}, {"dfs", 1, 2, 1200},
		{"closure", 0, 2, 600}, {"closure", 0, 3, 400}, {"closure", 0, 40, 20}, {"revisit", 0, 3, 400}, {"optimal", 0, 3, 200},
	} {
		var program []string
		for i := range c.tasks {
			program = append(program, fmt.Sprintf("t%d:%s", i, strings.Repeat(" wx", c.each)))
		}
		o := checker.Options{Algorithm: c.algorithm, KeepGoing: true, Executions: 300}
		if c.preemptions > 0 {
			o.Preemptions = &c.preemptions
		}
		check := func(v float64) {
			if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
				t.Errorf("%+v: the estimate is %v", c, v)
			}
		}
		o.OnExecution = func(p *checker.Progress) bool { check(p.Estimate); return !t.Failed() }
		res, err := explore.Run(lang.MustParse(strings.Join(program, "; ")), o)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		check(res.Estimate)
	}
}
