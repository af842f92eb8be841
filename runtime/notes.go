package runtime

import (
	"slices"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// mostNotes is how many notes of a test there are: the first ones say enough.
const mostNotes = 10

// note adds a warning about the test, whatever its verdict.
func (x *Execution) note(kind, message string, s Site, details ...string) {
	known := func(w wire.Warning) bool { return w.Kind == kind && w.Message == message }
	if len(x.Known.Notes) < mostNotes && !slices.ContainsFunc(x.Known.Notes, known) {
		x.Known.Notes = append(x.Known.Notes, wire.Warning{Kind: kind, Message: message, Pos: s.Position(), Details: details, Package: x.resetting})
	}
}

// DependsNote is the kind of a note that names something on which a test depends besides
// its schedule.
const DependsNote = "depends"

// Depends notes that the test asks for something that is not a function of its schedule:
// at s, or 0 where the caller of the entry point is to be looked for.
func Depends(s Site, what string) {
	t := current()
	if t == nil || len(t.x.Known.Notes) == mostNotes {
		return
	}
	at := s.Line()
	if s == 0 {
		at = calls.UserCaller()
	}
	t.x.note(DependsNote, what+", asked for at "+at+", is not a function of the schedule: another run may come to something else", s)
}
