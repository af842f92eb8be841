package checker

// versions finds the event that will come of an action where that cannot be
// computed: the accesses of a step (-races=report) depend on what it reads, the
// kind of a CAS on an initial value that no event has shown. For such an action
// it lists the events that have come of it so far, each in another history.
//
// If all predecessors of such an event x are in a set F, and some explored
// trace contains F and x, then x is what comes of the action after F: in that
// trace everything of F that competes with x is before x, as x is not in F.
type versions struct {
	actions interner // task, number, decision, ids of the events in program order before it
	head    []uint32 // by action: the newest version + 1
	next    []uint32 // by event id: the next older version of the same action + 1
	done    []bool   // by event id: is listed
	buf     []uint32
	stamp   []uint32 // by event id: is in the set of the present epoch
	epoch   uint32
}

// eventPreds is where in the tuple of an event's id those of its predecessors
// begin.
const eventPreds = 6

func (v *versions) key(t *trace, op *operation, op2 int32, kind Kind, choice int32, partner Task, pchoice int32) []uint32 {
	none := ^uint32(0)
	switch op.kind {
	case TryLock, TryRLock, Add, Unlock, RUnlock:
		// The set does not decide between these: see action.as.
	default:
		kind = NoKind
	}
	k := append(v.buf[:0], uint32(t.tasks[op.task].name), op.index, uint32(choice), uint32(partner), uint32(pchoice), none, none, uint32(kind))
	if op.prev >= 0 {
		k[5] = t.events[op.prev].id
	}
	if op2 >= 0 {
		if p := t.ops[op2].prev; p >= 0 {
			k[6] = t.events[p].id
		}
	}
	v.buf = k
	return k
}

// noted says whether note was called for the event. That it has an id does not
// say so: a fragment still to be run has given it one.
func (v *versions) noted(id uint32) bool { return int(id) < len(v.done) && v.done[id] }

// note records that event e came of its action.
func (v *versions) note(t *trace, e *event) {
	a, fresh := v.actions.intern(v.key(t, &t.ops[e.op], e.op2, e.kind, e.choice, e.partner, e.pchoice))
	if fresh {
		v.head = append(v.head, 0)
	}
	for int(e.id) >= len(v.next) {
		v.next = append(v.next, 0)
		v.done = append(v.done, false)
	}
	v.done[e.id] = true
	v.next[e.id] = v.head[a]
	v.head[a] = e.id + 1
}

// action is the number of an action that resolves to the kind.
func (v *versions) action(t *trace, a *action, kind Kind) uint32 {
	n, fresh := v.actions.intern(v.key(t, &t.ops[a.op], a.op2, kind, a.choice, a.partner, a.pchoice))
	if fresh {
		v.head = append(v.head, 0)
	}
	return n
}

// begin empties the set that fits asks about; add fills it.
func (v *versions) begin(ids int) {
	for len(v.stamp) < ids {
		v.stamp = append(v.stamp, 0)
	}
	v.epoch++
}

func (v *versions) add(id uint32) { v.stamp[id] = v.epoch }

// fits says whether all predecessors of the event are in the set.
func (v *versions) fits(ids *interner, id uint32) bool {
	for _, p := range ids.at(id)[eventPreds:] {
		if v.stamp[p] != v.epoch {
			return false
		}
	}
	return true
}
