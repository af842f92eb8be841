package addresses

import (
	"unsafe"

	"gocheck.dev/checker"
)

// Table has the objects of one execution by their addresses, and keeps what is
// there alive. A map does the same: but it is looked into at each access of a
// variable, and emptied after each execution.
type Table struct {
	slots []addressed // open addressing; their number is a power of two
	shift uint8       // of the hash, to get an index
	used  int
}

type addressed struct {
	at   unsafe.Pointer // nil: free
	id   checker.Object
	used bool // it was not free when somebody asked for Slots
}

const leastAddresses = 4 // as a power of two

// slot is where p is, or where it would be.
func (a *Table) slot(p unsafe.Pointer) *addressed {
	mask := len(a.slots) - 1
	i := int(uint64(uintptr(p)) * 0x9e3779b97f4a7c15 >> a.shift)
	for {
		s := &a.slots[i&mask]
		if s.at == p || s.at == nil {
			return s
		}
		i++
	}
}

// Find returns the object at p.
func (a *Table) Find(p unsafe.Pointer) (checker.Object, bool) {
	s := a.slot(p)
	return s.id, s.at != nil
}

// Set makes id the object at p.
func (a *Table) Set(p unsafe.Pointer, id checker.Object) {
	s := a.slot(p)
	if s.at == nil {
		if a.used++; 2*a.used > len(a.slots) {
			old := a.slots
			a.grow()
			for i := range old {
				if old[i].at != nil {
					*a.slot(old[i].at) = old[i]
				}
			}
			s = a.slot(p)
		}
	}
	*s = addressed{at: p, id: id}
}

// Each calls f with each address.
func (a *Table) Each(f func(unsafe.Pointer)) {
	for i := range a.slots {
		if at := a.slots[i].at; at != nil {
			f(at)
		}
	}
}

func (a *Table) grow() {
	n := max(2*len(a.slots), 1<<leastAddresses)
	a.slots = make([]addressed, n)
	a.shift = 64
	for ; n > 1; n /= 2 {
		a.shift--
	}
}

// Reset empties it. What it had room for in a much larger execution it loses step
// by step.
func (a *Table) Reset() {
	switch n := len(a.slots); {
	case n == 0:
		a.grow()
	case n > 1<<leastAddresses && 8*a.used < n:
		clear(a.slots)
		a.slots = a.slots[:n/2]
		a.shift++
	case a.used > 0:
		clear(a.slots)
	}
	a.used = 0
}

// Slots adds where the addresses are kept, which Vacate has to follow if some of them become nil.
func (a *Table) Slots(all []*unsafe.Pointer) []*unsafe.Pointer {
	for i := range a.slots {
		if s := &a.slots[i]; s.at != nil {
			s.used = true
			all = append(all, &s.at)
		}
	}
	return all
}

// Vacate forgets the objects of all whose addresses, the result of Slots, have become nil since,
// and says which.
func (a *Table) Vacate(gone func(checker.Object)) {
	old := a.slots
	a.slots, a.used = make([]addressed, len(old)), 0
	for i := range old {
		switch s := &old[i]; {
		case s.at != nil:
			*a.slot(s.at) = *s
			a.used++
		case s.used:
			gone(s.id)
		}
	}
}
