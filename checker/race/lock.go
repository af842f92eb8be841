package race

import "gocheck.dev/checker"

// twin is the other half of a lock and its memory, if it has been met.
func (r *Detector) twin(o *raceObject) *raceObject {
	if o.twin == 0 || int(o.twin) > len(r.objects) || r.objects[o.twin-1].stamp != r.stamp {
		return nil
	}
	return &r.objects[o.twin-1]
}

// inside looks at an operation on a lock: it races with plain accesses of the
// lock's memory only, but for those that the operation itself has waited for.
func (r *Detector) inside(ev *checker.Event, t *Task) {
	if r.withoutLocks {
		return
	}
	o := r.object(ev.Obj)
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}
	if v := r.twin(o); v != nil {
		r.against(&v.write, &f, t, false, true)
		r.againstReads(v, &f, t, true)
	}
	r.record(&r.syncOf(o).atomics, access{f, t.Slot, r.at(t.Now, t.Slot)})
}
