package report

import (
	"fmt"
	"slices"

	"gocheck.dev/internal/wire"
)

// Difference says in one sentence what makes the nearest execution pass that
// was found, in the names of the failing one; "" if there is none.
func Difference(s *wire.Schedule) string {
	if s == nil || s.Passing == nil {
		return ""
	}
	d := s.Passing
	l := LanesOf(s)
	who := func(s *wire.Step) string {
		if _, ok := l.of[s.Task]; !ok && s.Created != "" { // it makes no step in the failing execution
			return "the goroutine of " + shortPos(s.Created)
		}
		return l.Name(s.Task)
	}
	act := func(s *wire.Step) string {
		said := *s
		said.Value = ""
		text := describe(&said, l)
		if s.Pos != "" {
			text += " at " + shortPos(s.Pos)
		}
		return text
	}
	first, passes := &s.Steps[d.First], d.Steps[d.Second]
	begins := slices.IndexFunc(d.Steps, func(s wire.Step) bool { return s.Task == passes.Task })
	passes.Created = d.Steps[begins].Created
	second := &passes
	switch {
	case d.Choice && second.Op == "choose":
		return fmt.Sprintf("passes when the choice at %s is %d, not %d", shortPos(first.Pos), second.Choice, first.Choice)
	case d.Choice:
		return fmt.Sprintf("passes when %s does %s, not %s", who(first), act(second), act(first))
	case first.Op == "begin" && second.Op == "begin" && first.Object != "" && first.Created == second.Created:
		return fmt.Sprintf("passes when %s gets two events posted at %s in the other order", who(first), shortPos(first.Created))
	case first.Op == "begin" && second.Op == "begin" && first.Object != "":
		return fmt.Sprintf("passes when %s gets the event posted at %s before the one posted at %s", who(first), shortPos(second.Created), shortPos(first.Created))
	}
	return fmt.Sprintf("passes when %s (%s) comes before %s (%s)", act(second), who(second), act(first), who(first))
}
