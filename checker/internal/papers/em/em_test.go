package em_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// TestEMRefuses: an operation that EM-DPOR is not defined for is named.
func TestEMRefuses(t *testing.T) {
	for _, c := range []struct{ program, what string }{
		{"t0: wx send(c0,1); t1: recv(c0)", "channels"},
		{"t0: select{recv(c0){} default{}}", "select"},
		{"t0: rlock(k0) runlock(k0)", "readers and writers of a lock"},
		{"t0: wgadd(g0,1)", "wait groups"},
		{"t0: signal(q0)", "conditions"},
		{"t0: once(o0){}", "sync.Once"},
		{"t0: sleep(1)", "time"},
		{"t0: choose(2)", "choices"},
		{"t0: unlock(l0)", "unlocking of what is not locked"},
		{"t0: lock(l0); t1: unlock(l0)", "unlocking of what another task has locked"},
		{"fifo h0; t0: postf(a,h0); a: wx", "posts to the front of a queue"},
		{"fifo h0; t0: hclose(h0)", "closing of handlers"},
		{"t0: post(a,h0) post(b,h0); a: wx; b: wx", "mailboxes that are no queues"},
	} {
		res, err := explore.Run(lang.MustParse(c.program), checker.Options{Algorithm: "em", KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Refusal == nil || res.Refusal.What != c.what || res.Refusal.Pos == "" || res.Exhaustive {
			t.Errorf("%s: refusal %+v, want of %q with a position", c.program, res.Refusal, c.what)
		}
	}
	// One message makes no order.
	res, err := explore.Run(lang.MustParse("t0: post(a,h0) wx; a: rx"), checker.Options{Algorithm: "em"})
	if err != nil || res.Refusal != nil || !res.Exhaustive {
		t.Errorf("one message: %+v, %v", res, err)
	}
}

// TestEMCoarser has the smallest programs with traces that em does not promise
// to explore: it sees that another one contains them.
func TestEMCoarser(t *testing.T) {
	for _, c := range []struct {
		program          string
		traces, explored int
	}{
		// b behind a, which waits for ever; or before it, which has all that the first has.
		{"fifo h0; t1: post(b,h0); t2: post(a,h0); a: await(y); b: wx", 2, 1},
		{"fifo h0; t1: post(b,h0); t2: post(a,h0); a: lock(l0) lock(l0); b: wx", 2, 1},
		// Two handlers of one thread, each with the lock.
		{"fifo h0; t1: post(a,h0); t2: post(b,h0); a: lock(l0) unlock(l0); b: lock(l0) unlock(l0)", 2, 1},
		// But the first to take it keeps it.
		{"fifo h0; t1: post(a,h0); t2: post(b,h0); a: lock(l0) unlock(l0); b: lock(l0)", 2, 2},
	} {
		p := lang.MustParse(c.program)
		want, err := oracle.Count(p, 1000)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		_, err = explore.Run(p, checker.Options{Algorithm: "em", OnExecution: func(pr *checker.Progress) bool {
			key, _, _ := want.Key(pr.Decisions)
			seen[key] = true
			return true
		}})
		if err != nil {
			t.Fatal(err)
		}
		if len(want.Traces) != c.traces || len(seen) != c.explored {
			t.Errorf("%s: %d of %d traces explored, want %d of %d", c.program, len(seen), len(want.Traces), c.explored, c.traces)
		}
		if err := trial.Guarded(p, "em", 1000, &trial.Tally{}); err != nil {
			t.Errorf("%s: %v", c.program, err)
		}
	}
}
