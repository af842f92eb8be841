package explore_test

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// unit is a part of an exploration, and what has come of it.
type unit struct {
	part checker.Part // nil: everything
	made []string     // executions
	sum  checker.Result
	over bool
}

// divided explores a program in parts that are taken at random, and run by
// several instances of it, of which each numbers its tasks by itself. What has
// come of it is in the order of the parts.
func divided(program func() *lang.Program, o checker.Options, r *rand.Rand) ([]*unit, error) {
	workers := []*trial.Namer{{P: program()}, {P: program()}, {P: program()}}
	units := []*unit{{}}
	folds, lost := o.OnRestart != nil, false
	for {
		var open []int
		for i, u := range units {
			if !u.over {
				open = append(open, i)
			}
		}
		if len(open) == 0 && lost {
			return nil, errors.New("a part was given away by an exploration that began anew")
		}
		if len(open) == 0 {
			return units, nil
		}
		at := open[r.Intn(len(open))]
		u := units[at]
		p := workers[r.Intn(len(workers))]
		o.Part = u.part
		if u.part != nil && r.Intn(2) == 0 {
			again, err := explore.DecodePart(u.part.Encode())
			if err != nil {
				return nil, err
			}
			o.Part = again
		}
		o.OnExecution = func(pr *checker.Progress) bool {
			u.made = append(u.made, p.Schedule(pr.Decisions))
			return true
		}
		made, given := len(u.made), len(units)
		if folds {
			o.OnRestart = func() {
				if u.made = u.made[:made]; len(units) > given {
					lost = true // what was given away is explored twice
				}
			}
		}
		often := 2 + r.Intn(8)
		o.Between = func(d checker.Divided) {
			switch {
			case r.Intn(often) == 0:
				if part := d.Give(); part != nil {
					units = slices.Insert(units, at+1, &unit{part: part})
				}
			case r.Intn(2*often) == 0 && !folds: // what goes on from a beginning does not fold
				d.Stop()
			}
		}
		res, err := explore.Run(trial.Renumbered{Program: p.P}, o)
		if err != nil {
			return nil, err
		}
		u.sum.Executions += res.Executions
		u.sum.Events += res.Events
		u.sum.Deadlocks += res.Deadlocks
		u.sum.Repeated += res.Repeated
		u.sum.Blocked += res.Blocked
		u.sum.Bound = res.Bound
		u.part, u.over = res.Rest, res.Rest == nil
	}
}

// sameAsWhole demands that the parts make the executions of the whole, in its
// order. False: it was refused.
func sameAsWhole(program func() *lang.Program, algorithm string, r *rand.Rand) (bool, error) {
	return sameFolded(program, algorithm, r, nil)
}

// sameFolded is sameAsWhole for explorations that fold steps. anew, if not nil, is
// told that one begins anew.
func sameFolded(program func() *lang.Program, algorithm string, r *rand.Rand, anew func()) (bool, error) {
	const most = 1000
	whole := &trial.Namer{P: program()}
	o := checker.Options{Algorithm: algorithm, KeepGoing: true}
	bound := ""
	if explore.AlgorithmOf(checker.Options{Algorithm: algorithm}).Samples {
		o.Executions, bound = 300, "executions" // some blocks
	}
	var want []string
	o.OnExecution = func(pr *checker.Progress) bool {
		want = append(want, whole.Schedule(pr.Decisions))
		return len(want) < most && !strings.HasSuffix(pr.Algorithm, "closure")
	}
	if anew != nil {
		o.OnRestart = func() { want = nil; anew() }
	}
	res, err := explore.Run(trial.Renumbered{Program: whole.P}, o)
	if err != nil || res.Refusal != nil || len(want) == most || strings.HasSuffix(res.Algorithm, "closure") {
		return false, err
	}
	units, err := divided(program, o, r)
	if err != nil {
		return false, err
	}
	var got []string
	var sum checker.Result
	for _, u := range units {
		if anew != nil && u.sum.Bound == "divided" {
			return false, nil // one process explores it, by itself
		}
		got = append(got, u.made...)
		sum.Executions += u.sum.Executions
		sum.Events += u.sum.Events
		sum.Deadlocks += u.sum.Deadlocks
		sum.Repeated += u.sum.Repeated
		sum.Blocked += u.sum.Blocked
		if u.sum.Bound != bound && u.sum.Bound != "sampling" {
			return false, fmt.Errorf("a part has ended by %s", u.sum.Bound)
		}
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return false, fmt.Errorf("in %d parts execution %d is %s, in one %s", len(units), i+1, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return false, fmt.Errorf("%d parts make %d executions, the whole %d", len(units), len(got), len(want))
	}
	if sum.Executions != res.Executions || sum.Events != res.Events || sum.Deadlocks != res.Deadlocks || sum.Repeated != res.Repeated || sum.Blocked != res.Blocked {
		return false, fmt.Errorf("%d parts come to %+v, the whole to %+v", len(units), sum, *res)
	}
	return true, nil
}

// TestParts divides explorations at random, and joins what comes of the parts.
func TestParts(t *testing.T) {
	for _, batch := range []int{1, 64} {
		back := trial.SetRevisitBatch(batch)
		defer back()
		for _, k := range gen.Kinds {
			explored := 0
			for i := range *trial.Programs {
				seed := *trial.Seed + int64(i)
				program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(i)) }
				ok, err := sameAsWhole(program, []string{"revisit", "auto"}[i%2], rand.New(rand.NewSource(seed)))
				if err != nil {
					t.Errorf("%s, seed %d, batches of %d: %v\n%s", k.Name, seed, batch, err, program())
					break
				}
				if ok {
					explored++
				}
			}
			t.Logf("%s: %d programs explored in parts", k.Name, explored)
		}
	}
}

// TestPartsFold divides explorations that begin anew to fold steps: before that
// nothing is given away.
func TestPartsFold(t *testing.T) {
	defer trial.FoldFrom(5)()
	anew, explored := 0, 0
	for i, k := range gen.Kinds {
		for n := range 4 {
			seed := *trial.Seed + int64(4*i+n)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(10)) }
			ok, err := sameFolded(program, "revisit", rand.New(rand.NewSource(seed)), func() { anew++ })
			if err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, seed, err, program())
			}
			if ok {
				explored++
			}
		}
	}
	t.Logf("%d programs explored in parts, %d began anew", explored, anew)
	if anew < 5 {
		t.Errorf("%d explorations began anew: nothing is tested", anew)
	}
}

// TestPartsSampled divides what is sampled: executions that are functions of their
// numbers, and for pct of how long others before them were.
func TestPartsSampled(t *testing.T) {
	for n, algorithm := range []string{"random", "pct", "pos"} {
		for i, k := range gen.Kinds {
			if !longtest.Asked() && i%3 != n {
				continue
			}
			seed := *trial.Seed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(10)) }
			if ok, err := sameAsWhole(program, algorithm, rand.New(rand.NewSource(seed))); err != nil || !ok {
				t.Errorf("%s of %s, seed %d: explored: %v; %v\n%s", algorithm, k.Name, seed, ok, err, program())
			}
		}
	}
}

// TestDecodePart damages a part.
func TestDecodePart(t *testing.T) {
	var parts [][]byte
	o := checker.Options{Algorithm: "revisit", Between: func(d checker.Divided) {
		parts = append(parts, d.Rest().Encode())
	}}
	sampled := o
	sampled.Algorithm, sampled.Executions = "pct", 5
	sampled.Between = func(d checker.Divided) { parts = append(parts, d.Rest().Encode()) }
	if _, err := explore.Run(lang.MustParse("t0: wx; t1: rx"), sampled); err != nil {
		t.Fatal(err)
	}
	if _, err := explore.Run(lang.MustParse("t0: wx rwlock(k0) rwunlock(k0); t1: rx rlock(k0) runlock(k0); t2: wx rlock(k0) runlock(k0)"), o); err != nil || len(parts) == 0 {
		t.Fatalf("%d parts: %v", len(parts), err)
	}
	if failed := trial.Damage(t, parts, 20000); failed < 10000 {
		t.Errorf("of 20000 damaged parts %d were errors", failed)
	}
}

// TestPartsSpawn divides a program whose tasks are met in another order by each
// worker.
func TestPartsSpawn(t *testing.T) {
	text := "main: go(a) go(b) go(c); a: rx if==0{go(d)} ry if==1{go(e)} wz; b: wx ry if==0{go(f) go(d)} rz; c: wy rx if==0{go(e)}; d: wx; e: wy rz; f: wz rx"
	for seed := range int64(20) {
		ok, err := sameAsWhole(func() *lang.Program { return lang.MustParse(text) }, "revisit", rand.New(rand.NewSource(seed)))
		if err != nil || !ok {
			t.Fatalf("seed %d: explored: %v; %v", seed, ok, err)
		}
	}
}
