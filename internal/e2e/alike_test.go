package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestAlike explores programs of goroutines that nobody tells apart, and one in which somebody
// does, with and without -symmetry (docs/design/symmetry.md, "Gain").
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		name       string
		executions int64
		upToNames  int64 // 0: nobody is alike
	}{
		{"Readers8", 256, 9}, {"Readers9", 512, 10}, {"Readers10", 1024, 11},
		{"Readers11", 2048, 12}, {"Readers12", 4096, 13}, {"Readers13", 8192, 14},
		{"Writers8", 40320, 1}, {"LastZero8", 704, 0}, {"Pool", 64, 5},
	} {
		for _, flag := range []string{"", "-symmetry"} {
			want, names := c.executions, flag != "" && c.upToNames > 0
			if names {
				want = c.upToNames
			}
			if want > 1000 && !longtest.Asked() {
				continue
			}
			args := []string{"-save=false", "-algo=closure", "-pause=0", "-run=^Test" + c.name + "$", "./testdata/alike"}
			r := explore(t, root, strings.Fields(flag+" "+strings.Join(args, " "))...)
			got := r.results["gocheck.dev/testdata/alike.Test"+c.name]
			if got.Verdict != "pass" || !got.Exhaustive || got.Executions != want || got.UpToNames != names {
				t.Errorf("%s %s: %+v, want %d executions, up to names: %t", c.name, flag, got, want, names)
			}
		}
	}
}
