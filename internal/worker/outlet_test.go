package worker

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// TestSlowlyTaken: what a process has said before its end is taken to the last word, however busy
// whoever takes it is.
func TestSlowlyTaken(t *testing.T) {
	t.Parallel()
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines []string
			slow := false
			record := outcome(&lines)
			_, err := explore(t.Context(), job(t, "SaysAndEnds"), func(m wire.Message) {
				if record(m); m.Type == "failure" && !slow {
					slow = true
					time.Sleep(3 * outletIdle)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			lines = slices.DeleteFunc(lines, func(s string) bool { return strings.HasPrefix(s, "output") })
			said := "failure SaysAndEnds fatal: said"
			want := []string{"start SaysAndEnds", said, said, said, said, "result SaysAndEnds fail"}
			if !slices.Equal(lines, want) {
				t.Errorf("%q, want %q", lines, want)
			}
		})
	}
}
