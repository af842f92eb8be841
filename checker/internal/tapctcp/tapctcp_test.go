package tapctcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// found is after how many executions the failure of a program is found, the median over seeds.
func found(t *testing.T, p *lang.Program, algorithm string, depth int, most int64) int64 {
	t.Helper()
	var all []int64
	for seed := range uint64(9) {
		res := trial.MustRun(t, p, checker.Options{Algorithm: algorithm, Depth: depth, Seed: seed, Executions: most})
		at := most + 1
		if len(res.Failures) > 0 {
			at = res.Failures[0].Execution
		}
		all = append(all, at)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// TestChains: messages that post one another are one chain, and so are those that one task posts to
// a mailbox which keeps their order. To pct each is a task, and what comes after all is rare.
func TestChains(t *testing.T) {
	const n = 60
	var posted, posts strings.Builder
	posted.WriteString("t0: post(m0,h0); t1: rx assert==0")
	posts.WriteString("fifo h0; t1: rx assert==0; t0:")
	for i := range n {
		fmt.Fprintf(&posts, " post(m%d,h0)", i)
	}
	for i := range n {
		last := fmt.Sprintf("wy post(m%d,h0)", i+1)
		if i == n-1 {
			last = "wx"
		}
		fmt.Fprintf(&posted, "; m%d: %s", i, last)
		fmt.Fprintf(&posts, "; m%d: %s", i, strings.Split(last, " ")[0])
	}
	for _, text := range []string{posted.String(), posts.String()} {
		p := lang.MustParse(text)
		if n := found(t, p, "tapctcp", 1, 100); n > 6 {
			t.Errorf("tapctcp: %d executions: %s", n, text)
		}
		if n := found(t, p, "pct", 1, 100); n < 20 {
			t.Errorf("pct: %d executions, the program shows nothing: %s", n, text)
		}
	}
}

// TestRacy: only steps that race with others are change points, so that a bug of depth 2 among many
// steps of no importance is as probable as among few.
func TestRacy(t *testing.T) {
	idle := strings.Repeat(" wy", 100)
	p := lang.MustParse("t0:" + idle + " wx1 wx2" + idle + "; t1: rx assert!=1")
	if n := found(t, p, "tapctcp", 2, 1000); n > 15 {
		t.Errorf("tapctcp: %d executions", n)
	}
	if n := found(t, p, "pct", 2, 1000); n < 60 {
		t.Errorf("pct: %d executions: the program shows nothing", n)
	}
}
