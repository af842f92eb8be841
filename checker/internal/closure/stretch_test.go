package closure_test

import (
	"flag"
	"math/rand"
	"os"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

var campaignStretch = flag.Int("campaign.stretch", -1, "all tests: closure finds the reversals of every execution in stretches, of that work an event; -1: only those of long ones")

func TestMain(m *testing.M) {
	flag.Parse()
	if *campaignStretch >= 0 {
		closure.SetStretches(0, *campaignStretch)
	}
	os.Exit(m.Run())
}

// TestStretches holds closure to what it promises, on random programs, where it finds the
// reversals of every execution in stretches: traces, counts, what is left of it, and owners.
func TestStretches(t *testing.T) {
	defer trial.SetLeastMemory(1 << 20)()
	var sum trial.Tally
	var divided divisionSums
	for n, k := range gen.Kinds {
		if !longtest.Asked() && n%2 == 0 {
			continue
		}
		for i := n % 3; i < n%3+max(1, *trial.Programs/20); i++ {
			seed := *trial.Seed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(i)) }
			reset := closure.SetStretches(0, i%3)
			err := trial.Guarded(program(), []string{"closure", "auto"}[i%2], *trial.Limit, &sum)
			if err == nil {
				_, err = cutUp(program, checker.Options{Algorithm: "closure"}, rand.New(rand.NewSource(seed)))
			}
			if err == nil {
				_, err = bounded(program, []int64{0, 12000}[i%2], rand.New(rand.NewSource(seed)))
			}
			if want, traces, ok := sequential(program, "closure", 500); err == nil && ok && want.Executions > 3 {
				r := rand.New(rand.NewSource(seed))
				v := &division{program: program, o: checker.Options{Algorithm: "closure", KeepGoing: true, Steps: 500}}
				if err = v.run(2+r.Intn(3), 3+r.Intn(20), r.Intn(3), r); err == nil {
					err = v.check(want, traces)
				}
				divided.add(&v.sums)
			}
			reset()
			if err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, seed, err, program())
				break
			}
		}
	}
	t.Logf("%v; divided %+v", sum, divided)
	if sum.Programs < len(gen.Kinds)/longtest.N(4, 2) || divided.Letters == 0 {
		t.Error("nothing is tested")
	}
}

// countedRuns counts the executions of a program.
type countedRuns struct {
	*lang.Program
	times int64
}

func (r *countedRuns) Run(s checker.Scheduler) checker.Outcome {
	r.times++
	return r.Program.Run(s)
}

// TestStretchesAgain says how often executions are made again, and that these do not count:
// less often, the longer a stretch is.
func TestStretchesAgain(t *testing.T) {
	defer closure.SetStretches(0, 0)()
	for work, most := range map[int]int64{0: 90, 1: 89, 1 << 10: 0} {
		closure.SetStretches(0, work)
		p := &countedRuns{Program: lang.Posters(3)}
		res, err := explore.Run(p, checker.Options{Algorithm: "closure"})
		if err != nil || !res.Exhaustive || res.Executions != 90 {
			t.Fatal(res, err)
		}
		if again := p.times - res.Executions; again > most || work == 0 && again < 45 {
			t.Errorf("work %d: %d executions were made again", work, again)
		}
	}
}
