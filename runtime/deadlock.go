package runtime

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wording"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/lockorder"
)

// diagnose looks at an execution that ended because nothing was enabled.
func (x *Execution) diagnose() {
	if x.came.Exited {
		// The program was over before anybody could wait for ever.
		return
	}
	if t := x.astray(); t != nil {
		x.came.Uncontrolled = &Uncontrolled{x.Thing(t.op.Obj) + behindBack, Site(t.op.Pos)}
		return
	}
	for t := range x.living() {
		if s, ok := t.sh.(*spinShadow); ok {
			if what := s.behind(x); what != "" {
				x.came.Uncontrolled = &Uncontrolled{what + behindBack, Site(t.op.Pos)}
				return
			}
		}
	}
	if main := x.tasks[mainTask]; main.life == alive {
		if !x.awaitsOutsiders(main) {
			x.deadlock()
		}
		return
	}
	x.findLeaks()
}

const behindBack = ", which was changed behind the back of those who wait for it,"

// deadlock reports that the test waits for ever: as a cycle, where each task
// waits for the next, or else as what everyone waits for.
func (x *Execution) deadlock() {
	main, stays := x.tasks[mainTask], x.stays()
	cycle := x.cycle(main)
	if cycle == nil {
		for t := range x.living() {
			if cycle = x.cycle(t); cycle != nil {
				break
			}
		}
	}
	kind, at := "deadlock", Site(main.op.Pos)
	var blocked, idle []*task // idle: as a library has them, which the program did not call
	for t := range x.living() {
		if loop, ok := t.waitsIn(); ok && cycle == nil && kind != "steps" {
			kind, at = "steps", loop
		}
		switch {
		case slices.Contains(cycle, t), !stays(t) && (t != main || cycle != nil):
		case t != main && calls.Alone(t.frames):
			idle = append(idle, t)
		default:
			blocked = append(blocked, t)
		}
	}
	message := fmt.Sprintf("%s waits for ever", main.people())
	if n := len(blocked); n > 1 {
		message = fmt.Sprintf("%d goroutines wait for ever", n)
	}
	if kind == "steps" {
		message = "a loop waits for ever for what nobody changes any more"
	}
	var details []string
	if cycle != nil {
		message, at, details = inCircle(cycle)
	}
	for _, t := range blocked {
		details = append(details, t.holding())
		if cycle == nil {
			details = append(details, t.servers()...)
		}
	}
	for _, t := range idle {
		details = append(details, t.holding())
	}
	x.fail(kind, message, at, details...)
}

// inCircle is how a cycle is reported: in the order of creation, whoever it was found from.
func inCircle(cycle []*task) (message string, at Site, details []string) {
	slices.SortFunc(cycle, func(a, b *task) int { return cmp.Or(a.number-b.number, cmp.Compare(a.id, b.id)) })
	message = fmt.Sprintf("%d goroutines wait for each other", len(cycle))
	if len(cycle) == 1 {
		message = cycle[0].people() + " waits for itself"
	}
	for _, t := range cycle {
		details = append(details, t.holding())
	}
	return message, Site(cycle[len(cycle)-1].op.Pos), details
}

// meanwhile says of a failure that the test itself reports who waits for each other by then. A test
// that bounds its time, and so reports that something has not happened, fails by a deadlock.
func (x *Execution) meanwhile() []string {
	for t := range x.living() {
		cycle := x.cycle(t)
		if cycle == nil || slices.Contains(cycle, current()) { // who runs does not wait
			continue
		}
		message, _, details := inCircle(cycle)
		for i := range details {
			details[i] = "    " + details[i]
		}
		return append([]string{"meanwhile " + message + ":"}, details...)
	}
	return nil
}

// waitsFor lists the tasks one of which has to go on before t can.
func (t *task) waitsFor() []*task {
	x := t.x
	switch t.op.Kind {
	case checker.Lock, checker.Arrive, checker.RLock, checker.Once:
		var holders []*task
		for u := range x.living() {
			for _, h := range u.held {
				// An RLock waits for a writer, which may be one that only has
				// arrived; readers do not stop it. They are all that stops a
				// writer that has arrived, which does not wait for itself.
				if h.Obj == t.op.Obj && !(t.op.Kind == checker.RLock && h.Read) && !(t.writer() && !h.Read) {
					holders = append(holders, u)
					break
				}
			}
		}
		return holders
	case checker.Join:
		return []*task{x.tasks[t.op.Partner]}
	case checker.Begin:
		if t.handler != nil && t.handler.serving != nil {
			return []*task{t.handler.serving}
		}
	}
	return nil
}

// cycle is a cycle of tasks that wait for the next one each, beginning with t;
// nil if there is none.
func (x *Execution) cycle(t *task) []*task {
	return lockorder.CycleOf(t, func(u *task) []*task {
		return slices.DeleteFunc(u.waitsFor(), func(v *task) bool { return v.life != alive })
	})
}

// holding says what a blocked task holds and what it waits for.
func (t *task) holding() string {
	var b strings.Builder
	b.WriteString(t.peopleAt())
	n := 0
	for _, h := range t.held {
		if h.Part || t.writer() && h.Obj == t.op.Obj && !h.Read {
			continue // it does not hold the lock, it only stops others
		}
		sep := ", "
		if n++; n == 1 {
			sep = " holds "
		}
		what := t.x.Thing(h.Obj)
		if h.Read {
			what += " for reading"
		}
		fmt.Fprintf(&b, "%s%s (%s)", sep, what, Site(h.Site).Line())
	}
	if n > 0 {
		b.WriteByte(',')
	}
	b.WriteByte(' ')
	b.WriteString(t.waiting())
	if m := t.handler; m != nil && m.serving == t && len(m.mailbox) > 0 {
		b.WriteString(wording.Ahead(len(m.mailbox), t.x.tasks[m.mailbox[0]].created.Line()))
	}
	return b.String()
}

// writer says whether t has asked for the write lock of an RWMutex and waits
// for the readers to leave.
func (t *task) writer() bool {
	_, rw := t.sh.(*rwShadow)
	return rw && t.op.Kind == checker.Lock
}

// servers are the tasks that hold the lock that t waits for; else those that have used
// what t waits for, and so could have served it, and where they are now. Only a
// replay notes that.
func (t *task) servers() []string {
	var lines []string
	for _, u := range t.waitsFor() {
		for _, h := range u.held {
			if h.Obj == t.op.Obj && !h.Part {
				lines = append(lines, fmt.Sprintf("    %s holds it (%s)", u.peopleAt(), Site(h.Site).Line()))
				break
			}
		}
	}
	if lines != nil {
		return lines
	}
	if t.said() != "" {
		return nil // the objects are none of the program's
	}
	for _, obj := range t.waitObjects() {
		if t.x.record != nil && t.alone(obj) {
			lines = append(lines, fmt.Sprintf("    nobody else has used %s", t.x.Thing(obj)))
		}
		for _, u := range t.x.touched[obj] {
			if u == t {
				continue
			}
			if u.life == over {
				lines = append(lines, fmt.Sprintf("    %s, which has used %s, ended after %s", u.peopleAt(), t.x.Thing(obj), u.ended.Line()))
			} else {
				lines = append(lines, fmt.Sprintf("    %s, which has used %s, %s", u.peopleAt(), t.x.Thing(obj), u.waiting()))
			}
		}
	}
	return lines
}

// alone says whether t waits for others to use a channel or condition, and
// nobody has ever done so: they may have forgotten it, or not have got there.
func (t *task) alone(obj checker.Object) bool {
	switch t.x.Object(obj).Kind {
	case checker.ChanObject, checker.CondObject:
		if slices.ContainsFunc(t.x.touched[obj], func(u *task) bool { return u != t }) {
			return false
		}
		for u := range t.x.living() {
			if u != t && slices.Contains(u.waitObjects(), obj) {
				return false
			}
		}
		return true
	}
	return false
}

// waitObjects are the objects that the operation of t is on.
func (t *task) waitObjects() []checker.Object {
	switch t.op.Kind {
	case checker.Join, checker.Sleep, checker.Begin:
		return nil
	case checker.Select, checker.Spin:
		var all []checker.Object
		for _, c := range t.op.Cases {
			if c.Kind != checker.NoKind && c.Kind != checker.Tick {
				all = append(all, c.Obj)
			}
		}
		return all
	}
	return []checker.Object{t.op.Obj}
}
