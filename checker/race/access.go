package race

import (
	"unsafe"

	"gocheck.dev/checker"
)

// This file compares accesses of one location.

// access is a past access of an object. Each location has two of these: 12 bytes.
type access struct {
	task checker.Task
	pos  checker.Pos
	time uint32 // twice the epoch of the task then, plus 1 if it writes. 0: no access
}

// accessOf is what t does now as an access to come back to.
func (r *Detector) accessOf(t *Task, f *checker.Effect) access {
	a := access{f.Task, f.Pos, 2 * r.at(t.Now, t.Slot)}
	if f.Write {
		a.time++
	}
	return a
}

func (a *access) writes() bool { return a.time&1 != 0 }

// unordered says whether a past access does not happen before what t does now.
func (r *Detector) unordered(a *access, t *Task) bool {
	return a.time != 0 && a.time/2 > r.at(t.Now, r.tasks[a.task].Slot)
}

// plain looks at an Effect.
func (r *Detector) plain(f *checker.Effect, t *Task) {
	o := r.object(f.Obj)
	r.against(f.Obj, &o.write, f, t, false, false)
	if f.Write {
		r.againstReads(f.Obj, o, f, t, false)
	}
	if o.sync != nil {
		for i := range o.sync.atomics {
			if a := &o.sync.atomics[i]; f.Write || a.writes() {
				r.against(f.Obj, a, f, t, true, false)
			}
		}
	}
	if lock, of := r.twin(o); lock != nil && lock.sync != nil {
		for i := range lock.sync.atomics {
			r.against(of, &lock.sync.atomics[i], f, t, true, false)
		}
	}
	now := r.accessOf(t, f)
	switch {
	case f.Write:
		if o.write, o.read = now, (access{}); o.sync != nil {
			o.sync.reads = o.sync.reads[:0]
		}
	case o.read.time == 0 || o.read.task == f.Task:
		o.read = now
	default:
		r.record(&r.syncOf(o).reads, now)
	}
}

// againstReads reports a race of a plain read of obj with f.
func (r *Detector) againstReads(obj checker.Object, o *raceObject, f *checker.Effect, t *Task, secondAtomic bool) {
	r.against(obj, &o.read, f, t, false, secondAtomic)
	if o.sync != nil {
		for i := range o.sync.reads {
			r.against(obj, &o.sync.reads[i], f, t, false, secondAtomic)
		}
	}
}

// atomic looks at an atomic access: it races with plain ones only.
func (r *Detector) atomic(ev *checker.Event, t *Task) {
	parts := ev.Parts()
	for i := range parts {
		o := r.sync(parts[i].Obj)
		r.join(t.Now, o.written)
		r.join(t.Now, o.updated)
	}
	write := ev.Kind == checker.Write || ev.Kind.Updates() || ev.Op.Kind == checker.Store
	r.ofWord(&checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: write, Pos: ev.Pos}, t)
	for i := range parts {
		f := &parts[i]
		if r.ofWord(f, t); f.Write {
			r.release(&r.sync(f.Obj).written, t)
		}
	}
}

// ofWord looks at an atomic access of a word, or of a part of it.
func (r *Detector) ofWord(f *checker.Effect, t *Task) {
	o := r.object(f.Obj)
	r.against(f.Obj, &o.write, f, t, false, true)
	if f.Write {
		r.againstReads(f.Obj, o, f, t, true)
	}
	r.record(&r.syncOf(o).atomics, r.accessOf(t, f))
}

// fromZero looks at an Add to a counter of 0: it races with Waits.
func (r *Detector) fromZero(ev *checker.Event, o *raceSync, t *Task) {
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}
	for i := range o.waits {
		r.against(ev.Obj, &o.waits[i], &f, t, false, false)
	}
	r.Report.Misuse = r.Raced
}

// record replaces the task's access of the same sort, or appends it.
func (r *Detector) record(list *[]access, a access) {
	for i := range *list {
		if b := &(*list)[i]; b.task == a.task && b.writes() == a.writes() {
			*b = a
			return
		}
	}
	had := cap(*list)
	*list = append(*list, a)
	r.grown += int64(cap(*list)-had) * int64(unsafe.Sizeof(a))
}

// against reports a race of a past access of obj with f, if they are unordered.
func (r *Detector) against(obj checker.Object, a *access, f *checker.Effect, t *Task, firstAtomic, secondAtomic bool) {
	if !r.Raced && r.unordered(a, t) {
		r.Raced = true
		r.Report = Report{
			Race: checker.Race{First: checker.Effect{Task: a.task, Obj: obj, Write: a.writes(), Pos: a.pos}, Second: *f, FirstAtomic: firstAtomic, SecondAtomic: secondAtomic},
			At:   r.events,
		}
	}
}
