package worker

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

// A process that ends in a phase leaves the verdict of what came before it, and the phase says why,
// unless the phase has failed.
func TestSettled(t *testing.T) {
	t.Parallel()
	want := []string{
		"start SettledKilled", "result SettledKilled pass",
		"start SettledCrash", "failure SettledCrash panic: in plain code", "result SettledCrash fail",
		"start SettledFound", "failure SettledFound fatal: as found", "result SettledFound fail",
		"start WarnsFound", "result WarnsFound pass",
		"start A", "result A pass",
	}
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			record := outcome(&lines)
			var phases []wire.Phase
			_, err := explore(t.Context(), job(t, "SettledKilled SettledCrash SettledFound WarnsFound A"), func(m wire.Message) {
				record(m)
				if m.Result != nil && m.Test == "SettledKilled" {
					phases = m.Result.Phases
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			lines = slices.DeleteFunc(lines, func(s string) bool {
				return strings.HasPrefix(s, "output") || strings.HasPrefix(s, "found") || strings.HasPrefix(s, "settled")
			})
			if diff := cmp.Diff(want, lines); diff != "" {
				t.Error(diff)
			}
			if len(phases) != 2 || !phases[0].Exhaustive || phases[1].Name != wire.PhaseSeeds || phases[1].Exhaustive || !strings.Contains(phases[1].Reason, "killed") {
				t.Errorf("%+v", phases)
			}
		})
	}
}
