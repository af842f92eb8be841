package report

import (
	"fmt"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// Outcomes writes what the executions of a test have come to, a line each;
// nothing if the test observes nothing.
func Outcomes(w *strings.Builder, r *wire.Result) {
	for _, o := range r.Outcomes {
		seen := o.Observed
		if o.Kind != "" {
			seen = append(seen[:len(seen):len(seen)], "failure: "+o.Kind)
		}
		if len(seen) == 0 {
			seen = []string{"nothing observed"}
		}
		block(w, indent1, fmt.Sprintf("%s: %s", Plural(o.Executions, "execution"), printable.Line(strings.Join(seen, ", "))))
	}
	if r.MoreOutcomes {
		block(w, indent1, "and others with other outcomes")
	}
}
