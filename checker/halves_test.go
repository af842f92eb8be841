package checker_test

import (
	"flag"
	"math/rand"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

var halves = flag.Bool("halves", false, "TestHalves: say what comes of each division")

// TestHalves divides explorations of the benchmarks by closure between two searches,
// and demands all traces of them.
func TestHalves(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int
	}{
		{"posters(4)", lang.Posters(4), 2520},
		{"writers(6)", lang.Writers(6), 720},
		{"buyers(6)", lang.Buyers(6), 720},
		{"consensus(3)", lang.Consensus(3), 125},
		{"2PC(6)", lang.TwoPhaseCommit(6), 1440},
		{"ping-pong(6)", lang.PingPong(6), 3276},
		{"prolific(6)", lang.Prolific(6), 62},
		{"db-cache(3)", lang.DBCache(3), 1764},
	} {
		r := rand.New(rand.NewSource(1))
		for _, after := range []int64{1, 64} {
			for _, choose := range []func(int) int{func(int) int { return 0 }, r.Intn} {
				h := checker.Halve(c.p, after, choose)
				if h.Traces != c.traces {
					t.Errorf("%s, after %d: %+v, not %d traces", c.name, after, h, c.traces)
				}
				if *halves {
					t.Logf("%s, after %d: %+v", c.name, after, h)
				}
			}
		}
	}
}

// TestHalvesRandom does the same with random programs.
func TestHalvesRandom(t *testing.T) {
	var sum checker.Halves
	programs := 0
	for _, k := range gen.Kinds {
		for i := range max(1, *campaign/5) {
			seed := *campaignSeed + int64(i)
			p := k.Program(gen.Seeded(seed), k.Size(i))
			res, err := checker.Explore(p, checker.Options{Algorithm: "closure", KeepGoing: true, Executions: 500, Steps: 500})
			if err != nil {
				t.Fatal(err)
			}
			if !res.Exhaustive || res.Executions < 4 {
				continue
			}
			r := rand.New(rand.NewSource(seed))
			h := checker.Halve(p, 1+r.Int63n(res.Executions/2), r.Intn)
			if h.Traces != int(res.Executions) {
				t.Errorf("%s, seed %d: %+v, not %d traces\n%s", k.Name, seed, h, res.Executions, p)
				continue
			}
			programs++
			sum.Traces += h.Traces
			sum.Second += h.Second
			sum.Twice += h.Twice
			sum.Sent += h.Sent
			sum.Run += h.Run
		}
	}
	t.Logf("%d programs: %+v", programs, sum)
	if sum.Second == 0 || sum.Run == 0 || sum.Twice == 0 {
		t.Error("nothing is tested")
	}
}
