package chains

import (
	"slices"

	"gocheck.dev/checker"
)

// Past is what the clock has to account for that came before something.
type Past struct {
	Links int64 // of the longest chain of readings
	Time  int64 // the latest time that was waited for ahead of the clock, in ns
}

// Join is what came before either of them.
func (p Past) Join(q Past) Past { return Past{max(p.Links, q.Links), max(p.Time, q.Time)} }

// Follow lets what p is the past of come after all of these.
func (p *Past) Follow(before ...Past) {
	for _, q := range before {
		*p = p.Join(q)
	}
}

// Table has the marks of an execution's objects.
type Table struct {
	marks []Marks   // by object
	rare  []*others // those in use, and behind them those of earlier executions
	rares int       // in use
}

// Marks are the pasts of events on an object, by how they use it. Nearly all objects are
// locations that are read and written: there may be millions of these, so what only others
// have is apart.
type Marks struct {
	reads, writes Past
	others        *others // nil: nothing of it has happened
}

// others are the pasts of events that neither only read nor only write.
type others struct {
	observed            Past
	incs, masks, merges Past
	locked              Past // the last Lock
	unlocked, runlocked Past // all Unlocks, all RUnlocks
	sends, recvs        Past // of a channel: members of its two sequences
	counted             Past // tasks that count them
	closed              Past // its close
	adds, waits         Past
	elements, rooms     []Past // by number modulo capacity: the last send, the last receive
	sent, received      int
	begun               bool
}

// Reset begins an execution.
func (r *Table) Reset() {
	clear(r.marks)
	r.marks = r.marks[:0]
	r.rares = 0
}

// Of has what is known of an object. It holds until an object with a larger number is asked for.
func (r *Table) Of(o checker.Object) *Marks {
	if n := int(o) + 1; n > len(r.marks) {
		r.marks = slices.Grow(r.marks, n-len(r.marks))[:n] // which Reset has cleared
	}
	return &r.marks[o]
}

// rest has what is kept of m for other events than reads and writes.
func (r *Table) rest(m *Marks) *others {
	if m.others == nil {
		if r.rares == len(r.rare) {
			r.rare = append(r.rare, new(others))
		}
		m.others = r.rare[r.rares]
		*m.others = others{}
		r.rares++
	}
	return m.others
}
