package race

import (
	"unsafe"

	"gocheck.dev/checker"
)

// This file compares accesses of one location.

// access is a past access: Effect, and the epoch of its task then.
type access struct {
	effect checker.Effect
	slot   int32
	time   uint32 // 0: no access
}

// unordered says whether a past access does not happen before what t does now.
func (r *Detector) unordered(a *access, t *Task) bool {
	return a.time > r.at(t.Now, a.slot)
}

// plain looks at an Effect.
func (r *Detector) plain(f *checker.Effect, t *Task) {
	o := r.object(f.Obj)
	r.against(&o.write, f, t, false, false)
	if f.Write {
		r.againstReads(o, f, t, false)
	}
	if o.sync != nil {
		for i := range o.sync.atomics {
			if a := &o.sync.atomics[i]; f.Write || a.effect.Write {
				r.against(a, f, t, true, false)
			}
		}
	}
	if lock := r.twin(o); lock != nil && lock.sync != nil {
		for i := range lock.sync.atomics {
			r.against(&lock.sync.atomics[i], f, t, true, false)
		}
	}
	now := access{*f, t.Slot, r.at(t.Now, t.Slot)}
	switch {
	case f.Write:
		if o.write, o.read = now, (access{}); o.sync != nil {
			o.sync.reads = o.sync.reads[:0]
		}
	case o.read.time == 0 || o.read.slot == t.Slot:
		o.read = now
	default:
		r.record(&r.syncOf(o).reads, now)
	}
}

// againstReads reports a race of a plain read with f.
func (r *Detector) againstReads(o *raceObject, f *checker.Effect, t *Task, secondAtomic bool) {
	r.against(&o.read, f, t, false, secondAtomic)
	if o.sync != nil {
		for i := range o.sync.reads {
			r.against(&o.sync.reads[i], f, t, false, secondAtomic)
		}
	}
}

// atomic looks at an atomic access: it races with plain ones only.
func (r *Detector) atomic(ev *checker.Event, t *Task) {
	o := r.object(ev.Obj)
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: ev.Kind == checker.Write || ev.Kind.Updates() || ev.Op.Kind == checker.Store, Pos: ev.Pos}
	r.against(&o.write, &f, t, false, true)
	if f.Write {
		r.againstReads(o, &f, t, true)
	}
	r.record(&o.sync.atomics, access{f, t.Slot, r.at(t.Now, t.Slot)})
}

// fromZero looks at an Add to a counter of 0: it races with Waits.
func (r *Detector) fromZero(ev *checker.Event, o *raceSync, t *Task) {
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}
	for i := range o.waits {
		r.against(&o.waits[i], &f, t, false, false)
	}
	r.Report.Misuse = r.Raced
}

// record replaces the task's access of the same sort, or appends it.
func (r *Detector) record(list *[]access, a access) {
	for i := range *list {
		if b := &(*list)[i]; b.slot == a.slot && b.effect.Write == a.effect.Write {
			*b = a
			return
		}
	}
	had := cap(*list)
	*list = append(*list, a)
	r.grown += int64(cap(*list)-had) * int64(unsafe.Sizeof(a))
}

// against reports a race of a past access with f, if they are unordered.
func (r *Detector) against(a *access, f *checker.Effect, t *Task, firstAtomic, secondAtomic bool) {
	if !r.Raced && r.unordered(a, t) {
		r.Raced = true
		r.Report = Report{
			Race: checker.Race{First: a.effect, Second: *f, FirstAtomic: firstAtomic, SecondAtomic: secondAtomic},
			At:   r.events,
		}
	}
}
