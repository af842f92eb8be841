package explore

// versions finds the event that will come of an action where that cannot be
// computed: the accesses of a step (-races=report) depend on what it reads, the
// kind of a CAS on an initial value that no event has shown. For such an action
// it lists the events that have come of it so far, each in another history.
//
// If all predecessors of such an event x are in a set F, and some explored
// trace contains F and x, then x is what comes of the action after F: in that
// trace everything of F that competes with x is before x, as x is not in F.
type versions struct {
	actions keyTable
	head    []int32 // by action: its newest version, an index into list
	list    []version
	preds   []member // of all versions, flat
	done    []bool   // by event id: is listed
	stamp   []uint32 // by event id: some event of the chain is in the execution of the present epoch
	from    []int32  // by event id: where those of its chain are among places
	places  []int32  // of the chains of the execution: which events of it they are, -1: not there
	epoch   uint32
}

type version struct {
	id   uint32
	next int32 // older one of the same action, -1
	off  int32 // preds[off:off+n] are the numbers of the predecessors, when it was listed
	n    int32
}

// note records what came of the actions of an execution.
func (v *versions) note(t *trace) {
	for i := range t.events {
		e := &t.events[i]
		if t.leader(e) >= 0 || int(e.num.id) < len(v.done) && v.done[e.num.id] {
			continue // what comes after leader in a chain is found by that
		}
		a, fresh := v.actions.number(t.actionKey(&t.ops[e.op], e.op2, e.kind, e.choice, e.pchoice, e.partner))
		if fresh {
			v.head = append(v.head, -1)
		}
		v.enter(a, e.num.id, e.predLen)
		for _, p := range t.predsOf(int32(i)) {
			v.preds = append(v.preds, t.events[p].num)
		}
	}
}

// enter adds a version of action a, of which the n predecessors follow.
func (v *versions) enter(a, id uint32, n int32) {
	for int(id) >= len(v.done) {
		v.done = append(v.done, false)
	}
	v.done[id] = true
	v.list = append(v.list, version{id: id, next: v.head[a], off: int32(len(v.preds)), n: n})
	v.head[a] = int32(len(v.list) - 1)
}

// of is the newest version of an action, or -1.
func (v *versions) of(action key) int32 {
	if a, ok := v.actions.find(action); ok {
		return v.head[a]
	}
	return -1
}

// begin forgets the execution that fits asks about; place tells of the events of
// another one.
func (v *versions) begin(ids int) {
	for len(v.stamp) < ids {
		v.stamp, v.from = append(v.stamp, 0), append(v.from, 0)
	}
	v.places = v.places[:0]
	v.epoch++
}

// place says that m is event e.
func (v *versions) place(m member, ids *chains, e int32) {
	if v.stamp[m.id] != v.epoch {
		v.stamp[m.id], v.from[m.id] = v.epoch, int32(len(v.places))
		for range *ids.lens.at(m.id) {
			v.places = append(v.places, -1)
		}
	}
	v.places[v.from[m.id]+int32(m.off)] = e
}

// fits says whether all predecessors of the version are in a set of events of the
// execution.
func (v *versions) fits(x *version, ids *chains, in set) bool {
	for _, p := range v.preds[x.off : x.off+x.n] {
		if p = ids.now(p); v.stamp[p.id] != v.epoch {
			return false
		}
		if e := v.places[v.from[p.id]+int32(p.off)]; e < 0 || !in.has(e) {
			return false
		}
	}
	return true
}

func (v *versions) bytes() int64 {
	return v.actions.bytes() + int64(4*cap(v.head)+16*cap(v.list)+8*cap(v.preds)+cap(v.done)+8*cap(v.stamp)+4*cap(v.places))
}
