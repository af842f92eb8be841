package oracle

import (
	"testing"

	"gocheck.dev/checker/lang"
)

// TestKnown checks the oracle against numbers found by hand or by others.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		program   string
		traces    int
		deadlocks int
	}{
		// Messages of handlers.
		{"t0: post(m2,h0); t1: post(m0,h1) ry post(m1,h1); m0: ry ry; m1: wy rx; m2: x++ y++", 16, 0},
		{"fifo h0; t0: post(m0,h0) post(m2,h0); t1: wy post(m1,h0) z++; m0: rz; m1: rx; m2: wz y++", 4, 0},
		{"t0: post(m2,h1) post(m1,h0); t1: x++ post(m0,h1) wx2; m0: ry; m1: rx rx if==0{ry}; m2: wx2", 30, 0},
		{"t0: post(m0,h0) post(m2,h0) post(m1,h0); t1: wy; m0: rx; m1: y++ x++; m2: x++ rx", 12, 0},
		// Locks.
		{"t0: lock(l0) unlock(l0); t1: lock(l0) unlock(l0); t2: lock(l0) unlock(l0)", 6, 0},
		{"t0: lock(l0) lock(l1) unlock(l1) unlock(l0); t1: lock(l1) lock(l0) unlock(l0) unlock(l1)", 3, 1},
		{"t0: lock(l0) unlock(l0); t1: trylock(l0)", 3, 1}, // before (and t1 keeps it), busy, after
		{"t0: rlock(k0) runlock(k0); t1: rlock(k0) runlock(k0)", 1, 0},
		{"t0: rlock(k0) runlock(k0); t1: lock(k0) unlock(k0)", 2, 0},
		{"t0: rlock(k0) rlock(k0) runlock(k0) runlock(k0); t1: lock(k0) unlock(k0)", 3, 1}, // recursive read lock
		// Channels.
		{"chan c0=1; t0: send(c0,1) send(c0,2) send(c0,3); t1: recv(c0) recv(c0) recv(c0)", 1, 0},
		{"t0: send(c0,1); t1: send(c0,2); t2: recv(c0) recv(c0)", 2, 0},
		{"t0: send(c0,1); t1: recv(c0); t2: recv(c0)", 2, 2},
		{"t0: close(c0); t1: recv(c0); t2: recv(c0)", 1, 0},
		{"t0: close(c0); t1: select{recv(c0){} default{}}", 2, 0},
		{"chan c0=1; t0: send(c0,1); t1: select{recv(c0){} default{}}", 2, 0},
		{"t0: send(c0,1); t1: select{recv(c0){} default{}}", 2, 1},
		{"t0: send(c0,1); t1: sleep(1) select{recv(c0){} default{}}", 1, 0}, // the sender has arrived at the Tick
		{"chan c0=1; t0: close(c0); t1: send(c0,1)", 2, 0},
		{"chan c0=1; t0: len(c0); t1: send(c0,1); t2: len(c0)", 4, 0},
		{"chan c0=1 c1=1; t0: send(c0,1) send(c1,1) select{recv(c0){} recv(c1){}}", 2, 0},
		{"t0: select{send(c0,1){} recv(c1){}}; t1: select{recv(c0){} send(c1,1){}}", 2, 0},
		// The rest of sync.
		{"main: wgadd(g0,2) go(f) go(f) wait(g0); f: done(g0)", 1, 0},
		{"t0: wgadd(g0,1) done(g0); t1: wait(g0)", 2, 0},
		{"t0: wgadd(g0,1); t1: done(g0)", 2, 0}, // fine, or negative
		{"t0: once(o0){x++}; t1: once(o0){x++}; t2: once(o0){x++}", 3, 0},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0); t1: lock(l0) signal(q0) unlock(l0)", 2, 1},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0); t1: lock(l0) cwait(q0,l0) unlock(l0); t2: sleep(1) signal(q0)", 4, 4},
		{"t0: choose(3); t1: choose(2)", 6, 0},
		// At most so many faults, wherever: none, or one of those.
		{"faults 1; t0: fault fault fault; t1: fault fault fault", 7, 0},
		{"faults 2; t0: fault fault; t1: fault", 7, 0},                  // not all three
		{"faults 2; t0: fault if==1{wx}; t1: fault if==1{wx}", 5, 0},    // both in two orders
		{"faults 1; t0: fault if==1{fault if==0{wx}}; t1: rx", 3, 0},    // the second is 0
		{"faults 1; t0: fault wx; t1: rx fault if==1{choose(2)}", 8, 0}, // 4 times two orders
		// Time.
		{"t0: sleep(1) wx; t1: sleep(2) wx", 1, 0},
		{"t0: sleep(1) wx; t1: sleep(1) wx", 2, 0},
		{"t0: tnew(T0,1) tstop(T0)", 1, 0},
		{"t0: after(T0,1,f) sleep(1) tstop(T0); f: wx", 2, 0},
		{"t0: tnew(T0,1) select{trecv(T0){} default{trecv(T0)}}", 1, 0},
		{"t0: await(x); t1: wx", 1, 0},
		{"main: go(f) join(0) rx; f: wx", 1, 0},
		// More of the above.
		{"t0: send(c0,1); t1: select{recv(c0){} default{}}; t2: recv(c0)", 2, 1}, // t1 receives and t2 waits for ever, or default
		{"t0: select{send(c0,1){} default{}}; t1: select{recv(c0){} default{}}", 1, 0},
		{"t0: ticker(T0,1) trecv(T0) trecv(T0)", 1, 0},
		{"t0: ticker(T0,1) trecv(T0); t1: trecv(T0)", 2, 0},
		{"fifo h0; t0: post(a,h0) postf(b,h0); a: wx; b: wx", 2, 0},
		{"fifo h0; t0: post(a,h0) post(b,h0); a: wx; b: wx", 1, 0},
		{"t0: post(a,h0) post(b,h0); a: wx; b: wx", 2, 0},
		{"t0: tryrlock(k0) if==1{runlock(k0)}; t1: lock(k0) unlock(k0)", 3, 0}, // before, busy, after
		{"t0: rlock(k0) runlock(k0); t1: trylock(k0) if==1{unlock(k0)}", 3, 0},
		// Success after any set of readers, busy after any but the empty one.
		{"t0: rlock(k0) runlock(k0); t1: rlock(k0) runlock(k0); t2: trylock(k0) if==1{unlock(k0)}", 7, 0},
		{"t0: once(o0){once(o0){}}", 1, 1},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0); t1: bcast(q0)", 2, 1},
		{"t0: after(T0,1,f) tstop(T0); f: wx", 1, 0},
		{"t0: await(x) wy; t1: wx wx2; t2: ry", 4, 0},
		// Which messages ran before a Tick is in the trace.
		{"fifo h0; t0: post(a,h0); t1: post(b,h0); a: sleep(1); b: wx", 2, 0},
		// Closing a handler.
		{"t0: post(m,h0); t1: hclose(h0); m: wx", 2, 0},
		// Effects.
		{"coarse; t0: Rx wy; t1: Rx ry", 2, 0},
		{"coarse; t0: Rx ry; t1: Rx ry", 1, 0},
		{"coarse; t0: lock(l0) wx unlock(l0) wy; t1: lock(l0) wx unlock(l0) wy", 2, 0}, // unlock and wy are one step,
	} {
		p := lang.MustParse(c.program)
		r, err := Count(p, 100000)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		if len(r.Traces) != c.traces || r.Deadlocks != c.deadlocks {
			t.Errorf("%s: %d traces, %d of them deadlocks; want %d, %d", p, len(r.Traces), r.Deadlocks, c.traces, c.deadlocks)
			for _, ds := range r.Traces {
				t.Log(lang.Schedule(p, ds))
			}
		}
	}
}

// TestKnownSerial checks serial traces against numbers found by hand and
// those that the papers give for handlers that are locks.
func TestKnownSerial(t *testing.T) {
	for _, c := range []struct {
		p      *lang.Program
		traces int
	}{
		{lang.MustParse("t0: post(a,h0) post(b,h0); a: wx; b: wy"), 2},          // the order of messages counts
		{lang.MustParse("fifo h0; t0: post(a,h0) post(b,h0); a: wx; b: wx"), 1}, // but is that of the posts
		{lang.MustParse("fifo h0; t0: post(a,h0); t1: post(b,h0); a: yield; b: yield"), 2},
		{lang.MustParse("t0: post(a,h0); t1: post(b,h0); a: post(c,h0); b: yield; c: yield"), 3},          // b before, between, after
		{lang.MustParse("fifo h0; t0: post(a,h0); t1: post(b,h0); a: post(c,h0); b: yield; c: yield"), 3}, // b posted before a, before c, after c
		{lang.MustParse("t0: post(a,h0); t1: post(b,h1); a: rx; b: rx"), 1},                               // two handlers
		{lang.PLB(4), 105},
		{lang.Prolific(5), 120},
		{lang.Consensus(2), 4},
		{lang.SparseMat(4, 3), 204},
		{lang.Posters(3), 90},
	} {
		r, err := CountSerial(c.p, 100000)
		if err != nil {
			t.Errorf("%s: %v", c.p, err)
			continue
		}
		if len(r.Traces) != c.traces {
			t.Errorf("%s: %d serial traces, want %d", c.p, len(r.Traces), c.traces)
		}
	}
}
