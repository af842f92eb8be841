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

// Orders writes which pairs of operations were never seen the other way round, a line each; nothing
// if there are none.
func Orders(w *strings.Builder, r *wire.Result, o Options) {
	left := r.Orders.Left()
	if left == 0 {
		return
	}
	block(w, indent1, fmt.Sprintf("never the other way round, in %s that were looked at:", Plural(r.Orders.Looked, "execution")))
	for _, p := range r.Orders.Never {
		block(w, indent2, o.shorten(printable.Text(fmt.Sprintf("%v, then %v", p.First, p.Second))))
	}
	if n := left - len(r.Orders.Never); n > 0 {
		block(w, indent2, fmt.Sprintf("and %s more", Plural(int64(n), "pair")))
	}
	if r.Orders.More {
		block(w, indent2, "and pairs that were not told apart")
	}
}
