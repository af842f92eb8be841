package revisit_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestRevisitGroups compares revisit with the oracle on programs whose WaitGroup
// is used as it should be: package gen's are misused, nearly all.
func TestRevisitGroups(t *testing.T) {
	var sum trial.Tally
	for seed := range int64(*trial.Programs) * 4 {
		text := grouped(rand.New(rand.NewSource(*trial.Seed + seed)))
		if err := trial.Guarded(lang.MustParse(text), "revisit", *trial.Limit, &sum); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
	t.Log(sum)
	if sum.Refused*3 > sum.Programs {
		t.Errorf("%d refused, %d not: right uses of a WaitGroup are to be explored", sum.Refused, sum.Programs)
	}
}

// grouped is a program whose main task starts workers, which may start others,
// and waits for all of them, perhaps twice, and whose monitor may wait, too.
func grouped(r *rand.Rand) string {
	var w strings.Builder
	some := func() {
		for range r.Intn(3) {
			w.WriteString([]string{"rx ", "wx ", "x++ ", "ry ", "wy2 ", "lock(l0) rx unlock(l0) ", "lock(l0) wy unlock(l0) ",
				"rx if==0{wy} ", "cas(x,0,1) ", "send(c0,1) ", "recv(c0) "}[r.Intn(11)])
		}
	}
	if r.Intn(3) == 0 {
		w.WriteString("coarse; ")
	}
	fmt.Fprintf(&w, "chan c0=%d; main: ", r.Intn(3))
	n := 1 + r.Intn(3)
	at := r.Intn(n)
	for round := range 1 + r.Intn(5)/4 {
		once := r.Intn(2) == 0
		if once {
			fmt.Fprintf(&w, "wgadd(g0,%d) ", n)
		}
		for i := range n {
			if !once {
				w.WriteString("wgadd(g0,1) ")
			}
			fmt.Fprintf(&w, "go(t%d) ", i)
		}
		if round == 0 && r.Intn(4) == 0 {
			w.WriteString("go(m) ")
		}
		some()
		w.WriteString("wait(g0) ")
		some()
	}
	for i := range n {
		fmt.Fprintf(&w, "; t%d: ", i)
		some()
		if i == at && r.Intn(2) == 0 {
			w.WriteString("wgadd(g0,1) go(f) ")
		}
		w.WriteString("done(g0)")
		if r.Intn(4) == 0 {
			w.WriteString(" rx")
		}
	}
	w.WriteString("; f: ")
	some()
	w.WriteString("done(g0); m: wait(g0) ")
	some()
	return w.String()
}

// TestRevisitReturns has revisit come back to every trace for every child.
func TestRevisitReturns(t *testing.T) {
	defer trial.SetRevisitBatch(1)()
	for _, k := range gen.Kinds {
		var sum trial.Tally
		for seed := range int64(max(1, *trial.Programs/5)) {
			p := k.Program(gen.Seeded(*trial.Seed+seed), k.Size(int(seed)))
			if err := trial.Guarded(p, "revisit", 2500, &sum); err != nil {
				t.Errorf("%s, seed %d: %v\n%s", k.Name, seed, err, p)
			}
		}
	}
}

// TestRevisitMemory checks that memory does not grow with the number of
// executions. With -large there are 147456 of them.
func TestRevisitMemory(t *testing.T) {
	n := 10
	if *trial.Large {
		n = 15
	}
	few, bytes := revisit.RevisitMemory(lang.LastZero(5))
	many, more := revisit.RevisitMemory(lang.LastZero(n))
	t.Logf("%d executions: %d bytes; %d executions: %d bytes", few, bytes, many, more)
	if many < few*50 || more > bytes*25 {
		t.Errorf("memory grows from %d bytes for %d executions to %d for %d", bytes, few, more, many)
	}
}

// TestRevisitRefuses checks that what revisit is not exact for is named, with its
// place.
func TestRevisitRefuses(t *testing.T) {
	for program, want := range map[string]string{
		"t0: post(m0,h0); t1: post(m0,h0); m0: wx":                                       "-algo=revisit knows no second message on a handler",
		"t0: trylock(l0)":                                                                "-algo=revisit knows no TryLock",
		"chan c0=1; t0: select{recv(c0){} default{}}":                                    "-algo=revisit knows no select with default",
		"chan c0=1; t0: select{recv(c0){}}; t1: recv(c0); t2: send(c0,1)":                "-algo=revisit knows no select with a case that another task competes for",
		"t0: select{recv(c0){} await(x){}}; t1: recv(c0); t2: close(c0); t3: cas(x,0,1)": "",
		"chan c0=1; t0: len(c0)":                                                         "-algo=revisit knows no len of a channel",
		"t0: wgadd(g0,1) done(g0); t1: wait(g0)":                                         "-algo=revisit knows no WaitGroup with an Add that a Wait may come before or after",
		"t0: done(g0)":                                                                   "-algo=revisit knows no WaitGroup whose counter falls below zero",
		"t0: await(x); t1: wx wx0":                                                       "-algo=revisit knows no flag that is reset",
		"t0: lock(l0); t1: unlock(l0)":                                                   "-algo=revisit knows no unlock of what another task, or nobody, has locked",
		"coarse; t0: wx; t1: rx":                                                         "-algo=revisit knows no data race between the accesses of two steps",
		"coarse; t0: wx; t1: Rx":                                                         "-algo=revisit knows no data race between the accesses of two steps",
		"coarse; t0: lock(l0) wx unlock(l0); t1: lock(l0) rx unlock(l0)":                 "",
		"coarse; main: wx go(t1) join(0) rx; t1: Wx":                                     "",
		"coarse; main: wx wgadd(g0,1) go(t1) wait(g0) rx; t1: Wx done(g0)":               "",
	} {
		res := trial.MustRun(t, lang.MustParse(program), checker.Options{Algorithm: "revisit"})
		got := ""
		if res.Refusal != nil {
			got = res.Refusal.String()
			if res.Refusal.Pos == "" {
				t.Errorf("%s: the refusal has no position", program)
			}
		}
		if got != want {
			t.Errorf("%s: refusal %q, want %q", program, got, want)
		}
	}
}

// TestRevisitSelects compares revisit with the oracle on programs in which no two
// tasks compete for a case of a select.
func TestRevisitSelects(t *testing.T) {
	var sum trial.Tally
	for seed := range int64(*trial.Programs) * 4 {
		text := selecting(rand.New(rand.NewSource(*trial.Seed + seed)))
		if err := trial.Guarded(lang.MustParse(text), "revisit", *trial.Limit, &sum); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
	t.Log(sum)
	if sum.Refused*2 > sum.Programs {
		t.Errorf("%d refused, %d not: selects that nobody competes for are to be explored", sum.Refused, sum.Programs)
	}
}

// selecting is a program of two tasks that each select in a loop on a channel of
// their own, a channel that says "done", a flag, another that they alone send
// on; and of tasks that serve them.
func selecting(r *rand.Rand) string {
	var w strings.Builder
	var caps [6]int
	for c := range caps {
		caps[c] = r.Intn(3)
	}
	caps[4], caps[5] = 1+r.Intn(2), 1+r.Intn(2)
	fmt.Fprintf(&w, "chan c0=%d c1=%d c2=%d c3=%d c4=%d c5=%d", caps[0], caps[1], caps[2], 0, caps[4], caps[5])
	selectors := 1 + r.Intn(2)
	access := func() string {
		return []string{"", "rx", "wx", "x++", "ry wx", "wy2", "rx if==1{wy}"}[r.Intn(7)]
	}
	for q := range selectors {
		fmt.Fprintf(&w, "; t%d: %s ", q, access())
		for range 1 + r.Intn(2) {
			w.WriteString("select{")
			for _, c := range []string{fmt.Sprintf("recv(c%d)>1", 2*q), "recv(c3)", "await(f)", fmt.Sprintf("send(c%d,1)", 4+q), fmt.Sprintf("recv(c%d)", 2*q)} {
				if r.Intn(2) == 0 {
					fmt.Fprintf(&w, "%s{%s} ", c, access())
				}
			}
			fmt.Fprintf(&w, "nil{}} %s ", access())
			if r.Intn(3) == 0 {
				fmt.Fprintf(&w, "recv(c%d) ", 2*q)
			}
		}
	}
	for k := range 1 + r.Intn(3) {
		fmt.Fprintf(&w, "; u%d: ", k)
		for range 1 + r.Intn(3) {
			q := r.Intn(selectors)
			w.WriteString([]string{fmt.Sprintf("send(c%d,1) ", 2*q), fmt.Sprintf("send(c%d,1) ", 2*q), fmt.Sprintf("recv(c%d) ", 4+q),
				"close(c3) ", "cas(f,0,1) ", fmt.Sprintf("close(c%d) ", 2*q), access() + " ", "recv(c3) "}[r.Intn(8)])
		}
	}
	return w.String()
}

// TestRevisitPresent checks what the walks over a trace know of its tasks.
func TestRevisitPresent(t *testing.T) {
	sum := 0
	look := func(what string, seed int64, p *lang.Program) {
		n, err := revisit.RevisitPresent(p, seed)
		if sum += n; err != nil {
			t.Errorf("%s, seed %d: %v\n%s", what, seed, err, p)
		}
	}
	for seed := range int64(3) {
		for _, k := range gen.Kinds {
			look(k.Name, seed, k.Program(gen.Seeded(*trial.Seed+seed), 6))
		}
	}
	for seed := range int64(10) { // many events have two operations
		look("selects", seed, lang.MustParse(selecting(rand.New(rand.NewSource(*trial.Seed+seed)))))
	}
	t.Logf("%d steps of walks", sum)
	if sum < 10000 {
		t.Errorf("only %d steps of walks were looked at", sum)
	}
}
