package closure

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/store"
	"gocheck.dev/checker/internal/trace"
)

// pending is the stack of fragments that are still to be run. There may be
// many times as many as traces have been explored, most of which will be found
// contained in a trace by the time their turn comes. So a fragment is small:
// the set is a bit set over the execution that it was found in, which is kept
// once for all its fragments, and of which only that is kept in which it differs
// from the one below it on the stack, that is from which it was reached as a rule.
// All of it is in flat arrays that grow and shrink at the end, as the stack does.
type pending struct {
	stack []fragment
	likes []alike.Fragment // the same for the same question under other names, if that is asked
	made  []made           // the executions that the fragments are of, in their order
	table store.StepTable  // their different steps
	steps []uint32         // of all of them, by their numbers
	sets  []uint64         // of events
	// of events, where that of the execution will not do: the first and the last one of each
	// run of events that are next to each other in the set, too
	orders  []int32
	maxes   []int32 // latest events of the sets
	foreign int64   // bytes of graphs that others have taken down

	// The numbers of the steps of the execution that was added last: the present one has
	// the first so many of them too, and they are still known.
	numbers []uint32
	shared  int

	// Scratch memory.
	flat   []uint32 // of the execution flatOf
	flatOf int32
	events []int32
}

// fragment is a set of events and what comes after it.
type fragment struct {
	made          int32  // the execution, an index into pending.made
	ordered       int32  // how many of orders are this fragment's
	latest        int32  // how many of maxes are
	asked         uint32 // Store.Ever when it was last found not to be in an explored trace
	sets          int    // its set: sets[sets:], as many words as the events need
	orders, maxes int    // where those begin
	result        result
}

// made is an execution with fragments that are pending. It begins as another one
// does, whose beginning may be that of a third one.
type made struct {
	like   int32        // the other one, an index below its own; -1: none
	known  int32        // those below it have no steps from this number on
	same   int32        // so many events are those of the other one
	events int32        // so many it has
	steps  int          // the rest: steps[steps:], events-same of them
	graph  *alike.Graph // nil: names count
}

// result is what comes after the set of a fragment.
type result struct {
	dec     checker.Decision
	keys    [2]flat.Key // of the events it may be, if no step has effects
	certain bool        // it is keys[0]
	end     bool        // keys[0] is "nothing comes after"
	whole   bool        // so it is, and keys[0] is the key of the trace: it may not have been counted
	rest    bool        // so it is, and was counted; keys[0] says what of it has to be looked at: see stretch.go
	lead    int32       // the event of the set after which keys[0] comes in a chain, or -1
	action  flat.Key    // see versions
}

// push adds a fragment of execution t; order is nil if that of the execution
// will do. fresh says that it is the first one of this execution.
func (p *pending) push(t *trace.Trace, in flat.Set, order []int32, latest []int32, r *result, asked uint32, fresh bool) {
	if fresh {
		known := len(p.table.List)
		p.number(t)
		p.begin(known)
	}
	f := fragment{made: int32(len(p.made) - 1), sets: len(p.sets), orders: len(p.orders), maxes: len(p.maxes),
		latest: int32(len(latest)), asked: asked, result: *r}
	p.sets = append(p.sets, in[:(len(t.Events)+63)/64]...)
	if len(order) > 0 {
		f.ordered = p.addOrder(in, order)
	}
	p.maxes = append(p.maxes, latest...)
	p.stack = append(p.stack, f)
}

// addOrder adds an order of events of in, and says how much that was.
func (p *pending) addOrder(in flat.Set, order []int32) int32 {
	n := len(p.orders)
	for i := 0; i < len(order); i++ {
		first := order[i]
		for i+1 < len(order) && (order[i+1] == order[i]+1 || order[i+1] == in.Next(order[i]+1)) {
			i++
		}
		p.orders = append(p.orders, first, order[i])
	}
	return int32(len(p.orders) - n)
}

// order is the fragment's order, until it is asked for another one; empty if that of the
// execution will do.
func (p *pending) order(f *fragment) []int32 {
	p.events = p.events[:0]
	in := p.set(f)
	for runs := p.orders[f.orders : f.orders+int(f.ordered)]; len(runs) > 0; runs = runs[2:] {
		e := runs[0]
		for ; e != runs[1]; e = in.Next(e + 1) {
			p.events = append(p.events, e)
		}
		p.events = append(p.events, e)
	}
	return p.events
}

// number makes p.numbers the numbers of the steps of t.
func (p *pending) number(t *trace.Trace) {
	p.numbers = p.numbers[:p.shared]
	for i := p.shared; i < len(t.Events); i++ {
		e := &t.Events[i]
		lead := t.Leader(e)
		if lead >= 0 {
			lead = int32(p.numbers[lead])
		}
		p.numbers = append(p.numbers, p.table.Number(trace.Step{Dec: e.Decision, Key: e.Key}, lead))
	}
	p.shared = len(p.numbers)
}

// shares takes note of that the present execution has only so many of the first events of
// the one before it.
func (p *pending) shares(events int) { p.shared = min(p.shared, events) }

// begin adds the execution p.numbers, before which so many steps were known.
func (p *pending) begin(known int) {
	all := p.numbers
	m := made{known: int32(known), like: int32(len(p.made) - 1), events: int32(len(all)), steps: len(p.steps)}
	if m.like >= 0 {
		below := p.stepsOf(m.like)
		for int(m.same) < min(len(all), len(below)) && all[m.same] == below[m.same] {
			m.same++
		}
		for m.like >= 0 && p.made[m.like].same >= m.same {
			m.like = p.made[m.like].like // which has as much of it, and is as good
		}
	}
	p.steps = append(p.steps, all[m.same:]...)
	p.made = append(p.made, m)
}

// stepsOf returns the numbers of the steps of an execution, until it is asked for those of
// another.
func (p *pending) stepsOf(i int32) []uint32 {
	if len(p.flat) > 0 && p.flatOf == i {
		return p.flat
	}
	end := p.made[i].events
	p.flat, p.flatOf = slices.Grow(p.flat[:0], int(end))[:end], i
	for ; end > 0; i = p.made[i].like {
		if m := &p.made[i]; m.same < end {
			copy(p.flat[m.same:end], p.steps[m.steps:])
			end = m.same
		}
	}
	return p.flat
}

// adopt says which graph the newest execution has.
func (p *pending) adopt(g *alike.Graph) {
	p.made[len(p.made)-1].graph = g
	p.foreign += g.Foreign()
}

// bytes is the memory in use.
func (p *pending) bytes() int64 {
	return p.foreign + int64(cap(p.stack))*int64(unsafe.Sizeof(fragment{})) + int64(cap(p.likes))*int64(unsafe.Sizeof(alike.Fragment{})) + p.table.Bytes() +
		int64(cap(p.made))*int64(unsafe.Sizeof(made{})) +
		int64(4*cap(p.steps)+8*cap(p.sets)+4*cap(p.orders)+4*cap(p.maxes))
}

// set is the fragment's set.
func (p *pending) set(f *fragment) flat.Set {
	return p.sets[f.sets : f.sets+int(p.made[f.made].events+63)/64]
}

// schedule replaces now, the steps of the present execution, by those of the fragment. The
// first so many are the same.
func (p *pending) schedule(f *fragment, now []trace.Step) (steps []trace.Step, same int) {
	all := p.stepsOf(f.made)
	var events []int32 // those that are not the same
	if f.ordered > 0 {
		events = p.order(f)
	} else {
		in := p.set(f)
		n := min(in.First(), p.shared)
		for is, was := all[:n], p.numbers[:n]; same < n && is[same] == was[same]; {
			same++
		}
		p.events = in.List(p.events[:0], same)
		events = p.events
	}
	for len(events) > 0 && same < len(now) && p.table.List[all[events[0]]].Step == now[same] {
		events = events[1:]
		same++
	}
	steps = now[:same]
	for _, e := range events {
		steps = append(steps, p.table.List[all[e]].Step)
	}
	if !f.result.end {
		steps = append(steps, trace.Step{Dec: f.result.dec})
	}
	return steps, same
}

// drop forgets the newest fragment.
func (p *pending) drop() {
	n := len(p.stack) - 1
	f := &p.stack[n]
	p.sets, p.orders, p.maxes = p.sets[:f.sets], p.orders[:f.orders], p.maxes[:f.maxes]
	if n == 0 || p.stack[n-1].made != f.made {
		m := &p.made[f.made]
		p.table.Cut(int(m.known))
		p.shared = min(p.shared, int(m.same))
		p.steps, p.made = p.steps[:m.steps], p.made[:f.made]
		p.flat = p.flat[:0]
		p.foreign -= m.graph.Foreign()
	}
	p.stack = p.stack[:n]
	if len(p.likes) > 0 {
		p.likes = p.likes[:n]
	}
}

// keep drops all fragments of old, which is what is pending, that ok is false for.
func (p *pending) keep(ok func(old *pending, n int) bool) {
	old := *p
	*p = pending{}
	kept := mover{to: p}
	for i := range old.stack {
		if ok(&old, i) {
			kept.move(&old, i)
		}
	}
}

// mover adds fragments of another stack to a stack, in their order.
type mover struct {
	to      *pending
	from    int32   // the execution that was copied last, and 1
	numbers []int32 // of steps, by those in the other stack: their own, and 1
}

func (m *mover) move(old *pending, n int) {
	p, f := m.to, &old.stack[n]
	if len(old.likes) > 0 {
		p.likes = append(p.likes, old.likes[n])
	}
	if m.from != f.made+1 {
		m.from = f.made + 1
		if m.numbers == nil {
			m.numbers = make([]int32, len(old.table.List))
		}
		known := len(p.table.List)
		p.numbers, p.shared = p.numbers[:0], 0
		for _, n := range old.stepsOf(f.made) {
			if m.numbers[n] == 0 {
				s := old.table.List[n]
				if s.Lead >= 0 {
					s.Lead = m.numbers[s.Lead] - 1
				}
				m.numbers[n] = int32(p.table.Number(s.Step, s.Lead)) + 1
			}
			p.numbers = append(p.numbers, uint32(m.numbers[n]-1))
		}
		p.begin(known)
		p.adopt(old.made[f.made].graph)
	}
	g := *f
	g.made = int32(len(p.made) - 1)
	g.sets, g.orders, g.maxes = len(p.sets), len(p.orders), len(p.maxes)
	p.sets = append(p.sets, old.set(f)...)
	p.orders = append(p.orders, old.orders[f.orders:f.orders+int(f.ordered)]...)
	p.maxes = append(p.maxes, old.maxes[f.maxes:f.maxes+int(f.latest)]...)
	p.stack = append(p.stack, g)
}
