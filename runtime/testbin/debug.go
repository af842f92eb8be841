package testbin

import (
	"fmt"

	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// debug makes one execution along a saved schedule, for a debugger: what is executed before it
// would run into breakpoints. What the program prints is seen, as nobody captures it, and what
// has come of the schedule is said at the end.
func (r *testRun) debug(s *wire.Schedule, d *wire.Debug) {
	r.chanceAsIn(s)
	r.d.out.giveBack()
	defer r.d.out.drop()
	stderr := &r.d.out.errors
	for again := true; again; again = r.x.BeginAgain() {
		f := newFollower(r.x, s, nil, way{}, r.stepsLike(s))
		rec := r.x.Debug(d, func() { r.x.Run(f) })
		a := attempt{steps: rec.Steps}
		switch {
		case r.x.Last().Uncontrolled != nil:
			fmt.Fprintf(stderr, "gocheck: the program did what gocheck does not control, after %d steps\n", len(rec.Steps))
		case !a.takes(s):
			fmt.Fprintf(stderr, "gocheck: the program has changed since the schedule was saved: %d of its %d steps were made\n", followed(s, &a), len(s.Steps))
		case s.Failure != nil:
			fmt.Fprintf(stderr, "gocheck: this is how it fails: %s: %s\n", wording.Kind(s.Failure.Kind), s.Failure.Message)
		default:
			fmt.Fprintf(stderr, "gocheck: all %d steps were made\n", len(rec.Steps))
		}
	}
}
