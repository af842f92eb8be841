package trace

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Linearizer estimates how many linearizations a finished trace has: executions
// in which its events come in an order that respects happens-before, and in
// which handlers serve one message at a time, FIFO ones in the order of the
// mailbox. It makes some by random walks (Knuth 1975): one whose steps had the
// probabilities p1, p2, … counts for 1/(p1·p2·…), one that ends before its end
// for nothing. The more events are after an event, the more probable it is to be
// chosen: of a forest all linearizations get the same probability, and each walk
// counts for their number.
type Linearizer struct {
	Random *rand.Rand
	t      *Trace

	before  []uint64 // rows: happens-before and what handlers add to it
	last    []int32  // by index of task: last event of a message
	extra   []arc    // that are not in happens-before
	from    []int32  // by event: where its successors begin in succ
	succ    []int32
	weight  []float64 // by event: how many are after it, itself included
	needs   []int32   // by event: how many predecessors it has
	first   []int32   // events that have none
	starts  []int32   // by event: the handler on which it begins a message, or -1
	missing []int32   // by event: predecessors that have not been performed
	ready   []int32   // events whose predecessors have been
	chances []float64
}

// arc is an order of two events that come one after the other in all
// linearizations.
type arc struct{ from, to int32 }

// Lines is how many linearizations are made of a trace.
const Lines = 16

// maxPairs bounds the pairs of messages of a trace whose order is looked at.
const maxPairs = 1 << 16

// Count returns the logarithm of the estimate. It knows of none if all walks end
// before their end, which is if handlers are too much in each other's way.
func (l *Linearizer) Count(t *Trace) (log float64, ok bool) {
	l.t = t
	if !l.force() {
		return 0, false
	}
	l.index()
	most, n := math.Inf(-1), 0
	var logs [Lines]float64
	for range Lines {
		if v, ok := l.walk(); ok {
			logs[n] = v
			most = max(most, v)
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	var sum float64
	for _, v := range logs[:n] {
		sum += math.Exp(v - most)
	}
	return most + math.Log(sum/Lines), true
}

func (l *Linearizer) row(e int32) flat.Set {
	return l.before[int(e)*l.t.Words : (int(e)+1)*l.t.Words]
}

// force derives, as saturation does for sets, which order of messages of one
// handler is forced by happens-before: the whole of one before the whole of the
// other, and FIFO: their posts as well. False if there are too many messages.
func (l *Linearizer) force() bool {
	t := l.t
	l.extra = l.extra[:0]
	if len(t.Handlers) == 0 {
		return true
	}
	l.before = append(l.before[:0], t.Hist...)
	l.last = l.last[:0]
	for range t.Tasks {
		l.last = append(l.last, -1)
	}
	for i := range t.Events {
		l.last[t.Events[i].Task] = int32(i)
		if t.Events[i].Joint {
			l.last[t.Events[i].Task2] = int32(i)
		}
	}
	pairs := 0
	for h := range t.Handlers {
		n := len(t.Handlers[h].Messages)
		if pairs += n * n; pairs > maxPairs {
			return false
		}
	}
	for again := true; again; {
		again = false
		for h := range t.Handlers {
			for _, a := range t.Handlers[h].Messages {
				for _, b := range t.Handlers[h].Messages {
					if a != b && t.Tasks[a].Start >= 0 && l.forcePair(&t.Handlers[h], a, b) {
						again = true
					}
				}
			}
		}
	}
	return true
}

// forcePair derives what follows if message a, which was started, has to come
// before message b. It says whether that is new.
func (l *Linearizer) forcePair(h *Handler, a, b int32) bool {
	t := l.t
	x, y := &t.Tasks[a], &t.Tasks[b]
	queue := h.FIFO && !h.Fronts
	if y.Start < 0 {
		return queue && l.order(x.Post, y.Post) // else b would be in front of a
	}
	if x.End < 0 {
		return false // it has the handler for ever
	}
	first := y.End < 0 || l.row(l.last[b]).Has(x.Start) || queue && l.row(y.Post).Has(x.Post)
	if !first {
		return false
	}
	is := l.order(x.End, y.Start)
	return queue && l.order(x.Post, y.Post) || is
}

// order puts f before g, and says whether that is new.
func (l *Linearizer) order(f, g int32) bool {
	if f == g || l.row(g).Has(f) {
		return false
	}
	l.extra = append(l.extra, arc{f, g})
	for i := g; int(i) < len(l.t.Events); i++ {
		if r := l.row(i); r.Has(g) {
			r.Union(l.row(f))
		}
	}
	return true
}

// index lists the successors of events, and weighs them, and what else all walks begin
// with.
func (l *Linearizer) index() {
	t := l.t
	l.needs, l.first, l.starts = l.needs[:0], l.first[:0], l.starts[:0]
	for i := range t.Events {
		starts := int32(-1)
		if r := &t.Tasks[t.Events[i].Task]; r.Start == int32(i) {
			starts = r.Handler
		}
		l.needs, l.starts = append(l.needs, 0), append(l.starts, starts)
	}
	l.from, l.weight = l.from[:0], l.weight[:0]
	for i := range t.Events {
		l.from, l.weight = append(l.from, 0), append(l.weight, float64(t.AfterOf(int32(i)).Size()))
	}
	l.from = append(l.from, 0)
	l.arcs(func(a arc) { l.from[a.from+1]++ })
	for i := range t.Events {
		l.from[i+1] += l.from[i]
	}
	for n := int(l.from[len(t.Events)]); len(l.succ) < n; {
		l.succ = append(l.succ, 0)
	}
	at := append(l.missing[:0], l.from...)
	l.arcs(func(a arc) {
		l.succ[at[a.from]] = a.to
		at[a.from]++
		l.needs[a.to]++
	})
	l.missing = at
	for i, n := range l.needs {
		if n == 0 {
			l.first = append(l.first, int32(i))
		}
	}
}

func (l *Linearizer) arcs(f func(arc)) {
	for i := range l.t.Events {
		for _, p := range l.t.PredsOf(int32(i)) {
			f(arc{p, int32(i)})
		}
	}
	for _, a := range l.extra {
		f(a)
	}
}

// walk makes a linearization. It returns the logarithm of 1/(p1·p2·…).
func (l *Linearizer) walk() (log float64, ok bool) {
	t := l.t
	for i := range t.Handlers {
		h := &t.Handlers[i]
		h.busy, h.queue, h.head = -1, h.queue[:0], 0
	}
	l.missing, l.ready = append(l.missing[:0], l.needs...), append(l.ready[:0], l.first...)
	chance := 1.0
	for range t.Events {
		l.chances = l.chances[:0]
		var sum float64
		for _, f := range l.ready {
			w := 0.0
			if l.possible(f) {
				w = l.weight[f]
			}
			l.chances = append(l.chances, w)
			sum += w
		}
		if sum == 0 {
			return 0, false
		}
		i := Draw(l.Random, l.chances, sum)
		f := l.ready[i]
		if chance *= l.chances[i] / sum; chance < 1e-250 {
			log -= math.Log(chance)
			chance = 1
		}
		l.ready[i] = l.ready[len(l.ready)-1]
		l.ready = l.ready[:len(l.ready)-1]
		l.perform(f)
		for _, g := range l.succ[l.from[f]:l.from[f+1]] {
			if l.missing[g]--; l.missing[g] == 0 {
				l.ready = append(l.ready, g)
			}
		}
	}
	return log - math.Log(chance), true
}

// Draw chooses an index of weights, whose sum is given, by their weight.
func Draw(r *rand.Rand, weights []float64, sum float64) int {
	v := r.Float64() * sum
	chosen := -1
	for i, w := range weights {
		if w > 0 {
			chosen = i
		}
		if v -= w; v < 0 {
			break
		}
	}
	return chosen
}

// possible says whether a handler is idle for the message that the event starts.
func (l *Linearizer) possible(f int32) bool {
	if l.starts[f] < 0 {
		return true
	}
	h := &l.t.Handlers[l.starts[f]]
	return h.busy < 0 && (!h.FIFO || h.queue[h.head] == l.t.Events[f].Task)
}

// perform follows the handlers.
func (l *Linearizer) perform(f int32) {
	t := l.t
	e := &t.Events[f]
	if r := &t.Tasks[e.Task]; r.Handler >= 0 {
		h := &t.Handlers[r.Handler]
		if r.Start == f {
			h.busy = e.Task
			if h.FIFO {
				h.head++
			}
		}
		if e.Last {
			h.busy = -1
		}
	}
	if e.Joint && e.Last2 && t.Tasks[e.Task2].Handler >= 0 {
		t.Handlers[t.Tasks[e.Task2].Handler].busy = -1
	}
	if e.Kind == checker.Post || e.Kind == checker.PostFront {
		if h := &t.Handlers[t.Tasks[e.Child].Handler]; h.FIFO {
			h.queue = append(h.queue, e.Child)
			if e.Kind == checker.PostFront {
				copy(h.queue[h.head+1:], h.queue[h.head:])
				h.queue[h.head] = e.Child
			}
		}
	}
}
