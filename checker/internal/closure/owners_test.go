package closure_test

import (
	"flag"
	"math/rand"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

var divide = flag.Bool("divide", false, "TestDivided: say what comes of each division")

// sequential explores by one process, up to so many executions. False: there are more,
// or it says nothing of closure.
func sequential(program func() *lang.Program, algorithm string, most int64) (*checker.Result, [][3]uint32, bool) {
	var last checker.Divided
	o := checker.Options{Algorithm: algorithm, KeepGoing: true, Steps: 500, Between: func(d checker.Divided) { last = d }}
	o.OnExecution = func(p *checker.Progress) bool { return p.Executions < most && p.Truncated == 0 }
	res, err := explore.Run(trial.Renumbered{Program: program()}, o)
	if err != nil || !res.Exhaustive || !strings.HasSuffix(res.Algorithm, "closure") || res.Failing > 0 {
		return nil, nil, false
	}
	return res, closure.Counted(last), true
}

// TestDividedRandom divides explorations of random programs by closure at random moments
// among several owners, some of which die, with letters that come in any order, and
// demands that each trace be counted once.
func TestDividedRandom(t *testing.T) {
	defer trial.SetLeastMemory(1 << 20)()
	var sum divisionSums
	programs := 0
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(2, 3), *trial.Programs/5) {
			seed := *trial.Seed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(i)) }
			algorithm := []string{"closure", "auto"}[i%2]
			want, traces, ok := sequential(program, algorithm, 1000)
			if !ok || want.Executions < 4 {
				continue
			}
			r := rand.New(rand.NewSource(seed))
			v := &division{program: program, o: checker.Options{Algorithm: algorithm, KeepGoing: true, Steps: 500}}
			if i%3 == 2 {
				v.o.Memory = 12000 // traces are forgotten
			}
			undo := func() {}
			if r.Intn(2) == 0 { // so few traces are divided by few sets already
				most := 1 + r.Intn(12)
				undo = closure.SetSets(1+r.Intn(most), most)
			}
			err := v.run(2+r.Intn(4), 3+r.Intn(20), r.Intn(3), r)
			undo()
			if err == nil {
				err = v.check(want, traces)
			}
			if err != nil {
				t.Errorf("%s, seed %d, %s: %v\n%s", k.Name, seed, algorithm, err, program())
				break
			}
			if len(v.owners) > 1 {
				programs++
			}
			sum.add(&v.sums)
		}
	}
	t.Logf("%d programs: %+v", programs, sum)
	if programs < 40 || sum.Letters == 0 || sum.Deaths == 0 {
		t.Error("nothing is tested")
	}
}

// TestDivided divides explorations of the benchmarks among two owners and four, which
// take turns: an owner with nothing to do is given some of what another one has most of.
func TestDivided(t *testing.T) {
	for i, c := range []struct {
		name   string
		p      func() *lang.Program
		traces int64
	}{
		{"posters(4)", func() *lang.Program { return lang.Posters(4) }, 2520},
		{"writers(6)", func() *lang.Program { return lang.Writers(6) }, 720},
		{"buyers(6)", func() *lang.Program { return lang.Buyers(6) }, 720},
		{"consensus(3)", func() *lang.Program { return lang.Consensus(3) }, 125},
		{"2PC(6)", func() *lang.Program { return lang.TwoPhaseCommit(6) }, 1440},
		{"ping-pong(6)", func() *lang.Program { return lang.PingPong(6) }, 3276},
		{"prolific(6)", func() *lang.Program { return lang.Prolific(6) }, 62},
		{"db-cache(3)", func() *lang.Program { return lang.DBCache(3) }, 1764},
	} {
		want, traces, ok := sequential(c.p, "closure", 1<<40)
		if !ok || want.Executions != c.traces {
			t.Fatalf("%s: %+v, not %d traces", c.name, want, c.traces)
		}
		owners := []int{2, 4}
		if !longtest.Asked() {
			owners = owners[i%2 : i%2+1]
		}
		for _, most := range owners {
			v := &division{program: c.p, o: checker.Options{Algorithm: "closure", KeepGoing: true}}
			err := v.turns(most, want.Executions/20)
			if err == nil {
				err = v.check(want, traces)
			}
			if err != nil {
				t.Errorf("%s by %d: %v", c.name, most, err)
				continue
			}
			fast := float64(want.Executions) / float64(v.sums.Rounds)
			if fast < 0.65*float64(most) {
				t.Errorf("%s: %d owners that take turns are only %.2f times as fast as one", c.name, most, fast)
			}
			if *divide {
				runs := int64(0)
				for _, w := range v.owners {
					runs += w.runs
				}
				t.Logf("%-13s by %d: %.2f times as fast, %d executions again, %+v", c.name, most, fast, runs-want.Executions, v.sums)
			}
		}
	}
}

// TestDividedFails: what has an order ends a division.
func TestDividedFails(t *testing.T) {
	const text = "t0: post(m0,h0); t1: post(m1,h0); t2: post(m2,h0); t3: post(m3,h0); t4: post(m4,h0); m0: x++; m1: x++; m2: x++; m3: x++; m4: rx if==0{wy wy unlock(l0)}"
	program := func() *lang.Program { return lang.MustParse(text) }
	res, err := explore.Run(program(), checker.Options{Algorithm: "closure", KeepGoing: true})
	if err != nil || res.Failing == 0 || res.Failing == res.Executions {
		t.Fatal(res, err)
	}
	steps := 0 // in which only what fails is cut
	if _, err := explore.Run(program(), checker.Options{Algorithm: "closure", OnExecution: func(p *checker.Progress) bool {
		steps = len(p.Decisions)
		return false
	}}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []checker.Options{{}, {KeepGoing: true}, {KeepGoing: true, Steps: steps}} {
		o.Algorithm = "closure"
		v := &division{program: program, o: o}
		if err := v.turns(3, 2); err != nil {
			t.Fatal(err)
		}
		if len(v.owners) == 1 {
			t.Fatalf("it was not divided: %+v", *v.owners[0].res)
		}
		given := 0
		for _, w := range v.owners {
			if w.res.Bound == "divided" {
				given++
			}
			if w.res.Truncated > 0 || w.res.Bound != "divided" && len(w.res.Failures) > 0 {
				t.Errorf("owner %d has %+v", w.as, *w.res)
			}
		}
		if given == 0 {
			t.Errorf("%+v: nobody gives up", o)
		}
	}
	// A program that has failed already does not begin.
	o := checker.Options{Algorithm: "closure", KeepGoing: true, Wait: func(checker.Divided) bool { return false }}
	o.Between = func(d checker.Divided) {
		if d.Result().Failing > 0 {
			if _, ok := d.Split(1); ok {
				t.Error("a test that has failed is divided")
			}
		}
	}
	if got, err := explore.Run(program(), o); err != nil || got.Failing != res.Failing {
		t.Error(got, err)
	}
}
