package explore_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestCampaignNames compares explorations up to the names of tasks that are alike with the oracle.
// The programs are fewer and smaller than those of TestCampaign, as the oracle exchanges names in
// every trace. In full:
//
//	go test ./checker/explore -run CampaignNames -campaign=2400 -campaign.limit=50000 -timeout=0 -v
func TestCampaignNames(t *testing.T) { campaignOfNames(t, max(1, *trial.Programs/6), true) }

// TestCampaignNamesGivenUp: if the search for names gives up nearly always, nothing is missed.
func TestCampaignNamesGivenUp(t *testing.T) {
	defer trial.SetNameSteps(6)()
	campaignOfNames(t, max(1, *trial.Programs/25), false)
}

func campaignOfNames(t *testing.T, programs int, once bool) {
	only, err := regexp.Compile(*trial.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	var total trial.UpToNames
	limit := *trial.Limit / 10
	for _, k := range gen.Kinds {
		// With pauses and with faults the option is without effect.
		if !only.MatchString(k.Name) || strings.HasPrefix(k.Name, "pauses") || strings.HasPrefix(k.Name, "faults") {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			var sum trial.UpToNames
			for i := range programs {
				seed := *trial.Seed + int64(i)
				src := gen.Seeded(seed)
				p := gen.Alike(k.Program(src, 1+i%3), src)
				err := trial.AgreesUpToNames(p, limit, once, &sum)
				if err == nil {
					continue
				}
				wrong := func(q *lang.Program) bool { return trial.AgreesUpToNames(q, limit, once, &trial.UpToNames{}) != nil }
				small := gen.Shrink(p, wrong)
				t.Fatalf("seed %d: %v\nsmallest: %s\n%v", seed, err, small, trial.AgreesUpToNames(small, limit, once, &sum))
			}
			t.Logf("%+v", sum)
			total.Add(sum)
		})
	}
	t.Logf("in all: %+v", total)
	if *trial.Kinds == "" && once && total.Fewer == 0 {
		t.Error("no program has tasks that are alike")
	}
}

// TestNamesOfEarlyOnes: a child can do something before the last one is created, which the last
// one cannot do. Somebody has to ask, though in the first trace the last one does it. Of three of
// these programs traces were missed.
func TestNamesOfEarlyOnes(t *testing.T) {
	for _, text := range []string{
		"var x y; main: go(w) wx go(w); w: choose(2) if==1{cas(y,0,1) if==1{rx}}",
		"var x; main: go(w) rx go(w) lock(l0); w: lock(l0) x++",
		"var x; main: go(u) go(w) rx go(w); u: lock(l0); w: lock(l0) wx2",
		"var x z; main: go(t) go(w) rx if==0{go(w)} rz; w: choose(2) if==1{wz2}else{wz}; t: wx",
		"coarse; var x; main: go(w) go(w) wx go(w); w: lock(l0) rx unlock(l0)",
		"main: go(w) go(w) wgadd(g0,1) go(w); w: lock(l0) wait(g0) done(g0)",
	} {
		var sum trial.UpToNames
		if err := trial.AgreesUpToNames(lang.MustParse(text), 1<<15, true, &sum); err != nil || sum.Programs == 0 {
			t.Errorf("%s: %+v, %v", text, sum, err)
		}
	}
}

// TestNames: numbers that were worked out by hand.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		program    string
		executions int64
		apart      []string
	}{
		// k of the readers come before the writer.
		{"var x; main: go(w)" + strings.Repeat(" go(r)", 13) + "; w: wx; r: rx", 14, nil},
		{"var x; main:" + strings.Repeat(" go(w)", 8) + "; w: wx", 1, nil},
		// 576 and 2,520 traces, of which 4! are one each.
		{"var x; main:" + strings.Repeat(" go(w)", 4) + "; w: rx $0=$0+1 wx$0", 24, nil},
		{"main:" + strings.Repeat(" go(w)", 4) + "; w: loop2{lock(l0) unlock(l0)}", 105, nil},
		// An Add between go statements tells nobody apart, if nobody waits for it meanwhile.
		{"var x; main:" + strings.Repeat(" wgadd(g0,1) go(w)", 5) + " wait(g0) rx; w: x++ done(g0)", 1, nil},
		// Here the first one may wait before the second Add.
		{"main: wgadd(g0,1) go(w) wgadd(g0,1) go(w); w: done(g0) wait(g0)", 2, []string{"main/1"}},
		// The creator sees how far the first one is: it has written, or both write later, in some order.
		{"var x; main: go(w) rx go(w); w: wx", 3, []string{"main/1"}},
		{"var x; main: go(w) go(w) join(0); w: wx", 2, []string{"main/1"}},
		// Groups of groups: the four of v are in one order, up to 2!·2!·2! names.
		{"var x; main: go(w) go(w); w: go(v) go(v); v: wx", 3, nil},
	} {
		res, err := explore.Run(lang.MustParse(c.program), checker.Options{Symmetry: true, OnRestart: func() {}})
		if err != nil {
			t.Fatal(err)
		}
		if !res.Exhaustive || res.Executions != c.executions || !slices.Equal(res.Apart, c.apart) {
			t.Errorf("%s: %d executions (exhaustive %t, %v apart), want %d (%v apart)", c.program, res.Executions, res.Exhaustive, res.Apart, c.executions, c.apart)
		}
	}
}

// TestNamesBesideFaults: with faults the names are told apart, as the bound on faults is nobody's.
func TestNamesBesideFaults(t *testing.T) {
	p := lang.MustParse("faults 1; main: go(w) go(w); w: fault")
	res, err := explore.Run(p, checker.Options{Symmetry: true, Faults: true, OnRestart: func() {}})
	if err != nil || !res.Exhaustive || res.Executions != 3 {
		t.Errorf("%d executions, want 3: %v", res.Executions, err)
	}
}
