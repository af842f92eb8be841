package race

import "gocheck.dev/checker"

// twin is the other half of a lock and its memory, if it has been met.
func (r *Detector) twin(o *raceObject) (*raceObject, checker.Object) {
	if o.sync == nil || o.sync.twin == 0 {
		return nil, 0
	}
	of := o.sync.twin - 1
	if int(of) >= len(r.objects) || r.objects[of].stamp != r.stamp {
		return nil, 0
	}
	return &r.objects[of], of
}

// inside looks at an operation on a lock: it races with plain accesses of the
// lock's memory only, but for those that the operation itself has waited for.
func (r *Detector) inside(ev *checker.Event, t *Task) {
	if r.withoutLocks {
		return
	}
	o := r.object(ev.Obj)
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}
	if v, of := r.twin(o); v != nil {
		r.against(of, &v.write, &f, t, false, true)
		r.againstReads(of, v, &f, t, true)
	}
	r.record(&r.syncOf(o).atomics, r.accessOf(t, &f))
}
