package engine

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
	"gocheck.dev/checker/race"
)

// This file finds out what to fold (fold.go): what is folded in none of a few
// executions is not tried.

// FoldFrom is after how many executions it pays to find that out. The tests take
// less.
var FoldFrom int64 = 100

const (
	foldEvents     = 1 << 17 // the same, where executions are long
	rehearsals     = 24      // executions that are made for it
	rehearsedMost  = 1 << 16 // their steps in all, but
	rehearsedLeast = 4       // of so many executions
	foldShare      = 4       // the part of all steps that is to be folded, go statements not counted: a quarter
	foldLeft       = 4       // what may be left to be explored, at least, in terms of what has been
)

// Anew is why an exploration stops that another one replaces.
const Anew = "anew"

// tryFolding lets the exploration begin anew, if it is worth while to fold.
func (x *Exploration) tryFolding() {
	x.Rehearse = false
	if n := x.Options.Executions; x.Stopped != "" || n > 0 && n-x.Result.Executions < foldLeft*x.Result.Executions {
		return
	}
	if x.Next = x.Learn(); x.Next != nil {
		x.Stop(Anew)
	}
}

// anew lets the exploration begin anew, with Next: by one process, if others know of it.
func (x *Exploration) anew() {
	if x.Divided || x.Part != nil {
		x.Stop("divided")
	} else {
		x.Stop(Anew)
	}
}

// TellApart begins anew, as tasks that were taken for alike are not: Apart says so. first names the
// first of them.
func (x *Exploration) TellApart(first string) {
	x.Result.Apart = append(x.Result.Apart, first)
	x.anew()
}

// Forsake begins anew, as nobody is alike in the first trace: that is explored as without
// Options.Symmetry.
func (x *Exploration) Forsake() {
	x.Apart = nil
	x.Stop(Anew)
}

func newFolder(d *Driver, by *folding, report bool) *folder {
	f := &folder{d: d, by: by, report: report, races: d.Races}
	if f.races == nil {
		f.races = race.NewDetector()
	}
	d.left = count(by.begin)
	return f
}

// Learn makes executions by chance, and says what could have been folded in all of
// them: nil if it is not worth while.
func (x *Exploration) Learn() *folding {
	r := &rehearsal{Rand: rand.New(rand.NewPCG(1, 1)), races: race.NewDetector()}
	r.drv.Limit = rehearsedMost
	if x.watched() {
		r.drv.watch = x
	}
	for n := range rehearsals {
		r.begin()
		if out := r.drv.run(x.Program, r); out.Failure != nil {
			x.FailAside(checker.Found{Failure: *out.Failure, Decisions: r.drv.Decisions}) // what is known to fail must not be said not to
			return nil
		}
		if r.otherwise || r.drv.void || r.drv.Cut && n < rehearsedLeast || x.Late(len(r.drv.Decisions)) {
			return nil
		}
		if r.drv.Cut {
			break
		}
		r.drv.Limit -= len(r.drv.Decisions)
		r.study()
	}
	if FoldFrom > 0 && foldShare*r.folded < r.steps {
		return nil
	}
	by := &folding{effects: r.spins, races: r.accesses, quiet: make([]bool, len(r.pos))}
	for p, how := range r.pos {
		by.quiet[p] = how == folded
		by.races = by.races || by.quiet[p]
	}
	return by
}

// rehearsal is the strategy of these executions. It takes one of them down, and
// looks at it when it is over.
type rehearsal struct {
	*rand.Rand
	drv              Driver
	races            *race.Detector
	pos              []foldUse // of operations that can be folded, by Pos, in all executions
	otherwise, spins bool
	accesses         bool // there are plain ones
	folded, steps    int
	enabled          []checker.Decision

	// Of the present execution.
	events  []checker.Event
	ops     []checker.Op // theirs
	effects []checker.Effect
	uses    []rehearsedUse
	objects []rehearsedObject
}

// rehearsedUse is an operation that was announced on an object.
type rehearsedUse struct {
	obj   checker.Object
	pos   checker.Pos
	folds bool
}

type rehearsedObject struct {
	info  checker.ObjectInfo
	shown bool
}

func (r *rehearsal) begin() {
	r.events, r.ops, r.effects, r.uses = r.events[:0], r.ops[:0], r.effects[:0], r.uses[:0]
	clear(r.objects)
	r.objects = r.objects[:0]
}

// Next implements strategy.
func (r *rehearsal) Next(_ *Driver, st checker.State) (checker.Decision, bool) {
	r.enabled = r.enabled[:0]
	for _, t := range st.Tasks() {
		r.enabled = st.Decisions(t, r.enabled)
	}
	if len(r.enabled) == 0 {
		return checker.Decision{}, false
	}
	return r.enabled[r.IntN(len(r.enabled))], true
}

// Did implements strategy.
func (r *rehearsal) Did(_ *Driver, st checker.State, ev *checker.Event) {
	r.otherwise = r.otherwise || otherwise(ev)
	from := len(r.effects)
	r.effects = append(r.effects, ev.Effects...)
	r.accesses = r.accesses || len(ev.Effects) > 0
	r.ops = append(r.ops, *ev.Op)
	e := *ev
	e.Effects = r.effects[from:len(r.effects):len(r.effects)]
	r.events = append(r.events, e)
	switch ev.Kind {
	case checker.Begin, checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.Default, checker.Spin:
	default:
		r.object(st, ev.Obj)
	}
	for i := range ev.Effects {
		r.object(st, ev.Effects[i].Obj)
	}
	if !ev.Last {
		r.announced(st.Op(ev.Task))
	}
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask && !ev.PartnerLast {
		r.announced(st.Op(ev.Partner))
	}
	if ev.Child != checker.NoTask {
		r.announced(st.Op(ev.Child))
	}
}

func (r *rehearsal) announced(op *checker.Op) {
	r.spins = r.spins || op.Kind == checker.Spin
	switch {
	case op.Kind == checker.Select || op.Kind == checker.Spin:
		for i := range op.Cases {
			if trace.Distinct(op.Cases, i) {
				r.uses = append(r.uses, rehearsedUse{obj: op.Cases[i].Obj})
			}
		}
	case folds(op.Kind) || shows(op.Kind):
		r.uses = append(r.uses, rehearsedUse{op.Obj, op.Pos, folds(op.Kind)})
	}
}

func (r *rehearsal) object(st checker.State, o checker.Object) {
	for int(o) >= len(r.objects) {
		r.objects = append(r.objects, rehearsedObject{})
	}
	r.objects[o].info = st.Object(o)
}

// Tasks, Op, Decisions and Object make it a State, of which the race detector asks
// for objects only.
func (r *rehearsal) Tasks() []checker.Task { return nil }

// Op implements checker.State.
func (r *rehearsal) Op(checker.Task) *checker.Op { return nil }

// Decisions implements checker.State.
func (r *rehearsal) Decisions(checker.Task, []checker.Decision) []checker.Decision { return nil }

// Object implements checker.State.
func (r *rehearsal) Object(o checker.Object) checker.ObjectInfo { return r.objects[o].info }
func (r *rehearsal) show(o checker.Object)                      { r.objects[o].shown = true }
func (r *rehearsal) isShown(o checker.Object) bool              { return r.objects[o].shown }

// study finds the positions at which nothing of the present execution can be folded.
func (r *rehearsal) study() {
	for i := range r.uses {
		u := &r.uses[i]
		for int(u.obj) >= len(r.objects) {
			r.objects = append(r.objects, rehearsedObject{})
		}
		for int(u.pos) >= len(r.pos) {
			r.pos = append(r.pos, unused)
		}
	}
	for {
		r.spread()
		if !r.conflict() {
			break
		}
	}
	for i := range r.uses {
		if u := &r.uses[i]; u.folds && r.pos[u.pos] == unused {
			r.pos[u.pos] = folded
		}
	}
	for i := range r.events {
		if e := &r.events[i]; e.Kind == checker.Begin || folds(e.Kind) && r.pos[r.ops[i].Pos] == folded {
			r.folded++
		}
	}
	r.steps += len(r.events)
}

// spread shows all operations on an object of which one is shown, and all at a
// position at which one is.
func (r *rehearsal) spread() {
	for more := true; more; {
		more = false
		for i := range r.uses {
			u := &r.uses[i]
			o, p := r.isShown(u.obj), u.folds && r.pos[u.pos] == shown
			if o && u.folds && !p {
				r.pos[u.pos], more = shown, true
			}
			if !o && (p || !u.folds) {
				r.show(u.obj)
				more = true
			}
		}
	}
}

// conflict shows an object of which two uses are ordered by nothing else, if there is
// one.
func (r *rehearsal) conflict() bool {
	d := r.races
	d.Reset()
	for i := range r.events {
		e := &r.events[i]
		e.Op = &r.ops[i]
		if !folds(e.Op.Kind) || r.isShown(e.Obj) {
			d.Add(r, e)
		} else if !folds(e.Kind) || d.Alone(r, e) {
			r.show(e.Obj)
			return true
		}
		if d.Raced {
			f := &d.Report
			for _, o := range [...]checker.Object{f.First.Obj, f.Second.Obj} {
				if r.objects[o].info.Kind != checker.VarObject || r.used(o) {
					if !r.isShown(o) {
						r.show(o)
						return true
					}
				}
			}
			d.Raced = false
		}
	}
	return false
}

// used says whether some operation was announced on the object.
func (r *rehearsal) used(o checker.Object) bool {
	for i := range r.uses {
		if r.uses[i].obj == o {
			return true
		}
	}
	return false
}
