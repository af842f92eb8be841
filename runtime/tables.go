package runtime

import (
	"reflect"
	"time"
	"unsafe"

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
	roots   []reflect.Value // the variables
	initial []reflect.Value // their values when the table had been made
	copied  *contents.Copy
	known   bool // there is a copy
	never   bool // it is not looked at: see lost and mostChanges
	lost    bool // it cannot be copied, or it takes less time to make it
	same    bool // in this reset: nothing has changed

	put     bool // in this reset: the variables have their values
	making  bool // in this reset: a step has begun
	before  footprint
	started time.Time
	of      uintptr       // the test run that changes and never are about
	changes int           // resets in a row that found it changed
	equal   int           // resets that found it the same
	took    time.Duration // the shortest time of making it
	asks    time.Duration // the shortest time of a comparison that found it the same
}

// footprint is what initialisation that only computes does not change of an
// execution: no step is made, no task, no object named, nothing kept.
type footprint struct {
	steps, random uint64
	started, kept int
	children      int32
}

// mostChanges is how many resets in a row may find a table changed before it is
// not looked at any more: the copy would be made for nothing.
const mostChanges = 3

// NewTable is the table of variables, by pointers to them.
func NewTable(vars ...any) *Table {
	b := &Table{}
	for _, p := range vars {
		b.roots = append(b.roots, reflect.ValueOf(p).Elem())
	}
	return b
}

// print is the footprint of the running execution.
func (t *task) print() footprint {
	x := t.x
	return footprint{steps: x.steps, random: t.random, started: len(x.started), kept: len(x.kept), children: t.made}
}

// Begin finds out whether the table is as it was when it had been made, and sets its
// variables to zero.
func (b *Table) Begin() {
	b.same, b.put, b.making = false, false, false
	t := current()
	if t != nil && b.of != uintptr(unsafe.Pointer(t.x)) {
		b.of, b.changes, b.never = uintptr(unsafe.Pointer(t.x)), 0, b.lost
	}
	if b.known {
		b.same = t != nil && t.x.keeps() && b.unchanged()
		b.known = b.same
	}
	for _, r := range b.roots {
		r.SetZero()
	}
}

// keeps says whether what an execution finds may be what an earlier one has left:
// nothing runs beside it, and nothing is chosen.
func (x *Execution) keeps() bool {
	return x.alone && !x.ChooseStarts && !x.ChooseRandom && len(x.Plain.packages) == 0
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
		if t := current(); t != nil && !b.never {
			b.before, b.started = t.print(), time.Now()
		}
	}
	return !b.same
}

// Made says that the table has been made.
func (b *Table) Made() {
	t := current()
	if !b.never && (b.same || t == nil) {
		return
	}
	if b.known = !b.never && b.sound(t); !b.known {
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

// sound says whether making the table did nothing else, as far as can be seen.
func (b *Table) sound(t *task) bool { return t.x.keeps() && t.print() == b.before }
