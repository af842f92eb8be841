package checker_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle"
)

// covered says whether a trace that em has not explored may be missing: some
// messages wait in it for ever behind one that is blocked, and an execution
// that em has explored contains it.
func covered(want *oracle.Result, explored map[string][]checker.Decision, ds []checker.Decision) bool {
	for _, long := range explored {
		if want.Covers(long, ds) {
			return true
		}
	}
	return false
}

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
		{"coarse; t0: Rx wy wx; t1: Wy", "steps of several accesses (-races=explore makes each one a step)"},
	} {
		res, err := checker.Explore(lang.MustParse(c.program), checker.Options{Algorithm: "em", KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Refusal == nil || res.Refusal.What != c.what || res.Refusal.Pos == "" || res.Exhaustive {
			t.Errorf("%s: refusal %+v, want of %q with a position", c.program, res.Refusal, c.what)
		}
	}
	// One message makes no order.
	res, err := checker.Explore(lang.MustParse("t0: post(a,h0) wx; a: rx"), checker.Options{Algorithm: "em"})
	if err != nil || res.Refusal != nil || !res.Exhaustive {
		t.Errorf("one message: %+v, %v", res, err)
	}
}
