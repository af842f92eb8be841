package dfs_test

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/dfs"
	"gocheck.dev/checker/lang"
)

// late fails if the last task comes before the first one, which needs no preemption. The others
// write so often that an exploration with preemptions is at their ends for long.
var late = "t0: wz1" + strings.Repeat(" wx", 8) + strings.Repeat("; t%: wx wx wx wx wx wx wx wx", 4) + "; t5: rz assert==1"

// TestBeside: what needs less than the bound is found about as soon as with less.
func TestBeside(t *testing.T) {
	text := late
	for _, name := range []string{"t1", "t2", "t3", "t4"} {
		text = strings.Replace(text, "t%", name, 1)
	}
	p := lang.MustParse(text)
	find := func(limit int, executions int64) int64 {
		res, err := explore.Run(p, checker.Options{Preemptions: &limit, Executions: executions})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range res.Failures {
			return f.Execution
		}
		return -1
	}
	zero := find(0, 0)
	if zero < 0 {
		t.Fatal("without preemptions there is no failure")
	}
	const limit = 3
	most := 256 + 4*limit*zero
	if n := find(limit, most); n < 0 {
		t.Errorf("not found with %d preemptions in %d executions; without any it is execution %d", limit, most, zero)
	} else {
		t.Logf("execution %d, without preemptions %d", n, zero)
	}
	dfs.BesideFrom(t, most)
	if n := find(limit, most); n >= 0 {
		t.Errorf("found in execution %d by the exploration itself: this tests nothing", n)
	}
}

// TestBesideKeepsCount: explorations beside one within a bound change nothing of what it finds.
func TestBesideKeepsCount(t *testing.T) {
	for _, text := range []string{"t0: wx wx wx; t1: wx wx wx; t2: wx wx", "t0: wx yield wx wy; t1: wx wy; t2: wy wx"} {
		for limit := range 5 {
			for _, delays := range []bool{false, true} {
				traces := func() int64 {
					o := checker.Options{Preemptions: &limit}
					if delays {
						o = checker.Options{Delays: &limit}
					}
					res, err := explore.Run(lang.MustParse(text), o)
					if err != nil || res.Bound != "" && res.Bound != "preemptions" && res.Bound != "delays" {
						t.Fatalf("%+v, %v", res, err)
					}
					return res.Executions - res.Redundant
				}
				alone := traces()
				t.Run("", func(t *testing.T) {
					dfs.BesideFrom(t, 1)
					if n := traces(); n != alone {
						t.Errorf("%s, at most %d, delays %v: %d traces, want %d", text, limit, delays, n, alone)
					}
				})
			}
		}
	}
}
