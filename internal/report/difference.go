package report

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// Difference says in one sentence what makes the nearest execution pass that
// was found, in the names of the failing one, or that none passes; "" if neither
// is known.
func Difference(s *wire.Schedule) string { return difference(s, nil) }

// Signed is Difference with the signs of the operations that it names, and the sign of
// each: a task's, by its number.
func Signed(s *wire.Schedule) (sentence string, sign func(task string, index int) string) {
	m := marksOf(s)
	return difference(s, m), m.of
}

// difference is the same with the signs that the columns have.
func difference(s *wire.Schedule, m marks) string {
	switch {
	case s == nil:
		return ""
	case s.Passing == nil && s.Every:
		return everyFails(s) + ": no order of its steps makes a difference"
	case s.Passing == nil:
		return ""
	}
	d := contrast{passes: s.Passing.Steps, lanes: LanesOf(s)}
	var all []string
	more := 0
	for pairs := s.Passing.Pairs; len(pairs) > 0; {
		p, times := pairs[0], 1
		for p.Choice && times < len(pairs) && pairs[times].Choice && pairs[times].First == p.First {
			times++ // the choice of a later round, made in the same way
		}
		pairs = pairs[times:]
		if len(all) == len(signs) {
			more++
			continue
		}
		first, second := &s.Steps[p.First], &d.passes[p.Second]
		one, other := m[operationAt(s.Steps, p.First)], m[operationAt(d.passes, p.Second)]
		text := ""
		if p.Choice {
			text = d.choice(first, second, one)
		} else {
			text = d.order(first, second, one, other)
		}
		if times > 1 {
			text += fmt.Sprintf(", %d times", times)
		}
		all = append(all, text)
	}
	if more > 0 {
		all = append(all, Plural(int64(more), "more difference"))
	}
	when := "passes when "
	switch how := s.Passing.Fails; {
	case how != "" && s.Every:
		when = everyFails(s) + ", in another way (" + inShort(how) + ") when "
	case how != "":
		when = "fails in another way (" + inShort(how) + ") when "
	case slices.ContainsFunc(d.passes, func(s wire.Step) bool { return s.Failed != "" }):
		when = "this subtest passes, and another one fails, when "
	}
	return when + strings.Join(all, ", and ")
}

// everyFails says that every execution fails, and of which that is true.
func everyFails(s *wire.Schedule) string {
	switch {
	case s.Options[wire.OptionSeed] != "":
		return "every execution with these random values fails"
	case s.Options[wire.OptionOrders] != "":
		return "every execution with these orders of maps fails"
	case s.Options["pools"] == "empty":
		return "every execution fails in which sync.Pools keep nothing"
	}
	return "every execution fails"
}

// mostInShort bounds the message of another failure.
const mostInShort = 80

// inShort is the first line of a failure's message.
func inShort(message string) string {
	first, _, _ := strings.Cut(Said(message), "\n")
	return shortened(printable.Line(strings.TrimSpace(first)), mostInShort)
}

// contrast puts differences between two executions into words.
type contrast struct {
	passes []wire.Step
	lanes  *Lanes
}

// who is a task, by what the failing execution calls it.
func (d *contrast) who(task string) string {
	if d.lanes.Of(task) < 0 { // it makes no step there
		i := slices.IndexFunc(d.passes, func(s wire.Step) bool { return s.Task == task })
		if i >= 0 && d.passes[i].Created != "" {
			return "the goroutine of " + shortPos(d.passes[i].Created)
		}
	}
	return d.lanes.Name(task)
}

// act is what a step does, and where.
func (d *contrast) act(s *wire.Step) string {
	said := *s
	if opName(s) == "write" { // what was written may have been there already
		said.Op = "write"
	}
	said.Value = ""
	text := describe(&said, d.lanes)
	if at := shortPos(s.Pos); at != "" {
		text += " at " + at
	}
	if s.From != "" {
		text += wording.CalledAt + shortPos(s.From)
	}
	return text
}

// signed puts the sign that the columns have before a text, if they have one.
func signed(sign, text string) string {
	if sign == "" {
		return text
	}
	return sign + " " + text
}

// choice is about the task that makes both steps, or takes part in them.
func (d *contrast) choice(first, second *wire.Step, sign string) string {
	if second.MayFail() {
		return d.fault(first, second, sign)
	}
	if second.Op == "choose" && first.Says != "" && second.Says != "" {
		return fmt.Sprintf("%s, not %s (%s)", second.Says, signed(sign, otherwise(second.Says, first.Says)), shortPos(first.Pos))
	}
	if second.Op == "choose" {
		return fmt.Sprintf("the %s is %d, not %d", signed(sign, "choice at "+shortPos(first.Pos)), second.Choice, first.Choice)
	}
	if first.Joint() && second.Joint() && first.Task == second.Task && first.Pos == second.Pos && first.Partner != second.Partner {
		return fmt.Sprintf("%s (%s) goes to %s, not to %s", signed(sign, d.act(first)), d.who(first.Task), d.who(second.Partner), d.who(first.Partner))
	}
	task := first.Task
	if task != second.Task && !(second.Joint() && task == second.Partner) {
		task = first.Partner
	}
	as := func(s *wire.Step) string {
		switch {
		case s.Joint() && s.Partner == task:
			return taken(s) + " from " + d.who(s.Task) + " (" + shortPos(s.Pos) + ")"
		case s.Joint():
			return d.act(s) + " to " + d.who(s.Partner)
		}
		return d.act(s)
	}
	does, not := as(second), as(first)
	if does == not { // its words do not say what has come of it
		return fmt.Sprintf("%s comes out otherwise (%s)", signed(sign, not), d.who(task))
	}
	return fmt.Sprintf("%s does %s, not %s", d.who(task), does, signed(sign, not))
}

// otherwise is what text says that like does not, if both begin with the same words.
func otherwise(like, text string) string {
	a, b := strings.Fields(like), strings.Fields(text)
	n, m := 0, 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for m < min(len(a), len(b))-n && a[len(a)-1-m] == b[len(b)-1-m] {
		m++
	}
	if n == 0 || n+m >= len(b) {
		return text
	}
	return strings.Join(b[n:len(b)-m], " ")
}

// fault is about something that fails in one of the executions.
func (d *contrast) fault(first, second *wire.Step, sign string) string {
	at := " (" + shortPos(first.Pos) + ")"
	if second.Choice != 0 {
		return signed(sign, Fault(second)+at)
	}
	if first.Says == "" {
		return signed(sign, "nothing fails") + at
	}
	return signed(sign, strings.Replace(first.Says, " is ", " is not ", 1)) + at
}

// asked are the operations that turn out otherwise where they come later.
var asked = map[string]string{"lockbusy": "trylock", "addnegative": "add", "sendclosed": "send", "postclosed": "post", "default": "select"}

// order is about what the one who is named first in each step does.
func (d *contrast) order(first, second *wire.Step, one, other string) string {
	if first.Op == "begin" && second.Op == "begin" && first.Object != "" {
		a, b := shortPos(first.Created), shortPos(d.created(second.Task))
		switch {
		case a != b:
			return fmt.Sprintf("%s gets %s before %s", d.who(first.Task), signed(other, "the event posted at "+b), signed(one, "the one posted at "+a))
		case one != "" && other != "":
			return fmt.Sprintf("%s gets the two events %s and %s posted at %s in the other order", d.who(first.Task), one, other, a)
		}
		return fmt.Sprintf("%s gets two events posted at %s in the other order", d.who(first.Task), a)
	}
	later := *first
	if op, ok := asked[first.Op]; ok {
		later.Op = op
	}
	if first.Op == "sendclosed" && first.Value == "close" {
		later.Op = first.Value
	}
	return fmt.Sprintf("%s (%s) comes before %s (%s)", signed(other, d.act(second)), d.who(second.Task), signed(one, d.act(&later)), d.who(first.Task))
}

// created is the place at which a task of the passing execution was created.
func (d *contrast) created(task string) string {
	i := slices.IndexFunc(d.passes, func(s wire.Step) bool { return s.Task == task })
	return d.passes[i].Created
}
