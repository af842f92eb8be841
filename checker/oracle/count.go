package oracle

import (
	"encoding/binary"
	"errors"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// ErrLimit means that a program has more states than it was to have.
var ErrLimit = errors.New("more states than the limit")

// Result is what a program can do.
type Result struct {
	Traces    map[string][]checker.Decision // by Key: a schedule of each maximal trace
	Deadlocks int                           // traces at whose end some task is blocked
	Outcomes  map[string]bool               // what the executions observe
	States    int                           // states visited: partial traces, nearly

	p     *lang.Program
	empty *Trace
}

// Count enumerates the executions of a program. It gives up with ErrLimit
// after so many states.
func Count(p *lang.Program, limit int) (*Result, error) {
	return count(p, limit, !p.Coarse && p.Pause == 0, NewTrace(NewInterner()))
}

// CountSerial is Count for serial traces: handlers are locks that a message
// takes at its Begin.
func CountSerial(p *lang.Program, limit int) (*Result, error) {
	return count(p, limit, !p.Coarse && p.Pause == 0, NewSerialTrace(NewInterner()))
}

// count is Count. With eager, events that depend on nothing and that nothing
// can disable are performed as soon as they can be, in one order only.
func count(p *lang.Program, limit int, eager bool, empty *Trace) (*Result, error) {
	r := newResult(p, empty)
	w := walker{r: r, limit: limit, eager: eager, seen: map[string]struct{}{}}
	err := w.visit(lang.NewMachine(p), empty)
	r.States = len(w.seen)
	return r, err
}

func newResult(p *lang.Program, empty *Trace) *Result {
	return &Result{Traces: map[string][]checker.Decision{}, Outcomes: map[string]bool{}, p: p, empty: empty}
}

// Walk calls f at every state of a program, once for each partial trace and
// order of FIFO mailboxes. It gives up with ErrLimit after so many states.
func Walk(p *lang.Program, limit int, f func(*lang.Machine)) error {
	r := newResult(p, NewTrace(NewInterner()))
	w := walker{r: r, limit: limit, seen: map[string]struct{}{}}
	w.arrive = func(state string, m *lang.Machine) {
		if _, ok := w.seen[state]; !ok {
			f(m)
		}
	}
	return w.visit(lang.NewMachine(p), r.empty)
}

type walker struct {
	r     *Result
	limit int
	eager bool
	seen  map[string]struct{}
	path  []checker.Decision
	buf   []checker.Task

	arrive func(state string, m *lang.Machine) // if set: called at every arrival at a state
}

func (w *walker) visit(m *lang.Machine, t *Trace) error {
	key := t.Key()
	state := key
	if w.buf = m.Queues(w.buf[:0]); len(w.buf) > 0 {
		b := append([]byte(key), 0xff)
		for _, q := range w.buf {
			b = binary.AppendUvarint(b, uint64(q))
		}
		state = string(b)
	}
	if w.arrive != nil {
		w.arrive(state, m)
	}
	if _, ok := w.seen[state]; ok {
		return nil
	}
	if len(w.seen) >= w.limit {
		return ErrLimit
	}
	w.seen[state] = struct{}{}

	next := w.decisions(m)
	if len(next) == 0 {
		if _, ok := w.r.Traces[key]; !ok {
			w.r.Traces[key] = append([]checker.Decision(nil), w.path...)
			if m.Blocked() {
				w.r.Deadlocks++
			}
		}
		w.r.Outcomes[m.Outcome().Observed] = true
		return nil
	}
	for i, d := range next {
		c := m
		if i < len(next)-1 {
			c = m.Clone()
		}
		ev := c.Step(d)
		w.path = append(w.path, d)
		if err := w.visit(c, t.Extend(c, ev)); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	return nil
}

// decisions lists what to try at a state: all that is enabled, or with eager
// the alternatives of the first task whose operation depends on nothing.
func (w *walker) decisions(m *lang.Machine) []checker.Decision {
	var all []checker.Decision
	for _, t := range m.Tasks() {
		n := len(all)
		all = m.Decisions(t, all)
		if !w.eager || len(all) == n {
			continue
		}
		switch op := m.Op(t); op.Kind {
		case checker.Spawn, checker.Choose, checker.Yield:
			return all[n:]
		case checker.Begin:
			if !m.IsMessage(t) {
				return all[n:]
			}
		}
	}
	return all
}

func (r *Result) execute(ds []checker.Decision) (*lang.Machine, *Trace) {
	m := lang.NewMachine(r.p)
	t := r.empty
	for _, d := range ds {
		t = t.Extend(m, m.Step(d))
	}
	return m, t
}

// Key is the canonical form of the execution with the given decisions, to
// be looked up in Traces. It also returns what the execution observes and
// whether it is maximal.
func (r *Result) Key(ds []checker.Decision) (key, observed string, maximal bool) {
	m, t := r.execute(ds)
	return t.Key(), m.Outcome().Observed, !m.Enabled()
}

// From is the maximal traces of the executions that begin with the given decisions,
// like Traces.
func (r *Result) From(prefix []checker.Decision, limit int) (map[string][]checker.Decision, error) {
	m, t := r.execute(prefix)
	after := newResult(r.p, r.empty)
	w := walker{r: after, limit: limit, seen: map[string]struct{}{}, path: slices.Clone(prefix)}
	err := w.visit(m, t)
	return after.Traces, err
}
