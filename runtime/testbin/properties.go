package testbin

import (
	"strings"

	"gocheck.dev/internal/wire"
)

// unseen makes a pass a failure if some execution has to show what none has shown. A test that
// skips itself in all of them is not asked. Where chance was sampled nobody knows.
func unseen(w *wire.Result) {
	if w.Verdict != "pass" {
		return
	}
	var missing []string
	for _, p := range w.Properties {
		if p.Seen {
			continue
		}
		if missing == nil {
			w.Pos = p.Pos
		}
		missing = append(missing, p.Unseen())
	}
	chosen := w.Chosen()
	switch {
	case missing == nil:
	case chosen != nil:
		w.Verdict, w.Pos, w.Exhaustive, w.Bound = "incomplete", "", false, "chance"
		w.Reason = "some values of chance were tried, not all (" + strings.Join(chosen, ", ") + "): with others more may be seen"
	default:
		w.Verdict, w.Reason = "fail", strings.Join(missing, "\n")
	}
}
