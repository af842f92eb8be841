package pairs_test

import (
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// TestPairs: an order of two operations that is rare by chance, as one has to wait for much that
// the other does not, is found as soon as it is asked for.
func TestPairs(t *testing.T) {
	p := lang.MustParse("t0: wx; t1: wz wz wz wz wz wz wz wz wz wz rx assert==1; t2: wy; t3: wz wz wz wz wz wz wz wz wz wz ry if==0{rx assert==1}")
	medians := map[string]int64{}
	for _, algorithm := range []string{"pairs", "random"} {
		var all []int64
		for seed := range uint64(9) {
			res := trial.MustRun(t, p, checker.Options{Algorithm: algorithm, Seed: seed, Executions: 4000})
			at := int64(4001)
			if len(res.Failures) > 0 {
				at = res.Failures[0].Execution
			}
			all = append(all, at)
		}
		slices.Sort(all)
		medians[algorithm] = all[len(all)/2]
	}
	if medians["pairs"] > 20 || medians["random"] < 100 {
		t.Errorf("executions: %v", medians)
	}
}
