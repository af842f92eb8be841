package race_test

import (
	"reflect"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/checker/race"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wording"
)

// raceIn executes a schedule under the race detector.
func raceIn(p *lang.Program, ds []checker.Decision, r *race.Detector) (first, second checker.Effect, found bool) {
	m := lang.NewMachine(p)
	r.Reset()
	for _, d := range ds {
		r.Add(m, m.Step(d))
	}
	report, found := r.Found()
	return report.First, report.Second, found
}

// TestRaces says which programs have a race in some execution and which in
// none: one line for every way of synchronising.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		program string
		racy    bool
	}{
		{"t0: wx; t1: wx", true},
		{"t0: wx; t1: rx", true},
		{"t0: rx; t1: rx", false},
		{"t0: wx; t1: wy", false},
		{"main: wx go(f) rx; f: rx", false},
		{"main: go(f) wx; f: rx", true},
		{"main: go(f) join(0) wx; f: rx", false},
		// Locks: release before acquire.
		{"t0: lock(l0) wx unlock(l0); t1: lock(l0) wx unlock(l0)", false},
		{"t0: lock(l0) wx unlock(l0); t1: lock(l1) wx unlock(l1)", true},
		{"t0: lock(l0) unlock(l0) wx; t1: lock(l0) rx unlock(l0)", true},
		{"t0: lock(l0) wx unlock(l0); t1: trylock(l0) if==1{rx unlock(l0)}", false},
		{"t0: lock(l0) wx unlock(l0); t1: trylock(l0) if==0{rx}", true},
		{"t0: rlock(k0) rx runlock(k0); t1: lock(k0) wx unlock(k0)", false},
		{"t0: rlock(k0) wx runlock(k0); t1: rlock(k0) wx runlock(k0)", true},
		{"t0: rlock(k0) wx runlock(k0); t1: rlock(k0) runlock(k0) lock(k0) wx unlock(k0)", false},
		// Channels.
		{"chan c0=1; t0: wx send(c0,1); t1: recv(c0) rx", false},
		{"chan c0=1; t0: send(c0,1) wx; t1: recv(c0) rx", true},
		{"chan c0=1; t0: send(c0,1) send(c0,1) wx; t1: rx recv(c0) recv(c0)", false}, // receive 0 before send 1
		{"chan c0=2; t0: send(c0,1) send(c0,1) wx; t1: rx recv(c0) recv(c0)", true},
		{"t0: wx send(c0,1); t1: recv(c0) rx", false},
		{"t0: send(c0,1) wx; t1: rx recv(c0)", false}, // a rendezvous is both ways
		{"t0: send(c0,1) wx; t1: recv(c0) wx", true},
		{"t0: wx close(c0); t1: recv(c0) rx", false},
		{"t0: wx close(c0); t1: select{recv(c0){rx}}", false},
		{"chan c0=1; t0: wx; t1: len(c0) rx", true},
		// A send and a close: as for -race, a send is a read, a close a write.
		{"chan c0=1; t0: send(c0,1); t1: close(c0)", true},
		{"chan c0=1; t0: send(c0,1); t1: recv(c0) close(c0)", false},
		{"chan c0=1; t0: send(c0,1) lock(l0) unlock(l0); t1: lock(l0) unlock(l0) close(c0)", true},
		{"chan c0=1; t0: send(c0,1); main: go(t0) join(0) close(c0)", false},
		{"chan c0=2; t0: send(c0,1) send(c0,1); t1: recv(c0) close(c0)", true},
		{"t0: send(c0,1); t1: recv(c0) close(c0)", false},
		{"t0: send(c0,1); t1: recv(c0); t2: close(c0)", true},
		{"chan c0=1; t0: select{send(c0,1){}default{}}; t1: close(c0)", true},
		{"chan c0=1; t0: send(c0,1) select{send(c0,1){}default{}} Wy; t1: Ry if==1{close(c0)}", false},
		{"t0: close(c0); t1: recv(c0)", false},
		// Atomics.
		{"t0: wx Wy; t1: Ry if==1{rx}", false},
		{"t0: wx Wy; t1: Ry if==0{rx}", true},
		{"t0: wx y++; t1: y++ if==2{wx}", false},
		// Updates and stores of what is there: their order is in no trace.
		{"t0: wx inc(y,1); t1: Ry if==1{rx}", false},
		{"t0: wx inc(y,1); t1: inc(y,1) rx", true},
		{"t0: wx inc(y,1); t1: mask(y,3) rx", true}, // the other way round
		{"t0: wx inc(y,1); t1: inc(y,1); t2: Ry if==2{rx}", false},
		{"t0: wx inc(y,1); t1: put(y,1) Ry if==2{rx}", false},
		{"t0: wx put(y,1); t1: Ry if==1{rx}", false},
		{"t0: wx put(y,1); t1: put(y,1); t2: Ry if==1{rx}", true},
		{"t0: rx; t1: put(x,0)", true},
		{"t0: rx; t1: inc(x,1)", true},
		{"t0: wx; t1: Rx", true},
		{"t0: rx; t1: Rx", false},
		{"t0: Wx; t1: Wx", false},
		{"t0: wx cas(y,0,1); t1: await(y) rx", false},
		// Handlers: messages of one handler are ordered, whichever comes first.
		{"t0: post(a,h0); t1: post(b,h0); a: wx; b: wx", false},
		{"t0: post(a,h0); t1: post(b,h1); a: wx; b: wx", true},
		{"t0: wx post(a,h0); a: wx", false},
		{"t0: post(a,h0) wx; a: wx", true},
		{"t0: post(a,h0); a: post(b,h0) wx; b: wx", false},
		// The rest of sync.
		{"main: wgadd(g0,2) go(f) go(g) wait(g0) wx; f: wx done(g0); g: wy done(g0)", false},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0) wx; f: done(g0) wx; g: wy", true},
		// An Add from zero has to come before the Wait, or after it.
		{"t0: wgadd(g0,1) done(g0); t1: wait(g0)", true},
		{"main: wgadd(g0,1) go(f) wait(g0); f: wgadd(g0,1) done(g0) done(g0)", false},
		{"main: wgadd(g0,1) go(f) wait(g0) wgadd(g0,1) done(g0); f: done(g0)", false},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0); f: done(g0); g: wgadd(g0,1) done(g0)", true},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0) wgadd(g0,1) done(g0); f: done(g0); g: wait(g0)", true},
		{"chan c0=1; main: wgadd(g0,1) go(f) go(g) wait(g0) recv(c0) wgadd(g0,1) done(g0); f: done(g0); g: wait(g0) send(c0,1)", false},
		{"t0: once(o0){wx} rx; t1: once(o0){wx} rx", false},
		{"t0: once(o0){} wx; t1: once(o0){} rx", true},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: wx signal(q0)", false},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: wx bcast(q0)", false},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: signal(q0) wx", true},
		// Virtual time orders steps, but it is no synchronisation.
		{"t0: wx; t1: sleep(1) rx", true},
		{"t0: sleep(1) wx; t1: sleep(2) wx", true},
		{"main: wx tnew(T0,1) trecv(T0) wx", false},
		{"main: wx after(T0,1,f); f: wx", false},
		{"main: after(T0,1,f) wx; f: wx", true},
	} {
		p := lang.MustParse("coarse; " + c.program)
		r, err := oracle.Count(p, 10000)
		if err != nil {
			t.Fatal(err)
		}
		racy, detector := false, race.NewDetector()
		for _, ds := range r.Traces {
			if _, _, found := raceIn(p, ds, detector); found {
				racy = true
			}
		}
		if racy != c.racy {
			t.Errorf("%s: race %v, want %v", p, racy, c.racy)
		}
	}
}

// TestRaceIsReportedWhereItIs checks task, position and kind of a report.
func TestRaceIsReportedWhereItIs(t *testing.T) {
	p := lang.MustParse("coarse; t0: lock(l0) wx unlock(l0); t1: yield Rx")
	write, read := "write at t0:2 by main/1", "atomic read at t1:2 by main/2"
	for _, ds := range mustCount(t, p).Traces {
		detector := race.NewDetector()
		first, second, found := raceIn(p, ds, detector)
		if !found {
			t.Fatalf("no race in %s", lang.Schedule(p, ds))
		}
		want := checker.Failure{Kind: "race", Pos: "t0:2", Race: &checker.Race{First: first, Second: second, FirstAtomic: true}}
		words := "data race: " + write + " and " + read + ", with no synchronisation between them"
		if first.Write {
			want.Pos, want.Race.FirstAtomic, want.Race.SecondAtomic = "t1:2", false, true
			words = "data race: " + read + " and " + write + ", with no synchronisation between them"
		}
		// The write is in the step of the lock, t0's second after its beginning;
		// the read is a step of its own, t1's third.
		for nth := map[bool]int{true: 2, false: 3}[second.Write]; nth > 0; want.At++ {
			if ds[want.At].Task == second.Task {
				nth--
			}
		}
		want.At-- // the last that was counted
		if got := detector.Report.Failure(p); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		} else if message, _ := wording.Race(got.Race, p); message != words {
			t.Errorf("%q, want %q", message, words)
		}
	}
}

func mustCount(t *testing.T, p *lang.Program) *oracle.Result {
	t.Helper()
	r, err := oracle.Count(p, 20000)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRaceDetectorReusesMemory: no allocation once the arrays have grown.
func TestRaceDetectorReusesMemory(t *testing.T) {
	p := lang.MustParse("coarse; chan c0=2; fifo h0; t0: wx send(c0,1) lock(l0) wy unlock(l0) post(m,h0); t1: recv(c0) rx lock(l0) ry unlock(l0) lock(k0) unlock(k0) bcast(q0); m: rlock(k0) runlock(k0)")
	ds := mustCount(t, p).Traces
	detector := race.NewDetector()
	m := lang.NewMachine(p)
	n := testing.AllocsPerRun(100, func() {
		for _, d := range ds {
			m.Reset()
			detector.Reset()
			for _, e := range d {
				detector.Add(m, m.Step(e))
			}
		}
	})
	if n > 0 {
		t.Errorf("%v allocations over %d executions", n, len(ds))
	}
}

// TestExploreReportsRaces: with Options.Races a race is a failure of the
// execution, also if it failed in another way. (The little language does not say when.)
func TestExploreReportsRaces(t *testing.T) {
	for _, c := range []struct{ program, kind string }{
		{"t0: lock(l0) wx unlock(l0); t1: rx", "race"},
		{"t0: lock(l0) wx unlock(l0); t1: lock(l0) rx unlock(l0)", ""},
		{"t0: wx assert==1; t1: wx", "assert race"},
		{"t0: assert==1; t1: wx", "assert"},
		{"chan c0=1; t0: send(c0,1); t1: close(c0)", "race"},
	} {
		p := lang.MustParse("coarse; " + c.program)
		res, err := explore.Run(p, checker.Options{Races: true})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, f := range res.Failures {
			kinds = append(kinds, f.Failure.Kind)
		}
		if kind := strings.Join(kinds, " "); kind != c.kind {
			t.Errorf("%s: failures %q, want %q", p, kind, c.kind)
		}
		res, err = explore.Run(p, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range res.Failures {
			if f.Failure.Kind == "race" {
				t.Errorf("%s: a race without Options.Races", p)
			}
		}
	}
}

// TestWitness: where updates commute, a race may be hidden in the order in which
// it was found. The witness shows it although nothing commutes.
func TestWitness(t *testing.T) {
	hidden, races := 0, 0
	for _, name := range []string{"updates", "updates-branch", "updates-locks", "updates-handlers", "updates-coarse", "updates-threads"} {
		k, _ := gen.Named(name)
		for i := range max(*trial.Programs, longtest.N(60, 200)) {
			p := gen.Coarse(k.Program(gen.Seeded(int64(9000+i)), k.Size(i)))
			r, err := oracle.Count(p, 1000)
			if err != nil {
				continue
			}
			q, ok := ordered(p)
			if !ok {
				continue
			}
			for _, ds := range r.Traces {
				o := checker.Options{Races: true, Steps: 10000}
				if f := explore.Replay(p, ds, o, nil).Outcome.Failure; f == nil || f.Kind != "race" {
					continue
				}
				races++
				if again := explore.Replay(q, translated(p, q, ds), o, nil).Outcome.Failure; again != nil && again.Kind == "race" {
					continue
				}
				hidden++
				again := explore.Replay(q, translated(p, q, explain.Witness(p, ds, o)), o, nil)
				if f := again.Outcome.Failure; f == nil || f.Kind != "race" {
					t.Fatalf("%s: the witness has no race: %s\nof %s\n%s", name, lang.Schedule(q, again.Decisions), lang.Schedule(p, ds), p)
				}
			}
		}
	}
	t.Logf("%d races, %d of them hidden in their order", races, hidden)
	if hidden == 0 {
		t.Error("the programs say nothing")
	}
}

// translated is a schedule of p in the numbers that q has for its tasks: each
// program numbers them as it meets them.
func translated(p, q *lang.Program, ds []checker.Decision) []checker.Decision {
	task := func(t checker.Task) checker.Task {
		if t == checker.NoTask {
			return t
		}
		return q.TaskNamed(p.TaskName(t))
	}
	var in []checker.Decision
	for _, d := range ds {
		d.Task, d.Partner = task(d.Task), task(d.Partner)
		in = append(in, d)
	}
	return in
}

// ordered is a program in which the updates and stores of p are plain atomic
// writes; false if it has updates for which the language has none.
func ordered(p *lang.Program) (*lang.Program, bool) {
	q := *p
	q.Bodies = nil
	ok := true
	var block func(code []lang.Stmt) []lang.Stmt
	block = func(code []lang.Stmt) []lang.Stmt {
		code = append([]lang.Stmt(nil), code...)
		for i := range code {
			s := &code[i]
			switch s.Kind {
			case lang.Inc:
				s.Kind, s.Reg = lang.AddVar, 3
			case lang.Put:
				s.Kind = lang.AtomicStore
			case lang.Mask, lang.Merge:
				ok = false
			}
			s.Then, s.Else, s.Cases = block(s.Then), block(s.Else), block(s.Cases)
		}
		return code
	}
	for _, b := range p.Bodies {
		b.Code = block(b.Code)
		q.Bodies = append(q.Bodies, b)
	}
	return &q, ok && q.Compile() == nil
}
