package report

import (
	"fmt"
	"strconv"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// indents of a test's block, as go test prints them.
const (
	indent1 = "    "
	indent2 = "        "
)

// A Failed is a failing execution with what the command has done about it.
type Failed struct {
	*wire.Failure
	Of    int64 // executions of the test, 0 if that is not to be said
	Alike int64 // further executions that failed the same way
	Notes []string
	Rerun string // the command to paste, or ""
}

// Failure writes a failing execution: what happened, where, the schedule in
// columns, what the program printed, and how to see it again.
func Failure(w *strings.Builder, f Failed, o Options) {
	headline := Said(f.Message)
	if kind := wording.Kind(f.Kind); !strings.HasPrefix(headline, kind+":") {
		headline = kind + ": " + headline
	}
	for line := range strings.SplitSeq(printable.Text(o.shorten(headline)), "\n") {
		w.WriteString(indent1 + o.painted(line, failing) + "\n")
	}
	said := headline + strings.Join(f.Details, "\n")
	details := o.cutStack(f.Details)
	if f.Pos != "" && !strings.Contains(said, withoutColumn(f.Pos)) && !strings.HasPrefix(f.Pos, wire.Nominal) {
		details = append([]string{"at " + f.Pos}, details...)
	}
	if by := closer(&f); by != "" {
		details = append(details[:len(details):len(details)], by)
	}
	q := quotesOf(&f)
	for _, d := range details {
		block(w, indent2, printable.Text(o.shorten(d)))
		q.under(w, d, &o)
	}
	if f.Schedule != nil {
		block(w, indent1, counts(f))
		if p := Pauses(f.Schedule); p != "" {
			what, how, _ := strings.Cut(p, ": ")
			block(w, indent1, o.painted(what+":", important)+" "+printable.Line(o.shorten(how)))
		}
		if f.Schedule.Every && f.Schedule.Passing == nil {
			block(w, indent1, Difference(f.Schedule))
		} else if d := difference(f.Schedule, marksOf(f.Schedule)); d != "" {
			block(w, indent1, o.painted("what makes the difference:", important)+" "+printable.Line(o.shorten(d)))
		} else if f.Unexplained && f.Tried > 1 {
			block(w, indent1, "all "+Number(f.Tried)+" executions that were tried fail: perhaps no order of its steps makes a difference")
		} else if f.Unexplained {
			block(w, indent1, "what makes the difference to an execution that passes was not found in the time")
		}
		if f.Alike > 0 {
			block(w, indent1, Plural(f.Alike, "more execution")+" failed the same way")
		}
		if len(f.Schedule.Steps) > 0 {
			w.WriteByte('\n')
			Columns(w, indent2, withFailure(f), o)
			w.WriteByte('\n')
		}
	}
	if out := strings.TrimRight(f.Output, "\n"); out != "" {
		block(w, indent1, "what this execution printed:")
		for line := range strings.SplitSeq(o.shorten(out), "\n") {
			block(w, indent2, o.own(strings.TrimRight(line, " ")))
		}
		if o.Color && strings.Contains(out, "\x1b") {
			w.WriteString(o.own("\x1b[0m")) // whatever colour it has left
		}
	}
	for _, n := range f.Notes {
		block(w, indent1, n)
	}
	if f.Rerun != "" {
		block(w, indent1, "To re-run:\n"+f.Rerun)
	}
}

// Besides is the line between two failures of a test. Who reads the second one asks whether it
// follows from the first.
func Besides(f, before *wire.Failure) string {
	if f.Execution == before.Execution && f.By == before.By {
		return indent1 + "found in the same execution:\n"
	}
	return indent1 + "found in another execution:\n"
}

// withFailure is the schedule with what it led to, which says in the columns
// who is blocked.
func withFailure(f Failed) *wire.Schedule {
	s := *f.Schedule
	s.Failure = f.Failure
	return &s
}

// Faults are the steps in which something fails (-faults).
func Faults(steps []wire.Step) []*wire.Step {
	var fail []*wire.Step
	for i := range steps {
		if steps[i].Fails() {
			fail = append(fail, &steps[i])
		}
	}
	return fail
}

// Size is how long a schedule is: "8 steps, 1 preemption". Preemptions were not counted when older
// commands saved it.
func Size(s *wire.Schedule) string {
	size := Plural(int64(len(s.Steps)), "step")
	if s.Preemptions != nil {
		size += ", " + Plural(int64(*s.Preemptions), "preemption")
	}
	return size
}

func counts(f Failed) string {
	steps := Size(f.Schedule)
	if n := len(Faults(f.Schedule.Steps)); n > 0 {
		steps += ", " + Plural(int64(n), "fault")
	}
	if n := f.Schedule.Preemptions; f.From != nil && n != nil && (f.From.Steps != len(f.Schedule.Steps) || f.From.Preemptions != *n) {
		steps += " (minimised from " + Plural(int64(f.From.Steps), "step") + ", " + Plural(int64(f.From.Preemptions), "preemption") + ")"
	}
	if f.Of == 0 {
		return steps
	}
	by := ""
	if f.By != "" {
		by = ", sampled (" + f.By + ")"
	}
	return fmt.Sprintf("execution %s of %s%s, %s", Number(f.Execution), Number(max(f.Of, f.Execution)), by, steps)
}

// withoutColumn is file:line of file:line:col: texts name places so.
func withoutColumn(pos string) string {
	file, rest := splitPos(pos)
	line, _, _ := strings.Cut(rest, ":")
	return file + ":" + line
}

// block writes a text of one or more lines, each indented.
func block(w *strings.Builder, indent, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		w.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
}

// Plural is "1 step", "2 steps".
func Plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Number(n) + " " + what + "s"
}

// Number writes n with separators from five digits on: 1234, 12,400.
func Number(n int64) string {
	s := strconv.FormatInt(n, 10)
	if n < 10_000 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
