package explore_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// TestAuto checks what auto uses, and that it counts every trace once whenever
// closure takes over from revisit.
func TestAuto(t *testing.T) {
	for _, c := range []struct {
		program   string
		algorithm string
	}{
		{"t0: wx rx; t1: rx wy; t2: ry lock(l0) unlock(l0)", "revisit"},
		{"t0: post(m0,h0) wx; t1: post(m1,h1) rx; m0: wx; m1: rx", "revisit"},
		{"t0: post(m0,h0) wx; t1: post(m1,h0) rx; m0: wx; m1: rx", "closure"},
		{"chan c0=1; t0: select{send(c0,1){wx} recv(c0){rx}}; t1: rx send(c0,1)", "closure"},
		// A second message behind a race: t0 goes first by default, and reads 0.
		{"t0: wy rx if==1{post(m0,h0)} post(m1,h0) ry; t1: rx wx; m0: wy2; m1: ry wy3", "revisit+closure"},
		{"fifo h0; t0: wy rx if==1{post(m0,h0)} post(m1,h0) ry; t1: wx ry; m0: wy2; m1: ry wy3", "revisit+closure"},
		{"t0: lock(l0) wx unlock(l0) post(m1,h0); t1: lock(l0) rx if==0{post(m0,h0)} unlock(l0) wy; m0: wy2; m1: ry wy3", "revisit+closure"},
		// A select behind a race.
		{"chan c0=1; t0: rx if==1{select{send(c0,1){wx} recv(c0){rx}}}; t1: wx send(c0,1) recv(c0)", "revisit+closure"},
		{"chan c0=1; t0: rx ry if==2{select{send(c0,1){wx} default{rx}}}; t1: wx wy2 send(c0,1); t2: wx2 wy", "revisit+closure"},
	} {
		t.Run(c.program, func(t *testing.T) {
			p := lang.MustParse(c.program)
			var sum trial.Tally
			if err := trial.Agrees(p, "auto", 20000, &sum); err != nil || sum.Programs != 1 {
				t.Errorf("auto: %v (%v)", err, sum)
			}
			res := trial.MustRun(t, p, checker.Options{Algorithm: "auto", KeepGoing: true})
			if res.Algorithm != c.algorithm || res.Redundant != 0 || int(res.Executions) != sum.Traces {
				t.Errorf("used %s, %d executions, %d redundant, want %s, %d", res.Algorithm, res.Executions, res.Redundant, c.algorithm, sum.Traces)
			}
			if repeats := res.Algorithm == "revisit+closure"; repeats != (res.Repeated > 0) {
				t.Errorf("%s repeated %d executions", res.Algorithm, res.Repeated)
			}
		})
	}
}

// TestAutoForgets: what closure cannot tell from what was counted before, it does
// not count.
func TestAutoForgets(t *testing.T) {
	defer trial.SetLeastMemory(1 << 10)()
	p := lang.MustParse("chan c0=1; t0: wx wx wx; t1: wx2 wx2 wx2; t2: ry if==1{select{recv(c0){wy2} default{}}}; t3: wy")
	res := trial.MustRun(t, p, checker.Options{})
	if res.Algorithm != "revisit+closure" || !res.Exhaustive {
		t.Errorf("without a bound: %+v", res)
	}
	res = trial.MustRun(t, p, checker.Options{Memory: 1})
	if res.Bound != "memory" || res.Exhaustive || res.Redundant != 0 {
		t.Errorf("want the bound to be told: %+v", res)
	}
}
