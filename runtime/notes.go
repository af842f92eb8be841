package runtime

import (
	"slices"

	"gocheck.dev/internal/wire"
)

// mostNotes is how many notes of a test there are: the first ones say enough.
const mostNotes = 10

// note adds a warning about the test, whatever its verdict.
func (x *execution) note(kind, message string, s Site) {
	known := func(w wire.Warning) bool { return w.Kind == kind && w.Message == message }
	if len(x.notes) < mostNotes && !slices.ContainsFunc(x.notes, known) {
		x.notes = append(x.notes, wire.Warning{Kind: kind, Message: message, Pos: s.position()})
	}
}
