package runtime

import "gocheck.dev/internal/wire"

// Properties of all executions. What some execution has to show is shown once and for all, by
// any execution: one that is cut, or a sample, as well. So it is known of the test, not of the
// exploration.

// Always is gocheck.Always.
func Always(s Site, cond bool, name string) {
	if t := current(); t != nil {
		t.x.property("Always", name, s, true)
		t.holds(s, cond, "gocheck.Always: "+name)
	}
}

// AlwaysOrUnreachable is gocheck.AlwaysOrUnreachable.
func AlwaysOrUnreachable(s Site, cond bool, name string) {
	if t := current(); t != nil {
		t.holds(s, cond, "gocheck.AlwaysOrUnreachable: "+name)
	}
}

// Sometimes is gocheck.Sometimes.
func Sometimes(s Site, cond bool, name string) {
	if t := current(); t != nil {
		t.x.property("Sometimes", name, s, cond)
	}
}

// Reachable is gocheck.Reachable.
func Reachable(s Site, name string) {
	if t := current(); t != nil {
		t.x.property("Reachable", name, s, true)
	}
}

// Unreachable is gocheck.Unreachable.
func Unreachable(s Site, name string) {
	if t := current(); t != nil {
		t.holds(s, false, "gocheck.Unreachable: "+name)
	}
}

// holds ends the execution with a failure unless cond holds.
func (t *task) holds(s Site, cond bool, what string) {
	if cond || t.dying {
		return
	}
	// A failure even where the program recovers from all panics.
	t.x.fail("assert", what, s)
	panic(misuse{"assert", what, s})
}

// property takes note of a call.
func (x *Execution) property(kind, name string, s Site, seen bool) {
	x.Known.Properties = wire.Came(x.Known.Properties, wire.Property{Kind: kind, Name: name, Pos: s.Position(), Seen: seen, Met: true})
}

// Properties are those of the test: that some execution has come to, and those whose calls stand
// in the test function, by their names.
func (x *Execution) Properties() []wire.Property {
	var calls []wire.Property
	for _, w := range x.at.Properties() {
		calls = append(calls, wire.Property{Kind: w.Kind, Name: w.Name, Pos: w.Pos})
	}
	return wire.WithCalls(x.Known.Properties, calls)
}
