package dpor_test

import (
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestDPORCounts: where every conflict is of two accesses, two locks or two
// messages, dpor's dependence is that of the serial traces, and sleep sets let
// none be executed twice. Begun is the number of executions, those included that
// end asleep: of readers it is published ("classic with sleep sets"), and as it
// depends on nothing but the first choice, it has to come out.
func TestDPORCounts(t *testing.T) {
	for _, b := range []struct {
		name   string
		p      *lang.Program
		traces int64
		begun  int64 // 0: depends on the order of exploration
	}{
		{"readers(2)", lang.Readers(2), 4, 5},
		{"readers(8)", lang.Readers(8), 256, 3281},
		{"lastzero(5)", lang.LastZero(5), 64, 0},
		{"filesystem(16)", lang.FileSystem(16), 8, 0},
		{"indexer(12)", lang.Indexer(12), 8, 0},
		{"writers(5)", lang.Writers(5), 120, 0},
		{"posters(3)", lang.Posters(3), 90, 0},
		{"2PC(4)", lang.TwoPhaseCommit(4), 48, 0},
		{"buyers(5)", lang.Buyers(5), 120, 0},
		{"consensus(2)", lang.Consensus(2), 4, 0},
		{"consensus(3)", lang.Consensus(3), 216, 0},
		{"prolific(5)", lang.Prolific(5), 120, 0},
		{"sparse-mat(4,3)", lang.SparseMat(4, 3), 204, 0},
		{"plb(4)", lang.PLB(4), 105, 0},
		{"a WaitGroup", lang.MustParse("main: loop4{ wgadd(g0,1) go(f)} wait(g0); f: done(g0)"), 1, 1},
		{"a full channel", lang.MustParse("chan c0=4; t0: loop5{ send(c0,1)}; t1: loop5{ recv(c0)}"), 1, 1},
		{"readers", lang.MustParse("t0: loop3{ rlock(k0) runlock(k0)}; t1: loop3{ rlock(k0) runlock(k0)}"), 1, 1},
	} {
		res, err := explore.Run(b.p, checker.Options{Algorithm: "dpor", KeepGoing: true, CountRedundant: true})
		if err != nil {
			t.Fatal(err)
		}
		begun := res.Executions + res.Blocked
		if res.Executions != b.traces || res.Redundant > 0 || !res.Exhaustive || b.begun > 0 && begun != b.begun {
			t.Errorf("%s: %d executions, %d redundant, %d begun, want %d, 0, %d: %+v", b.name, res.Executions, res.Redundant, begun, b.traces, b.begun, res)
		}
		res, err = explore.Run(b.p, checker.Options{Algorithm: "dpor-nosleep", KeepGoing: true, CountRedundant: true, Executions: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if res.Blocked > 0 || res.Exhaustive && res.Executions-res.Redundant != b.traces {
			t.Errorf("%s: without sleep sets: %+v", b.name, res)
		}
	}
}

// TestDPORMissed has the smallest programs of which versions of dpor missed
// traces, each for a reason of its own.
func TestDPORMissed(t *testing.T) {
	for _, text := range []string{
		// With sleep sets the set E of Flanagan and Godefroid is not enough: t0
		// is in it, but sleeps.
		"t0: cas(x,0,1); t1: go(f0); t2: rx; f0: rx",
		// The same where what has to come first is pending, not executed.
		"chan c0=2 c1=1; t0: recv(c0) recv(c1); t1: recv(c0) wx; t2: send(c1,1) send(c0,1) send(c0,1) rx recv(c1)",
		// Default becomes possible when a case is no more.
		"chan c0=1; t0: send(c0,2) recv(c0) select{ send(c0,2){} recv(c1){} default{}}; t1: send(c1,2); t2: send(c0,1)",
		// What sleeps is another alternative of the task that goes on.
		"chan c0=2; t0: post(m1,h1) post(m2,h1); t1: post(m0,h0) close(c0) select{ recv(c0){} send(c0,1){}}; m0: send(c0,1); m1: recv(c0); m2: send(c0,1)",
		// What sleeps is a post to the front that, woken, only finds the handler closed.
		"coarse; fifo h1; t0: post(m0,h1) postf(m1,h1); m0:; m1:; f0: hclose(h1)",
		// What sleeps is a Default; another case becomes possible besides it.
		"t0: select{ send(c1,2){} default{}}; t2: close(c1); t3: recv(c1)",
		// A task that sleeps goes on in another way, and its races change with
		// every step that it depends on.
		"chan c0=1 c1=2; t0: send(c1,2) send(c0,2) send(c1,1) rx recv(c1); t1: wx select{ send(c1,2){} recv(c0){} default{}}; t3: recv(c0); f1: send(c1,1)",
		// A TryRLock that fails does not depend on readers.
		"t0: tryrlock(k0) wx2; t1: lock(k0); t2: tryrlock(k0) wx2 runlock(k0)",
		// Two failed attempts are independent.
		"fifo h0; t0: post(m2,h0) tryrlock(k0); t1: post(m0,h0) lock(k0) unlock(k0); m0: trylock(k0); m2:",
		// What accesses there are depends on what is read.
		"coarse; t0: rx if==0{wy}; t1: go(f0); t2: Rz wx; f0: Rz ry; t3: Wz2",
		"coarse; t0: lock(k0) unlock(k0) trylock(k0) if==1{ wx}; t1: trylock(k0); t2: rx",
	} {
		p, err := lang.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"dpor", "dpor-nosleep"} {
			var sum trial.Tally
			if err := trial.Guarded(p, algorithm, 20000, &sum); err != nil || sum.Programs == 0 {
				t.Errorf("%s: %v, %v: %s", algorithm, err, sum, text)
			}
		}
	}
}

// TestDPORCampaign holds both algorithms to the oracle on a few programs of
// every kind; TestCampaign does it on many.
func TestDPORCampaign(t *testing.T) {
	for _, k := range gen.Kinds {
		for i := range 4 * *trial.Programs / 25 {
			for j, algorithm := range []string{"dpor", "dpor-nosleep"} {
				p := k.Program(gen.Seeded(int64(30000+i)), k.Size(i))
				if err := trial.Guarded(p, algorithm, 300>>j, &trial.Tally{}); err != nil {
					t.Errorf("%s: %s: %v: %s", algorithm, k.Name, err, p)
				}
			}
		}
	}
}

func TestDPORBounds(t *testing.T) {
	for _, algorithm := range []string{"dpor", "dpor-nosleep"} {
		res, err := explore.Run(lang.Writers(4), checker.Options{Algorithm: algorithm, Executions: 5})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != 5 || res.Exhaustive || res.Bound != "executions" {
			t.Errorf("%s: executions not bounded: %+v", algorithm, res)
		}
		res, err = explore.Run(lang.Writers(4), checker.Options{Algorithm: algorithm, Steps: 10})
		if err != nil {
			t.Fatal(err)
		}
		if res.Truncated == 0 || res.Truncated != res.Executions || res.Exhaustive || res.Bound != "steps" {
			t.Errorf("%s: steps not bounded: %+v", algorithm, res)
		}
		res, err = explore.Run(lang.MustParse("t0: loop40000{ yield}"), checker.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		if res.Truncated != 1 || res.Bound != "length" {
			t.Errorf("%s: length not told: %+v", algorithm, res)
		}

		// Executions that end asleep are asked for the time as well.
		var now time.Time
		reset := trial.SetClock(func() time.Time {
			now = now.Add(time.Second)
			return now
		})
		res, err = explore.Run(lang.LastZero(10), checker.Options{Algorithm: algorithm, Deadline: now.Add(20 * time.Second)})
		reset()
		if err != nil {
			t.Fatal(err)
		}
		if res.Bound != "time" || res.Exhaustive {
			t.Errorf("%s: time not bounded: %+v", algorithm, res)
		}

		p := &trial.Forgetful{
			Program: lang.MustParse("t0: lock(l0) unlock(l0); t1: lock(l0) unlock(l0)"),
			Then:    lang.MustParse("t0: lock(l0) unlock(l0)"),
		}
		res, err = explore.Run(p, checker.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Failures) != 1 || res.Failures[0].Failure.Kind != "divergence" {
			t.Errorf("%s: an alternative that is gone is not told: %+v", algorithm, res)
		}
	}
}
