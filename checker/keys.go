package checker

// key is a 128-bit hash. Events, sets of events, fragments are identified by
// theirs, across executions. Two things with one key would be taken for one;
// with 10^9 keys that has a probability of about 10^-21.
type key struct{ a, b uint64 }

// toggle adds an element to a set's key, or removes it.
func (k *key) toggle(o key) { k.a ^= o.a; k.b ^= o.b }

// sum adds o as to a multiset.
func (k *key) sum(o key) { k.a += o.a; k.b += o.b }

// mix is the finaliser of splitmix64: a bijection that scatters.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// and makes a new key from k and more.
func (k key) and(x uint64) key {
	return key{mix(k.a ^ x + 0x9e3779b97f4a7c15), mix(k.b + x*0xd6e8feb86659fd93 + 1)}
}

// with makes a new key from k and another one.
func (k key) with(o key) key { return key{mix(k.a ^ o.a), mix(k.b + o.b)} }

// keyOf is the key of what an event is apart from its history.
func keyOf(task Task, index uint32, kind Kind, choice, pchoice int32, partner Task) key {
	return key{}.and(uint64(task)<<32 | uint64(index)).and(uint64(uint32(choice))<<32 | uint64(uint32(pchoice))).and(uint64(partner)<<8 | uint64(kind))
}

// eventKey identifies the event that e describes with the predecessors of v:
// task, number in the task, kind, decision, and the keys of the predecessors,
// that is its whole history. The program being deterministic, events with one
// key are one event (closure.md, section 1).
func (t *trace) eventKey(e *event, v *view) key {
	op := &t.ops[e.op]
	var past key
	for _, p := range v.preds {
		past.sum(t.events[p].key)
	}
	return keyOf(t.tasks[op.task].name, op.index, e.kind, e.choice, e.pchoice, e.partner).with(past)
}

// deadKey identifies the pseudo event "nothing comes after in": see
// quiescent.go.
func (t *trace) deadKey(in set) key {
	past := key{}.and(1)
	for f := in.next(0); f >= 0; f = in.next(f + 1) {
		past.sum(t.events[f].key)
	}
	return past.with(key{}.and(2))
}

// keyTable numbers keys, densely.
type keyTable struct {
	table []uint32 // open addressing; number+1, 0 is free
	keys  []key
}

func (t *keyTable) find(k key) (uint32, bool) {
	if len(t.table) == 0 {
		return 0, false
	}
	mask := uint64(len(t.table) - 1)
	for i := k.a & mask; t.table[i] != 0; i = (i + 1) & mask {
		if n := t.table[i] - 1; t.keys[n] == k {
			return n, true
		}
	}
	return 0, false
}

// number returns the key's number, and whether it is new.
func (t *keyTable) number(k key) (uint32, bool) {
	if n, ok := t.find(k); ok {
		return n, false
	}
	if 2*len(t.keys) >= len(t.table) {
		t.table = make([]uint32, max(1024, 2*len(t.table)))
		for n := range t.keys {
			t.put(uint32(n))
		}
	}
	t.keys = append(t.keys, k)
	t.put(uint32(len(t.keys) - 1))
	return uint32(len(t.keys) - 1), true
}

func (t *keyTable) put(n uint32) {
	mask := uint64(len(t.table) - 1)
	i := t.keys[n].a & mask
	for t.table[i] != 0 {
		i = (i + 1) & mask
	}
	t.table[i] = n + 1
}

func (t *keyTable) bytes() int64 { return int64(4*cap(t.table) + 16*cap(t.keys)) }
