package store

import (
	"unsafe"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// StepTable numbers the steps of executions with pending fragments: these may be a hundred
// thousand, of a few hundred different steps. Numbers are forgotten in the opposite
// order in which they were given, as executions are.
type StepTable struct {
	List  []Planned
	slots []uint32 // number+1, 0 is free; a step's slot is the first free one from its home on when it comes
}

// Planned is a step, and the number of the one after which its event comes in a chain, or
// -1.
type Planned struct {
	trace.Step
	Lead  int32
	Known bool         // its event has been found in the store,
	Num   trace.Member // and was that
}

func (t *StepTable) home(k flat.Key) int { return int(k.B) & (len(t.slots) - 1) }

// Number returns the number of a step. A step's event has its leader in every execution.
func (t *StepTable) Number(s trace.Step, lead int32) uint32 {
	if 4*len(t.List) >= 3*len(t.slots) {
		size := max(64, 2*len(t.slots))
		t.slots = make([]uint32, size)
		for n := range t.List {
			t.put(uint32(n))
		}
	}
	i := t.home(s.Key)
	for ; t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
		if n := t.slots[i] - 1; t.List[n].Step == s {
			return n
		}
	}
	t.List = append(t.List, Planned{Step: s, Lead: lead})
	t.slots[i] = uint32(len(t.List))
	return t.slots[i] - 1
}

// Unknown forgets what the events were in the store: they have other numbers.
func (t *StepTable) Unknown() {
	for n := range t.List {
		t.List[n].Known = false
	}
}

func (t *StepTable) put(n uint32) {
	i := t.home(t.List[n].Key)
	for t.slots[i] != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = n + 1
}

// Cut forgets all numbers from n on. The newest step has been put behind all others, so
// that none is looked for past its slot.
func (t *StepTable) Cut(n int) {
	for len(t.List) > n {
		last := len(t.List) - 1
		i := t.home(t.List[last].Key)
		for t.slots[i] != uint32(last+1) {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = 0
		t.List = t.List[:last]
	}
}

// Bytes is the memory that the table takes.
func (t *StepTable) Bytes() int64 {
	return int64(cap(t.List))*int64(unsafe.Sizeof(Planned{})) + int64(4*cap(t.slots))
}
