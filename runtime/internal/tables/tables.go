package tables

import (
	"reflect"
	"time"

	"gocheck.dev/runtime/internal/contents"
)

// A Table is package variables, and all that they lead to, that initialisation
// comes to in the same way each time: the rewriter has seen that it only computes
// (instrument/internal/decls/reset_tables.go). Begin comes where the package is about to be reset,
// Again before each step that makes the table, and Made after the last.
//
// When it has been made, the memory behind the variables is copied. If it is still
// the same when the next execution begins, what made it need not run again. Whoever
// may have written to it, and on what way: it is compared, byte for byte. What cannot
// be followed (functions, channels, locks) makes the table one that is always made
// anew; so does what takes longer to compare than to make.
type Table struct {
	now     func() (Footprint, bool)
	ordered func()
	roots   []reflect.Value // the variables
	initial []reflect.Value // their values when the table had been made
	copied  *contents.Copy
	known   bool // there is a copy
	loops   bool // made by loops through maps
	never   bool // it is not looked at: see lost and mostChanges
	lost    bool // it cannot be copied, or it takes less time to make it
	same    bool // in this reset: nothing has changed

	put     bool // in this reset: the variables have their values
	making  bool // in this reset: a step has begun
	before  Footprint
	started time.Time
	of      uintptr       // the test run that changes and never are about
	changes int           // resets in a row that found it changed
	equal   int           // resets that found it the same
	took    time.Duration // the shortest time of making it
	asks    time.Duration // the shortest time of a comparison that found it the same
}

// A Footprint is what initialisation that only computes does not change of an execution: no
// step is made, no task, no object named, nothing kept.
type Footprint struct {
	Of            uintptr // whose executions these are
	Keeps         bool    // what is found may be what an earlier one has left: nothing runs beside it, nothing is chosen
	Steps, Random uint64
	Started, Kept int
	Children      int32
	Loops         int    // through maps: of the table's own, the order counts,
	Orders        uint64 // which is that of this seed
}

// mostChanges is how many resets in a row may find a table changed before it is
// not looked at any more: the copy would be made for nothing.
const mostChanges = 3

// New is the table of variables, by pointers to them. now is the footprint of the running
// execution; false: there is none. ordered is called when a table is kept that loops through maps
// have made.
func New(vars []any, now func() (Footprint, bool), ordered func()) *Table {
	b := &Table{now: now, ordered: ordered}
	for _, p := range vars {
		b.roots = append(b.roots, reflect.ValueOf(p).Elem())
	}
	return b
}

// Begin finds out whether the table is as it was when it had been made, and sets its
// variables to zero.
func (b *Table) Begin() {
	b.same, b.put, b.making = false, false, false
	now, ok := b.now()
	if ok && b.of != now.Of {
		b.of, b.changes, b.never = now.Of, 0, b.lost
	}
	if b.known {
		b.same = ok && now.Keeps && (!b.loops || now.Orders == b.before.Orders) && b.unchanged()
		b.known = b.same
		if b.same && b.loops {
			b.ordered()
		}
	}
	for _, r := range b.roots {
		r.SetZero()
	}
}

// unchanged compares, and notes whether that is worth it.
func (b *Table) unchanged() bool {
	began := time.Now()
	same := b.copied.Unchanged()
	if !same {
		b.changes++
		b.never = b.never || b.changes >= mostChanges
		return false
	}
	b.changes = 0
	if took := time.Since(began); b.equal == 0 || took < b.asks {
		b.asks = took
	}
	if b.equal++; b.equal >= mostChanges && b.asks > b.took {
		b.lost, b.never = true, true
	}
	return true
}

// Again says whether a step that makes the table is to run.
func (b *Table) Again() bool {
	switch {
	case b.same && !b.put:
		b.put = true
		for i, r := range b.roots {
			r.Set(b.initial[i])
		}
	case !b.same && !b.making:
		b.making = true
		if now, ok := b.now(); ok && !b.never {
			b.before, b.started = now, time.Now()
		}
	}
	return !b.same
}

// Made says that the table has been made.
func (b *Table) Made() {
	now, ok := b.now()
	if !b.never && (b.same || !ok) {
		return
	}
	b.loops, b.before.Loops = now.Loops != b.before.Loops, now.Loops
	// Making it did nothing else, as far as can be seen.
	if b.known = !b.never && now.Keeps && now == b.before; !b.known {
		b.copied, b.initial = nil, nil
		return
	}
	if took := time.Since(b.started); b.took == 0 || took < b.took {
		b.took = took
	}
	b.initial = b.initial[:0]
	for _, r := range b.roots {
		v := reflect.New(r.Type()).Elem()
		v.Set(r)
		b.initial = append(b.initial, v)
	}
	if b.copied = contents.NewCopy(b.roots); b.copied == nil {
		b.known, b.lost, b.never = false, true, true
		b.initial = nil
	}
}
