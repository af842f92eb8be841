package store

import (
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Versions finds the event that will come of an action where that cannot be
// computed: the accesses of a step (-races=report) depend on what it reads, the
// kind of a CAS on an initial value that no event has shown. For such an action
// it lists the events that have come of it so far, each in another history.
//
// If all predecessors of such an event x are in a set F, and some explored
// trace contains F and x, then x is what comes of the action after F: in that
// trace everything of F that competes with x is before x, as x is not in F.
type Versions struct {
	Actions flat.KeyTable
	Head    []int32 // by action: its newest version, an index into list
	List    []Version
	Preds   []trace.Member // of all versions, flat
	done    []bool         // by event id: is listed
	stamp   []uint32       // by event id: some event of the chain is in the execution of the present epoch
	from    []int32        // by event id: where those of its chain are among places
	places  []int32        // of the chains of the execution: which events of it they are, -1: not there
	epoch   uint32
}

// Version is one of the events that have come of an action, in a list of these.
type Version struct {
	ID   uint32
	Next int32 // older one of the same action, -1
	Off  int32 // preds[off:off+n] are the numbers of the predecessors, when it was listed
	N    int32
}

// Note records what came of the actions of an execution.
func (v *Versions) Note(t *trace.Trace) {
	for i := range t.Events {
		e := &t.Events[i]
		if t.Leader(e) >= 0 || int(e.Num.ID) < len(v.done) && v.done[e.Num.ID] {
			continue // what comes after leader in a chain is found by that
		}
		a, fresh := v.Actions.Number(t.ActionKey(&t.Ops[e.Op], e.Op2, e.Kind, e.Choice, e.PChoice, e.Partner))
		if fresh {
			v.Head = append(v.Head, -1)
		}
		v.Enter(a, e.Num.ID, e.PredLen)
		for _, p := range t.PredsOf(int32(i)) {
			v.Preds = append(v.Preds, t.Events[p].Num)
		}
	}
}

// Enter adds a version of action a, of which the n predecessors follow.
func (v *Versions) Enter(a, id uint32, n int32) {
	for int(id) >= len(v.done) {
		v.done = append(v.done, false)
	}
	v.done[id] = true
	v.List = append(v.List, Version{ID: id, Next: v.Head[a], Off: int32(len(v.Preds)), N: n})
	v.Head[a] = int32(len(v.List) - 1)
}

// Of is the newest version of an action, or -1.
func (v *Versions) Of(action flat.Key) int32 {
	if a, ok := v.Actions.Find(action); ok {
		return v.Head[a]
	}
	return -1
}

// Begin forgets the execution that fits asks about; place tells of the events of
// another one.
func (v *Versions) Begin(ids int) {
	for len(v.stamp) < ids {
		v.stamp, v.from = append(v.stamp, 0), append(v.from, 0)
	}
	v.places = v.places[:0]
	v.epoch++
}

// Place says that m is event e.
func (v *Versions) Place(m trace.Member, ids *Chains, e int32) {
	if v.stamp[m.ID] != v.epoch {
		v.stamp[m.ID], v.from[m.ID] = v.epoch, int32(len(v.places))
		for range *ids.Lens.At(m.ID) {
			v.places = append(v.places, -1)
		}
	}
	v.places[v.from[m.ID]+int32(m.Off)] = e
}

// Fits says whether all predecessors of the version are in a set of events of the
// execution.
func (v *Versions) Fits(x *Version, ids *Chains, in flat.Set) bool {
	for _, p := range v.Preds[x.Off : x.Off+x.N] {
		if p = ids.Now(p); v.stamp[p.ID] != v.epoch {
			return false
		}
		if e := v.places[v.from[p.ID]+int32(p.Off)]; e < 0 || !in.Has(e) {
			return false
		}
	}
	return true
}

// Bytes is the memory that the versions take.
func (v *Versions) Bytes() int64 {
	return v.Actions.Bytes() + int64(4*cap(v.Head)+16*cap(v.List)+8*cap(v.Preds)+cap(v.done)+8*cap(v.stamp)+4*cap(v.places))
}
