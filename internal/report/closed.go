package report

import (
	"fmt"

	"gocheck.dev/internal/wire"
)

// closer says who closed the channel that a failure is about, "" if that is not known.
func closer(f *Failed) string {
	if f.Kind != "close" || f.Schedule == nil {
		return ""
	}
	steps := f.Schedule.Steps
	var by, fails *wire.Step
	for i := range steps {
		if steps[i].Failed != "" && steps[i].Op == "sendclosed" {
			fails = &steps[i]
			break
		}
	}
	for i := range steps {
		switch st := &steps[i]; {
		case fails == nil || st == fails:
		case st.Op == "close" && st.Object == fails.Object && by != nil:
			return "" // two channels of one name
		case st.Op == "close" && st.Object == fails.Object:
			by = st
		}
	}
	if by == nil || fails.Object == "" {
		return ""
	}
	l := LanesOf(f.Schedule)
	who := l.Name(by.Task)
	if created := l.All()[l.Of(by.Task)].Created; created != "" {
		who += " (" + withoutColumn(created) + ")"
	}
	return fmt.Sprintf("%s closed %s at %s", who, by.Object, withoutColumn(by.Pos))
}
