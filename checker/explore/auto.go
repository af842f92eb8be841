package explore

// auto explores by revisit as long as the program does nothing that revisit is
// not exact for, which may turn out in the first execution or in a late one. Then
// closure takes over, with that execution as its first. It cannot begin from what
// revisit has left to do: closure's fragments are of races, revisit's children of
// trees. So it finds everything again, but counts no trace twice: the keys of
// what revisit has counted are kept for this.
func auto(x *exploration) {
	c := newSearch(x)
	if p := x.part; p != nil && p.kind() == questions {
		c.take(p)
		c.explore()
		return
	}
	lost := false // keys, for want of memory
	r := &revisitor{x: x, t: &c.t, lend: true}
	r.counted = func(k key) {
		if x.part != nil {
			return // closure does not take over here
		}
		if m := x.o.Memory; r.given || m > 0 && c.booked.bytes() > max(m, leastMemory) {
			c.booked, lost = keyTable{}, true
		}
		if !lost {
			c.booked.number(k)
		}
	}
	x.res.Algorithm = "revisit"
	out := r.explore()
	r.leave()
	switch {
	case r.outside.what == "" || x.stopped != "" || x.void:
		return
	case x.part != nil || r.given:
		x.stop("divided")
		return
	case lost:
		x.stop("memory") // what comes now could not be counted rightly
		return
	case x.res.Executions > 0:
		x.res.Algorithm = "revisit+closure"
	default:
		x.res.Algorithm = "closure"
	}
	*r = revisitor{}
	c.cur = c.t.steps(c.cur[:0])
	c.look(out, request{})
	c.explore()
}
