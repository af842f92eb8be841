package explore

import "unsafe"

// stepTable numbers the steps of executions with pending fragments: these may be a hundred
// thousand, of a few hundred different steps. Numbers are forgotten in the opposite
// order in which they were given, as executions are.
type stepTable struct {
	list  []planned
	slots []uint32 // number+1, 0 is free; a step's slot is the first free one from its home on when it comes
}

// planned is a step, and the number of the one after which its event comes in a chain, or
// -1.
type planned struct {
	step
	lead  int32
	known bool   // its event has been found in the store,
	num   member // and was that
}

func (t *stepTable) home(k key) int { return int(k.b) & (len(t.slots) - 1) }

// number returns the number of a step. A step's event has its leader in every execution.
func (t *stepTable) number(s step, lead int32) uint32 {
	if 4*len(t.list) >= 3*len(t.slots) {
		size := max(64, 2*len(t.slots))
		t.slots = make([]uint32, size)
		for n := range t.list {
			t.put(uint32(n))
		}
	}
	i := t.home(s.key)
	for ; t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
		if n := t.slots[i] - 1; t.list[n].step == s {
			return n
		}
	}
	t.list = append(t.list, planned{step: s, lead: lead})
	t.slots[i] = uint32(len(t.list))
	return t.slots[i] - 1
}

// unknown forgets what the events were in the store: they have other numbers.
func (t *stepTable) unknown() {
	for n := range t.list {
		t.list[n].known = false
	}
}

func (t *stepTable) put(n uint32) {
	i := t.home(t.list[n].key)
	for t.slots[i] != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = n + 1
}

// cut forgets all numbers from n on. The newest step has been put behind all others, so
// that none is looked for past its slot.
func (t *stepTable) cut(n int) {
	for len(t.list) > n {
		last := len(t.list) - 1
		i := t.home(t.list[last].key)
		for t.slots[i] != uint32(last+1) {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = 0
		t.list = t.list[:last]
	}
}

func (t *stepTable) bytes() int64 {
	return int64(cap(t.list))*int64(unsafe.Sizeof(planned{})) + int64(4*cap(t.slots))
}
