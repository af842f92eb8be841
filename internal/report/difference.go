package report

import (
	"fmt"
	"slices"

	"gocheck.dev/internal/wire"
)

// Difference says in one sentence what makes the nearest execution pass that
// was found, in the names of the failing one; "" if there is none.
func Difference(s *wire.Schedule) string { return difference(s, nil) }

// difference is the same with the signs that the columns have.
func difference(s *wire.Schedule, m marks) string {
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
	signed := func(text string, of operation) string {
		if sign := m[of]; sign != "" {
			return sign + " " + text
		}
		return text
	}
	one, other := operationAt(s.Steps, d.First), operationAt(d.Steps, d.Second)
	first, passes := &s.Steps[d.First], d.Steps[d.Second]
	begins := slices.IndexFunc(d.Steps, func(s wire.Step) bool { return s.Task == passes.Task })
	passes.Created = d.Steps[begins].Created
	second := &passes
	switch {
	case d.Choice && second.Op == "choose":
		return fmt.Sprintf("passes when the %s is %d, not %d", signed("choice at "+shortPos(first.Pos), one), second.Choice, first.Choice)
	case d.Choice:
		return fmt.Sprintf("passes when %s does %s, not %s", who(first), act(second), signed(act(first), one))
	case first.Op == "begin" && second.Op == "begin" && first.Object != "" && first.Created == second.Created:
		return fmt.Sprintf("passes when %s gets %s in the other order", who(first), both(m, one, other)+shortPos(first.Created))
	case first.Op == "begin" && second.Op == "begin" && first.Object != "":
		return fmt.Sprintf("passes when %s gets %s before %s", who(first), signed("the event posted at "+shortPos(second.Created), other), signed("the one posted at "+shortPos(first.Created), one))
	}
	return fmt.Sprintf("passes when %s (%s) comes before %s (%s)", signed(act(second), other), who(second), signed(act(first), one), who(first))
}

// both names two events of one place.
func both(m marks, one, other operation) string {
	if m[one] == "" || m[other] == "" {
		return "two events posted at "
	}
	return fmt.Sprintf("the two events %s and %s posted at ", m[one], m[other])
}
