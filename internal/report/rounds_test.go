package report

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/internal/golden"
	"gocheck.dev/internal/wire"
)

// looping are schedules with long loops, by what is in them.
func looping() map[string]*wire.Schedule {
	step := func(task, op, object string, line int, value string) wire.Step {
		return wire.Step{Task: task, Op: op, Object: object, Pos: fmt.Sprintf("x.go:%d:1", line), Value: value}
	}
	begin := wire.Step{Task: "main", Op: "begin", Pos: "x.go:1:1"}
	all := map[string]*wire.Schedule{}
	add := func(name string, steps ...wire.Step) {
		all[name] = &wire.Schedule{Steps: append([]wire.Step{begin}, steps...), Failure: &wire.Failure{Kind: "fatal", Message: "late", Pos: "x.go:99:1"}}
	}

	var counts []wire.Step // a counter; once another goroutine sets it back
	for i := range 60 {
		n := i + 1
		if i >= 30 {
			n = i - 29
		}
		counts = append(counts, step("main", "inc", "n", 2, fmt.Sprint(n)), step("main", "lock", "mu", 3, ""), step("main", "unlock", "mu", 4, ""))
	}
	add("counting", counts...)

	var flag []wire.Step // it is set in the middle for one round
	for i := range 40 {
		flag = append(flag, step("main", "read", "busy", 2, fmt.Sprint(map[bool]int{i == 25: 1}[true])), step("main", "inc", "n", 3, fmt.Sprint(i)))
	}
	add("a flag", flag...)

	var fresh []wire.Step // a goroutine each time, while time passes
	for i := range 50 {
		task := fmt.Sprintf("main/%d", i+1)
		tick := wire.Step{Task: "clock", Op: "tick", Value: fmt.Sprintf("%dms", 10*(i+1))}
		if i == 20 { // this time for longer
			tick.Value = "5s"
		} else if i > 20 {
			tick.Value = fmt.Sprintf("%.2fs", 5+0.01*float64(i-20))
		}
		fresh = append(fresh, tick, step("main", "spawn", "", 5, ""),
			wire.Step{Task: task, Op: "begin", Created: "x.go:5:1", Runs: "serve"},
			wire.Step{Task: task, Op: "close", Object: fmt.Sprintf("done #%d", i+1), Pos: "x.go:6:1"},
			step("main", "recvclosed", fmt.Sprintf("done #%d", i+1), 7, ""))
	}
	fresh[5*40+4].Failed = "main"
	add("goroutines one after another, a long time, a failure", fresh...)

	var long []wire.Step // nine rows in one goroutine, nine in another
	for range 30 {
		for k := range 18 {
			long = append(long, step([]string{"main", "main/1"}[k/9], "lock", fmt.Sprint("mu", string(rune('a'+k))), 10+k, ""))
		}
	}
	add("18 rows", long...)

	var nested []wire.Step
	for range 12 {
		for range 7 {
			nested = append(nested, step("main", "default", "", 3, ""), step("main/1", "yield", "", 9, ""))
		}
		nested = append(nested, step("main", "send", "c", 4, ""))
	}
	add("a loop in a loop", nested...)

	stuck := []wire.Step{}
	var blocked []string
	for i := range 80 {
		task := fmt.Sprintf("main/%d", i+1)
		blocked = append(blocked[:i:i], task)
		object := []string{"a.mu", "b.mu"}[i%2]
		stuck = append(stuck, wire.Step{
			Task: task, Op: "begin", Created: fmt.Sprintf("x.go:%d:1", 3+i%2), Blocked: blocked,
			Waits: []wire.Access{{Task: task, Op: "lock", Object: object, Pos: "x.go:8:1"}},
		})
	}
	add("blocked for ever", stuck...)
	f := all["blocked for ever"].Failure
	f.Kind, f.Message = "deadlock", "80 goroutines wait for ever"
	for i := range 80 {
		f.Details = append(f.Details, fmt.Sprintf("goroutine %d (x.go:%d) waits for %s at x.go:8", i+1, 3+i%2, []string{"a.mu", "b.mu"}[i%2]))
	}
	return all
}

// Loops of several rows are folded, also those of goroutines in turn, and in which numbers count
// on; what is another number once, what fails, and what takes long is shown.
func TestLoops(t *testing.T) {
	all := looping()
	var w strings.Builder
	for _, name := range []string{"counting", "a flag", "goroutines one after another, a long time, a failure", "18 rows", "a loop in a loop", "blocked for ever"} {
		for _, width := range []int{80, 120, 200} {
			fmt.Fprintf(&w, "%s, in %d columns\n", name, width)
			o := Options{Width: width}
			var text strings.Builder
			Columns(&text, "", all[name], o)
			for _, d := range o.cutStack(all[name].Failure.Details) {
				text.WriteString(d + "\n")
			}
			w.WriteString(text.String() + "\n")
			// The rows of which a loop consists are not broken into many lines.
			if n := strings.Count(text.String(), "\n"); n > tallest {
				t.Errorf("%s in %d columns: %d lines of %d steps", name, width, n, len(all[name].Steps))
			}
		}
	}
	golden.Check(t, "loops.golden", w.String())
}

// Numbers that count on make rounds alike, others do not; nor do those of places.
func TestLikeness(t *testing.T) {
	for name, c := range map[string]struct {
		text   func(i int) string
		folded bool
	}{
		"equal":              {func(int) string { return "lock mu" }, true},
		"counts":             {func(i int) string { return fmt.Sprint("n = ", 3*i) }, true},
		"counts down":        {func(i int) string { return fmt.Sprintf("n = -%d of %d", 100-i, 2*i) }, true},
		"squares":            {func(i int) string { return fmt.Sprint("n = ", i*i) }, false},
		"once another":       {func(i int) string { return fmt.Sprint("n = ", i/10) }, false},
		"lines of a file":    {func(i int) string { return fmt.Sprintf("wait at x.go:%d", i+1) }, false},
		"longer than an int": {func(i int) string { return fmt.Sprintf("n = 1234567890123456%02d", i) }, false},
	} {
		likes := make([]Likeness, 20)
		for i := range likes {
			likes[i].Count(c.text(i))
		}
		if got := Folded(likes, "row"); c.folded != (len(got) == 1 && got[0].From == 1 && got[0].To >= 19) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
