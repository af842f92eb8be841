package runtime

// Stamp stands before a reading of the clock that may be compared with that of another goroutine:
// of two that do not know of each other, either may be the earlier one. Readings are no
// operations, and such two show the same time. Where there are some, the test is explored once
// more (phase "stamps") with each of them an operation that conflicts with the others, so that
// they come in each order, and none shows what another one has shown.
func Stamp(s Site) Site {
	t := current()
	if t == nil || t.rounds.in != nil || t.bubbled() {
		return s
	}
	x := t.x
	x.chains.Stamp(t.id)
	if x.OrderStamps {
		x.chains.On, x.dated = true, true
		t.reads("takes the time")
		AddWord(s, &x.stamps, 1)
		x.chains.Order(&t.past)
	}
	return s
}
