package worker

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

// A process that ends with its result is not given another test, which would
// seem to have ended it.
func TestLast(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			var lines []string
			record := outcome(&lines)
			_, err := explore(t.Context(), job(t, "Last B C"), func(m wire.Message) {
				if m.Type == "result" {
					record(m)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"result Last incomplete", "result B pass", "result C pass"}, lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Failures after which an exploration has gone on are not lost with its process.
func TestMet(t *testing.T) {
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			var lines []string
			_, err := explore(t.Context(), job(t, "Met MetLast MetSaid"), outcome(&lines))
			if err != nil {
				t.Fatal(err)
			}
			lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "output") })
			want := []string{
				"start Met", "failure Met fatal: lost", "failure Met fatal: lost", "result Met unsupported",
				"start MetLast", "failure MetLast fatal: lost", "result MetLast incomplete",
				"start MetSaid", "failure MetSaid fatal: said", "result MetSaid fail",
			}
			if diff := cmp.Diff(want, lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}
