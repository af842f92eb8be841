package engine

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// Orders knows of pairs of operations that conflict in which orders they were seen. It looks at
// executions of the exploration and of those that sample, to tell of a test that was not explored
// to its end what has never come the other way round.
//
// An operation is a task and a position: objects have other numbers in other executions. So two
// orders may come from two rounds of a loop in one execution.
type Orders struct {
	x      *Exploration
	number map[[2]side]int32 // the lesser side first
	pairs  []orders
	more   bool // there are pairs without a number
	looked int64
	events int64       // in the executions that were looked at
	long   bool        // the last sample was too long
	t      trace.Trace // of samples
	over   recorder
}

// side is an operation of a pair.
type side struct {
	task checker.Task
	pos  checker.Pos
}

// orders are those in which a pair was seen.
type orders struct {
	first, second         side // as they were seen first
	firstKind, secondKind checker.Kind
	both, races           bool // races: in some execution nothing else than the pair had an order
}

const (
	// Of the exploration, and of the samples, the first ordersAll executions are looked at as long
	// as they have ordersEvents together, then one of ordersShare: it costs up to a fifth of an
	// execution, and a long one has a pair in many rounds.
	ordersAll    = 256
	ordersEvents = 1 << 16
	ordersShare  = 16
	// mostOrders bounds the pairs that are told apart, and orderSteps a sample that is looked at: the
	// trace takes memory as the square of that.
	mostOrders = 1 << 14
	orderSteps = 1 << 12
	// mostBefore bounds with how many uses of the object that compete with it an operation is
	// compared, and mostUses among how many they are looked for. Nothing competes with most
	// unlocks, say: without a bound the look at a trace would take the square of its length.
	mostBefore = 8
	mostUses   = 32
	// mostNever is how many pairs are listed.
	mostNever = 100
)

// NewOrders returns Orders that have seen nothing.
func NewOrders(x *Exploration) *Orders {
	return &Orders{x: x, number: map[[2]side]int32{}}
}

// due says whether the n-th execution, from 1, is to be looked at.
func (o *Orders) due(n int64) bool {
	return n <= ordersAll && o.events < ordersEvents || n%ordersShare == 0
}

// explored looks at the execution that the exploration has just made.
func (o *Orders) explored() {
	if t := o.x.Trace; t != nil && !o.x.Void && o.due(o.x.Result.Executions) {
		o.look(t)
	}
}

// Over is a strategy that goes by s for the n-th sample, from 1, which is looked at if Sampled is
// called after it.
func (o *Orders) Over(s Strategy, n int64) Strategy {
	if o == nil {
		return s
	}
	if o.over = (recorder{}); !o.due(n) || o.long && n%ordersShare != 0 {
		return s
	}
	o.over = recorder{Strategy: s, t: &o.t}
	o.t.Program = o.x.Program
	return &o.over
}

// Sampled looks at the sample that was made.
func (o *Orders) Sampled() {
	if o == nil || !o.over.begun {
		return
	}
	if o.long = len(o.t.Events) >= orderSteps; !o.long {
		o.look(&o.t)
	}
}

// recorder takes a sample down.
type recorder struct {
	Strategy
	t     *trace.Trace
	begun bool
}

// Next implements Strategy.
func (r *recorder) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	if !r.begun {
		r.begun = true
		r.t.Reset()
		r.t.Begin(st)
	}
	return r.Strategy.Next(d, st)
}

// Did implements Strategy.
func (r *recorder) Did(d *Driver, st checker.State, ev *checker.Event) {
	r.Strategy.Did(d, st, ev)
	if r.begun && len(r.t.Events) < orderSteps {
		r.t.Record(st, ev)
	}
}

// look takes down the orders of a trace.
func (o *Orders) look(t *trace.Trace) {
	o.looked++
	o.events += int64(len(t.Events))
	tick := int32(-1)
	at := int32(0)
	for k := range t.Nodes {
		n := &t.Nodes[k]
		for ; at < n.Ev; at++ {
			if t.Events[at].Kind == checker.Tick {
				tick = at
			}
		}
		if n.Eff {
			continue
		}
		m, seen := n.Prev, 0
		for range mostUses {
			if m < 0 || seen == mostBefore {
				break
			}
			p := &t.Nodes[m]
			m = p.Prev
			if p.Eff || p.Ev == n.Ev || !p.Class.Compete(n.Class) {
				continue
			}
			seen++
			o.pair(t, p.Ev, n.Ev, tick)
			if p.Class == trace.Writes {
				break // what is older is not beside it
			}
		}
	}
}

// pair takes down that event f has come before event e, which uses the same object.
func (o *Orders) pair(t *trace.Trace, f, e, tick int32) {
	x, y := &t.Events[f], &t.Events[e]
	// Their order is forced if f is before what e's tasks have done before, or before the last Tick:
	// until then e could not go on.
	races := reverses(x, y) && !before(t, f, t.Ops[y.Op].Prev) && !(y.Joint && before(t, f, t.Ops[y.Op2].Prev)) && !before(t, f, tick)
	switch {
	case x.Joint && y.Joint:
		o.note(t, x.Op, y.Op, races)
		o.note(t, x.Op2, y.Op2, races)
	case x.Joint && y.Kind == checker.Recv:
		o.note(t, x.Op2, y.Op, races)
	case y.Joint && x.Kind == checker.Recv:
		o.note(t, x.Op, y.Op2, races)
	default:
		o.note(t, x.Op, y.Op, races)
	}
}

// before says whether f is event e or before it; e may be -1.
func before(t *trace.Trace, f, e int32) bool { return e >= 0 && t.HistOf(e).Has(f) }

// reverses says whether y, which comes after x, could have come before it at all: it has not waited
// for x.
func reverses(x, y *trace.Event) bool {
	switch y.Kind {
	case checker.Await, checker.Spin, checker.TimerRecv, checker.TimerFire:
		return false
	case checker.Wait:
		return x.Arg > 0
	case checker.Add:
		return y.Arg > 0
	}
	return true
}

// note takes down that operation a was performed before operation b.
func (o *Orders) note(t *trace.Trace, a, b int32, races bool) {
	x, y := &t.Ops[a], &t.Ops[b]
	p, q := side{t.Tasks[x.Task].Name, x.Pos}, side{t.Tasks[y.Task].Name, y.Pos}
	if p.task == q.task {
		return
	}
	key := [2]side{p, q}
	if q.task < p.task {
		key = [2]side{q, p}
	}
	n, ok := o.number[key]
	if !ok {
		if len(o.pairs) == mostOrders {
			o.more = o.more || races
			return
		}
		n = int32(len(o.pairs))
		o.number[key] = n
		o.pairs = append(o.pairs, orders{first: p, second: q, firstKind: x.Kind, secondKind: y.Kind})
	}
	s := &o.pairs[n]
	s.both = s.both || s.first != p
	s.races = s.races || races
}

// Found is what has been seen; nil: nothing was looked at, or there was no such pair.
func (o *Orders) Found() *checker.Orders {
	if o == nil {
		return nil
	}
	found := &checker.Orders{Looked: o.looked, More: o.more}
	for i := range o.pairs {
		s := &o.pairs[i]
		switch {
		case !s.races:
			continue
		case s.both:
			found.Both++
		case len(found.Never) < mostNever:
			found.Never = append(found.Never, checker.OneOrder{First: o.place(s.first, s.firstKind), Second: o.place(s.second, s.secondKind)})
		}
		found.Pairs++
	}
	if found.Pairs == 0 {
		return nil
	}
	return found
}

func (o *Orders) place(s side, k checker.Kind) checker.OrderedOp {
	return checker.OrderedOp{Kind: k, Pos: o.x.Program.Position(s.pos), Task: o.x.Program.TaskName(s.task)}
}
