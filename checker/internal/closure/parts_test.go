package closure_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// cutUp explores a program by closure in pieces that end at random moments: what is left
// goes on where it is, or as data in another instance, whose tasks have no numbers yet.
// It demands the executions of an undisturbed exploration, in its order. False: the
// program says nothing of this.
func cutUp(program func() *lang.Program, o checker.Options, r *rand.Rand) (bool, error) {
	most := 2000
	if o.Symmetry {
		most = 200
	}
	whole := &trial.Namer{P: program()}
	o.KeepGoing = true
	var want []string
	if o.Symmetry {
		o.OnRestart = func() { want = nil }
	}
	o.OnExecution = func(pr *checker.Progress) bool {
		want = append(want, whole.Schedule(pr.Decisions))
		return len(want) < most
	}
	res, err := explore.Run(trial.Renumbered{Program: whole.P}, o)
	if err != nil || res.Refusal != nil || len(want) == most || !strings.HasSuffix(res.Algorithm, "closure") || o.Symmetry != res.UpToNames {
		return false, err
	}
	p := &trial.Namer{P: program()}
	var got []string
	var sum checker.Result
	var data []byte
	pieces := 0
	if o.Symmetry {
		o.OnRestart = func() { got = nil }
	}
	for {
		pieces++
		before := 0
		o.OnExecution = func(pr *checker.Progress) bool {
			got = append(got, p.Schedule(pr.Decisions))
			return true
		}
		often := 2 + r.Intn(20)
		o.Between = func(d checker.Divided) {
			switch {
			case !d.Whole(): // by revisit, so far
			case r.Intn(often) == 0:
				d.Stop()
			case r.Intn(often) == 0: // an owner that is killed goes on from here
				data, before = d.Rest().Encode(), len(got)
			}
		}
		made := len(got)
		part, err := explore.Run(trial.Renumbered{Program: p.P}, o)
		if err != nil {
			return false, err
		}
		sum.Events += part.Events
		sum.Deadlocks += part.Deadlocks
		sum.Repeated += part.Repeated
		sum.Blocked += part.Blocked
		sum.Algorithm = part.Algorithm
		if part.Bound == "divided" && len(res.Apart) > 0 {
			return false, nil // somebody was told apart late: one process explores all of it
		}
		if sum.Executions += part.Executions; part.Rest == nil {
			sum.Exhaustive = part.Exhaustive
			break
		}
		if part.Besides != "" {
			return false, fmt.Errorf("besides what is left %s", part.Besides)
		}
		o.Part = part.Rest
		switch r.Intn(3) {
		case 0: // it goes on
			continue
		case 1:
			if before > made {
				// What was made since is made again: the counts are not compared.
				got, sum.Events = got[:before], -1<<40
			} else {
				data = o.Part.Encode()
			}
		default:
			data = o.Part.Encode()
		}
		if o.Part, err = explore.DecodePart(data); err != nil {
			return false, err
		}
		p = &trial.Namer{P: program()}
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return false, fmt.Errorf("in %d pieces execution %d is %s, in one %s", pieces, i+1, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return false, fmt.Errorf("%d pieces make %d executions, the whole %d", pieces, len(got), len(want))
	}
	if sum.Algorithm != res.Algorithm || sum.Exhaustive != res.Exhaustive {
		return false, fmt.Errorf("%d pieces come to %+v, the whole to %+v", pieces, sum, *res)
	}
	if sum.Events >= 0 && (sum.Executions != res.Executions || sum.Events != res.Events || sum.Deadlocks != res.Deadlocks || sum.Repeated != res.Repeated || sum.Blocked != res.Blocked) {
		return false, fmt.Errorf("%d pieces come to %+v, the whole to %+v", pieces, sum, *res)
	}
	return pieces > 1, nil
}

// TestPartsClosure ends explorations at random moments, and goes on with them.
func TestPartsClosure(t *testing.T) {
	total, programs := 0, 0
	for _, k := range gen.Kinds {
		explored := 0
		for i := range max(longtest.N(1, 2), *trial.Programs/10) {
			programs++
			seed := *trial.Seed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(3+i)) }
			ok, err := cutUp(program, checker.Options{Algorithm: []string{"closure", "auto"}[i%2]}, rand.New(rand.NewSource(seed)))
			if err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, seed, err, program())
				break
			}
			if ok {
				explored++
			}
		}
		t.Logf("%s: %d programs explored in pieces", k.Name, explored)
		total += explored
	}
	if total < programs/2 {
		t.Errorf("%d of %d programs explored in pieces", total, programs)
	}
}

// TestPartsClosureNames does so up to the names of tasks that are alike.
func TestPartsClosureNames(t *testing.T) {
	explored := 0
	for i := range max(longtest.N(60, 150), *trial.Programs) {
		seed := *trial.Seed + int64(i)
		program := func() *lang.Program { return crowd(gen.Seeded(seed)) }
		o := checker.Options{Algorithm: []string{"closure", "auto"}[i%2], Symmetry: true}
		ok, err := cutUp(program, o, rand.New(rand.NewSource(seed)))
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, program())
		}
		if ok {
			explored++
		}
	}
	if t.Logf("%d programs explored in pieces", explored); explored < 15 {
		t.Error("nothing is tested")
	}
}

// bounded explores a program by closure in pieces that end for want of time at random
// moments, those included at which not all reversals of a trace were found, with little
// memory or much. It demands that all traces be explored, and none counted twice unless
// it was forgotten. The result is the number of pieces.
func bounded(program func() *lang.Program, memory int64, r *rand.Rand) (int, error) {
	o := checker.Options{Algorithm: "closure", KeepGoing: true}
	o.OnExecution = func(pr *checker.Progress) bool { return pr.Executions < 2000 }
	res, err := explore.Run(trial.Renumbered{Program: program()}, o)
	if err != nil || res.Refusal != nil || res.Bound != "" {
		return 0, err
	}
	now := time.Unix(0, 0)
	defer trial.SetClock(func() time.Time {
		now = now.Add(time.Second)
		return now
	})()
	o.Between, o.Memory = func(checker.Divided) {}, memory
	p := program()
	var sum checker.Result
	for pieces := 1; ; pieces++ {
		o.Deadline = now.Add(time.Duration(1+r.Intn(100*pieces)) * time.Second)
		part, err := explore.Run(trial.Renumbered{Program: p}, o)
		if err != nil {
			return 0, err
		}
		sum.Executions += part.Executions
		sum.Redundant += part.Redundant
		sum.Deadlocks += part.Deadlocks
		if part.Rest == nil && part.Bound == "time" && part.CutShort == 1 && part.Executions == 0 && o.Part == nil {
			continue // not even the first execution was made
		}
		if part.Rest == nil {
			if part.Bound == "memory" {
				return 0, nil
			}
			if sum.Executions-sum.Redundant != res.Executions || !part.Exhaustive || memory == 0 && (sum.Redundant > 0 || sum.Deadlocks != res.Deadlocks) {
				return 0, fmt.Errorf("%d pieces come to %+v, the last one to %+v, the whole to %+v", pieces, sum, *part, *res)
			}
			return pieces, nil
		}
		if part.Bound != "time" {
			return 0, fmt.Errorf("something is left by %s", part.Bound)
		}
		if o.Part, err = explore.DecodePart(part.Rest.Encode()); err != nil {
			return 0, err
		}
		p = program()
	}
}

// TestPartsClosureTime ends explorations for want of time.
func TestPartsClosureTime(t *testing.T) {
	defer trial.SetLeastMemory(1 << 13)()
	pieces := 0
	for _, k := range gen.Kinds {
		for i := range max(1, *trial.Programs/10) {
			seed := *trial.Seed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(3+i)) }
			n, err := bounded(program, []int64{0, 12000}[i%2], rand.New(rand.NewSource(seed)))
			if err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, seed, err, program())
				break
			}
			pieces += n
		}
	}
	t.Logf("%d pieces", pieces)
	if pieces < 5*len(gen.Kinds) {
		t.Errorf("%d pieces: nothing is tested", pieces)
	}
}

// TestPartsClosureNumbers: tasks may have other numbers where it goes on. (cutUp goes on
// in instances without numbers.)
func TestPartsClosureNumbers(t *testing.T) {
	text := "main: go(a) go(b) go(c); a: rx if==0{go(d)} ry if==1{go(e)} wz; b: wx ry if==0{go(f) go(d)} rz; c: wy rx if==0{go(e)}; d: wx; e: wy rz; f: wz rx"
	o := checker.Options{Algorithm: "closure"}
	p := lang.MustParse(text)
	whole, err := explore.Run(p, o)
	if err != nil {
		t.Fatal(err)
	}
	for n := int64(1); n < whole.Executions; n += whole.Executions/5 + 1 {
		o.Part, o.Between = nil, func(d checker.Divided) {
			if d.Result().Executions == n {
				d.Stop()
			}
		}
		res, err := explore.Run(p, o)
		if err != nil || res.Rest == nil {
			t.Fatal(res, err)
		}
		q := lang.MustParse(text)
		q.TaskNamed("main/3/1")
		o.Part, o.Between = res.Rest, nil
		rest, err := explore.Run(q, o)
		if err != nil || !rest.Exhaustive || res.Executions+rest.Executions != whole.Executions || res.Events+rest.Events != whole.Events {
			t.Errorf("after %d executions: %+v, %v; the whole %+v", n, rest, err, whole)
		}
	}
	o.Part = struct{ checker.Part }{}
	o.Algorithm = "closure"
	if _, err := explore.Run(p, o); err == nil || !strings.Contains(err.Error(), "has no such parts") {
		t.Error(err)
	}
}

// TestDecodePartClosure damages what is left of explorations by closure.
func TestDecodePartClosure(t *testing.T) {
	var parts [][]byte
	o := checker.Options{Algorithm: "closure", Between: func(d checker.Divided) { parts = append(parts, d.Rest().Encode()) }}
	for _, text := range []string{
		"t0: post(m0,h0) post(m2,h0) post(m1,h0); t1: wy; m0: rx; m1: y++ x++; m2: x++ rx",
		"main: go(a) go(b) go(c); a: rx if==0{go(d)} ry if==1{go(e)} wz; b: wx ry if==0{go(f) go(d)} rz; c: wy rx if==0{go(e)}; d: wx; e: wy rz; f: wz rx",
		"var x; main: go(w) go(w) go(w) go(v); w: rx $0=$0+1 wx$0; v: rx",
	} {
		if o.Symmetry = strings.HasPrefix(text, "var"); o.Symmetry {
			o.OnRestart = func() {}
		}
		if _, err := explore.Run(lang.MustParse(text), o); err != nil {
			t.Fatal(err)
		}
	}
	if failed := trial.Damage(t, parts, 500); failed < 250 {
		t.Errorf("of 500 damaged parts %d were errors", failed)
	}
}
