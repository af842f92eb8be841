package explore_test

import (
	"regexp"
	"strings"
	"testing"

	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
)

// TestCampaignNames compares explorations up to the names of tasks that are alike with the oracle.
// In full:
//
//	go test ./checker/explore -run CampaignNames -campaign=1000 -timeout=0 -v
func TestCampaignNames(t *testing.T) {
	only, err := regexp.Compile(*trial.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	var total trial.UpToNames
	for _, k := range gen.Kinds {
		if !only.MatchString(k.Name) || strings.HasPrefix(k.Name, "pauses") {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			var sum trial.UpToNames
			for i := range *trial.Programs {
				seed := *trial.Seed + int64(i)
				src := gen.Seeded(seed)
				p := gen.Alike(k.Program(src, 1+i%3), src)
				err := trial.AgreesUpToNames(p, *trial.Limit, &sum)
				if err == nil {
					continue
				}
				wrong := func(q *lang.Program) bool { return trial.AgreesUpToNames(q, *trial.Limit, &trial.UpToNames{}) != nil }
				small := gen.Shrink(p, wrong)
				t.Fatalf("seed %d: %v\nsmallest: %s\n%v", seed, err, small, trial.AgreesUpToNames(small, *trial.Limit, &sum))
			}
			t.Logf("%+v", sum)
			total.Add(sum)
		})
	}
	t.Logf("in all: %+v", total)
	if *trial.Kinds == "" && total.Fewer == 0 {
		t.Error("no program has tasks that are alike")
	}
}
