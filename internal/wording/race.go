package wording

import (
	"fmt"
	"strings"

	"gocheck.dev/checker"
)

// Race words a race of which no more is known than the checker knows.
func Race(r *checker.Race, p checker.Program) (message string, details []string) {
	side := func(f *checker.Effect, atomic bool) string {
		return Access(r, f, atomic) + " at " + p.Position(f.Pos) + " by " + p.TaskName(f.Task)
	}
	first, second := side(&r.First, r.FirstAtomic), side(&r.Second, r.SecondAtomic)
	what := "data race: "
	switch {
	case r.Misuse:
		what = "WaitGroup misuse: "
	case r.Closes:
		what = "send on a channel that may be closed: "
	}
	return what + second + " and " + first + ", with no synchronisation between them", []string{second, first}
}

// RaceOf words a race of what is called thing.
func RaceOf(r *checker.Race, thing string) string {
	switch {
	case r.Closes:
		return fmt.Sprintf("%s is sent on and closed by two goroutines, with no synchronisation between them:\n"+
			"if it is closed first, the send panics", thing)
	case r.Misuse:
		return fmt.Sprintf("WaitGroup misuse: %s is added to, from zero, and waited for by two goroutines, with no synchronisation between them:\n"+
			"the Wait may miss what is added, and if the WaitGroup was in use before, either may panic", thing)
	}
	return thing + " is accessed by two goroutines, with no synchronisation between them"
}

// Raced is what a race is on: an object's name, or what the accesses call it. A copy of a struct
// accesses each of its parts under the name of the whole, so a longer path says more: s.hits, not
// *s.
func Raced(thing string, names ...string) string {
	path := func(name string) int {
		name, _, _ = strings.Cut(name, " #")
		if strings.ContainsAny(name, " (:") {
			return 0 // a call or a slice, say: no path
		}
		return strings.Count(name, ".") + strings.Count(name, "[")
	}
	for _, name := range names {
		if path(name) > path(thing) {
			thing = name
		}
	}
	return thing
}

// Access is what one side of a race is called.
func Access(r *checker.Race, f *checker.Effect, atomic bool) string {
	what := "read"
	switch {
	case r.Closes && f.Write:
		return "close"
	case r.Closes:
		return "send"
	case r.Misuse && f.Write:
		return "Add"
	case r.Misuse:
		return "Wait"
	case f.Write:
		what = "write"
	}
	if atomic {
		return "atomic " + what
	}
	return what
}

// Complete puts a failure into words that is a race without any.
func Complete(f *checker.Failure, p checker.Program) {
	if f.Race != nil && f.Message == "" {
		f.Message, f.Details = Race(f.Race, p)
	}
}
