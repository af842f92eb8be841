package runtime

import (
	"iter"
	"slices"
	"strings"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/polls"
)

// spinShadow is one Spin.
type spinShadow struct {
	seen  []sighting
	until int64 // the time that it waits for, if nobody waits for an earlier one; 0: none
	rests bool  // its time is none that matters: nobody is held up until then
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
	for m := range s.timers(x) {
		if m.waiting += n; n > 0 {
			x.waiting.Add(m)
		}
	}
}

// timers are those that it waits for.
func (s *spinShadow) timers(x *Execution) iter.Seq[*timerShadow] {
	return func(yield func(*timerShadow) bool) {
		for _, o := range s.seen {
			if o.ofTimer() && !yield(x.list[o.obj].sh.(*timerShadow)) {
				return
			}
		}
	}
}

// do waits for the loop at that site.
func (s *spinShadow) do(t *task, site Site) {
	op := checker.Op{Kind: checker.Spin, Pos: site.Pos()}
	for _, o := range s.seen {
		op.Cases = append(op.Cases, checker.Case{Kind: o.kind, Obj: o.obj, Pos: op.Pos, At: o.at})
	}
	nap := t.nap
	if s.rests {
		op.Seen = t.onlyWaits()
	}
	s.wait(t, 1)
	t.do(op, s)
	s.wait(t, -1)
	t.nap = nap
}

// looks has the loop see that time has passed, by its alarm. Matters says whether something is
// known to be different then: else nobody is held up until then.
func (s *spinShadow) looks(t *task, a *alarm, site Site, at int64, matters bool) {
	if t.x.FreeTime || t.bubbled() {
		s.until = max(at, t.x.now+int64(firstStep))
		return
	}
	s.rests = !matters && !slices.ContainsFunc(s.seen, sighting.ofTimer)
	s.seen = append(s.seen, a.set(t, site, at))
}

// An alarm is a timer of the loop's own, by which it comes to see that time has passed. To others,
// and to the checker, it is one like any other: time moves to it, and so may a pause.
type alarm struct {
	*timerShadow // nil: not used yet
	obj          checker.Object
}

// set sets it, if it is not.
func (a *alarm) set(t *task, site Site, until int64) sighting {
	if a.timerShadow == nil {
		a.timerShadow = new(timerShadow)
		a.obj = t.x.add(a.timerShadow)
	}
	d := max(time.Duration(until-t.now()), polls.Slack)
	if !a.armed || a.at.when != t.after(d) {
		rounds := t.rounds
		t.rounds.on = false // it is no deed of any round
		t.reads("goes round, for " + d.Round(polls.Slack).String() + " at most")
		t.set(a.obj, a.timerShadow, site, d)
		t.rounds = rounds
	}
	s := sighting{obj: a.obj, kind: checker.TimerRecv, now: t.x.fineTime(), limit: a.at.when, at: t.index - 1}
	s.changes = t.x.list[s.obj].changes
	return s
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
