package testbin

import (
	"strings"

	"gocheck.dev/internal/wire"
)

// unseen makes a pass a failure if some execution has to show what none has shown.
func unseen(w *wire.Result) {
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
	if missing != nil {
		w.Verdict, w.Reason = "fail", strings.Join(missing, "\n")
	}
}
