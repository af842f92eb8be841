package runtime

// Stamp stands before a reading of the clock that may be compared with that of another goroutine.
// Readings are no operations, so two that do not know of each other show the same time, though
// either may be the earlier one. Where there are such, the test is explored once more (phase
// "stamps"), with readings that conflict: they come in each order, and each shows another time.
func Stamp(s Site) Site {
	t := current()
	if t == nil || t.knowsLimits() || t.bubbled() {
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
