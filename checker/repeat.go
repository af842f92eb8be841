package checker

// This file is the checker's half of Repeater: an execution begins in the state in
// which the one before was after so many events, without having seen them.

// repeatedMost bounds the steps of executions for which this is done: what the race
// detector has to keep grows with their events times their tasks.
const repeatedMost = 1 << 10

// repeating is a strategy that keeps the events with which the next execution
// begins.
type repeating interface {
	strategy
	// repeated says that the first n of them have happened again, and what is new of
	// them; ev is the event after these, if that has happened, too. The last of them is
	// of kind last.
	repeated(st State, n int, values []Value, ev *Event) (last Kind)
}

// Repeats implements Repeater.
func (d *driver) Repeats() (n int, keep bool) {
	return d.repeats, d.repeating != nil
}

// Repeated implements Repeater.
func (d *driver) Repeated(st State, n int, values []Value, ev *Event) {
	d.decisions = d.decisions[:n]
	if d.races != nil && d.fold == nil {
		d.races.state = st
		d.races.back(n)
	}
	for _, t := range st.Tasks() {
		d.note(st, t, false)
	}
	d.fallback.made(d.decisions, d.repeating.repeated(st, n, values, ev))
}
