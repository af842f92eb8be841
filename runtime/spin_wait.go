package runtime

import (
	"slices"
	"strings"

	"gocheck.dev/checker"
)

// spinShadow is one Spin.
type spinShadow struct {
	seen  []sighting
	until int64 // the time that it waits for, if nobody waits for an earlier one; 0: none
}

func (s *spinShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (s *spinShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	for _, o := range s.seen {
		past := (o.kind == checker.Tick || o.kind == checker.TimerRecv) && t.x.fineTime() != o.now
		if past || o.kind != checker.Tick && t.x.list[o.obj].changes != o.changes {
			return append(buf, t.always())
		}
	}
	return buf
}

func (s *spinShadow) perform(*task, *checker.Event) {}

// behind is a variable that has changed although nobody has told, or "".
func (s *spinShadow) behind(x *Execution) string {
	for _, o := range s.seen {
		if o.p != nil && o.leaf.Bits(o.p) != o.bits && x.list[o.obj].changes == o.changes {
			return x.Thing(o.obj)
		}
	}
	return ""
}

// wait tells the timers that one more waits for them, and the clock; or one less.
func (s *spinShadow) wait(t *task, n int) {
	x := t.x
	if s.until != 0 {
		x.pollers += n
	}
	for _, o := range s.seen {
		if o.kind != checker.TimerRecv {
			continue
		}
		m := x.list[o.obj].sh.(*timerShadow)
		if m.waiting += n; n > 0 {
			x.addDeadline(m)
		}
	}
}

// polled is the earliest time that a loop waits for which asks for the time.
func (x *Execution) polled() (at int64, ok bool) {
	for t := range x.living() {
		if s, spins := t.sh.(*spinShadow); spins && s.until > x.now && (!ok || s.until < at) {
			at, ok = s.until, true
		}
	}
	return at, ok
}

// objects are what it waits for a change of, in words.
func (s *spinShadow) objects(x *Execution) []string {
	var all []string
	for _, o := range s.seen {
		name := "the time"
		if o.kind != checker.Tick {
			name = x.Thing(o.obj)
		}
		if o.kind != checker.Lock && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// spinning says where a task goes round a loop that waits, and for what.
func (t *task) spinning(loop Site) string {
	what := "goes round the loop"
	if at := loop.Line(); at != "" {
		what += " at " + at
	}
	var reads []string
	if s, ok := t.sh.(*spinShadow); ok {
		reads = s.objects(t.x)
	} else if op := &t.op; op.Kind == checker.Select {
		for _, c := range op.Cases {
			if c.Kind != checker.NoKind {
				reads = append(reads, t.x.Thing(c.Obj))
			}
		}
	} else {
		reads = []string{t.x.Thing(op.Obj)}
	}
	if len(reads) == 0 {
		return what
	}
	return what + ", which depends on " + strings.Join(reads, ", ")
}
