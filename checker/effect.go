package checker

// Effect is a plain access to a shared variable made within a step, after its
// operation and before the next announcement of the same task.
type Effect struct {
	Task  Task // Event.Task, or Event.Partner in a joint event
	Obj   Object
	Pos   Pos
	Write bool
	// Atomic: the event's own operation makes it, on a word that Obj is a part of. These come first.
	Atomic bool
	// As is set if the access conflicts with fewer others than Write says. A program sets it for
	// algorithms that ask for it (r4, docs/design/conflicts.md). The race detector ignores it.
	//	Read: writes of the value that was there already
	//	Inc: a number is added to, and nobody sees the sum
	//	Merge: what another access that is one may do as well: a variable is set to
	//	something empty if it was nil, or an entry is put into a map. If Write is false,
	//	it was not nil
	// NoKind: as Write says.
	As Kind
}

// Parts are those Effects that its own operation makes.
func (e *Event) Parts() []Effect {
	n := 0
	for n < len(e.Effects) && e.Effects[n].Atomic {
		n++
	}
	return e.Effects[:n]
}
