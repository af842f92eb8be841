package runtime

import "unsafe"

// What is made in a bubble of testing/synctest belongs to it: Go ends the program where a
// goroutine outside uses such a channel or timer, also when the bubble has ended.

// Made is a channel that the program makes.
func Made[C any](ch C) C {
	if t := current(); t != nil && t.bubbled() {
		t.x.made[chanPointer(ch)] = t.x.bubble
	}
	return ch
}

// reaches ends the program if t is outside of the bubble in which the channel or timer at p
// was made.
func (t *task) reaches(p unsafe.Pointer, s Site, what string) {
	if b := t.x.made[p]; b != nil && !b.has(t) && !t.dying {
		t.x.fail("panic", "fatal error: "+what+" from outside bubble", s)
		t.die()
	}
}

// reaches is that of a channel's end.
func (e *end) reaches(p unsafe.Pointer) {
	what := "receive on synctest channel"
	switch {
	case e.sel != nil && len(e.sel.ends) > 1:
		what = "select on synctest channel"
	case e.send:
		what = "send on synctest channel"
	}
	e.t.reaches(p, e.site, what)
}
