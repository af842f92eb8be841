package reversal

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Two things are beyond saturation: messages posted to the front of a FIFO
// mailbox, as whether such a message is served before another one depends on
// whether the other one is still there; and counts that
// depend on an order which is not in the trace (Trace.Count), such as that of a
// WaitGroup's Adds if it could fall below zero. For them the orders of a set are
// searched, one by one: exact, but exponential. Programs have few of either.

// searchBound is how many states one search may visit; past it the set counts
// as one that cannot be executed, and smaller ones are tried. The exploration is
// not exhaustive then: Bound "searches".
const searchBound = 1 << 14

// sequencer is the state of a search.
type sequencer struct {
	s       *Saturation
	done    flat.Set
	order   []int32
	visited map[flat.Key]struct{}
	mail    [][]trace.Mail // by event: what it does to mailboxes
	busy    []int32        // by handler
	queues  [][]int32
	sums    map[checker.Object]int64
	final   int32 // message that starts in the end, or -1
	tooMany bool
}

// step extends the order to the whole set, or fails.
func (q *sequencer) step() bool {
	s := q.s
	if q.done.Equal(s.in) {
		return q.fits(q.final)
	}
	var k flat.Key
	for f := q.done.Next(0); f >= 0; f = q.done.Next(f + 1) {
		k.Toggle(flat.Key{}.And(uint64(f)))
	}
	for h, queue := range q.queues {
		for i, m := range queue {
			k.Toggle(flat.Key{}.And(uint64(h+1)<<48 | uint64(i)<<24 | uint64(m)))
		}
	}
	if _, ok := q.visited[k]; ok {
		return false
	}
	if q.tooMany = q.tooMany || len(q.visited) >= searchBound; q.tooMany || s.Late(len(s.in)) {
		return false
	}
	q.visited[k] = struct{}{}
	for f := s.in.Next(0); f >= 0; f = s.in.Next(f + 1) {
		if q.done.Has(f) || !q.ready(f) {
			continue
		}
		busy := append([]int32(nil), q.busy...)
		queues := append([][]int32(nil), q.queues...)
		sum := q.sums[s.t.Events[f].Obj]
		q.apply(f)
		if q.step() {
			return true
		}
		q.busy, q.queues = busy, queues
		q.sums[s.t.Events[f].Obj] = sum
		q.order = q.order[:len(q.order)-1]
		q.done[f>>6] &^= 1 << (f & 63)
	}
	return false
}

// fits says whether message m (-1: none) may start now.
func (q *sequencer) fits(m int32) bool {
	if m < 0 {
		return true
	}
	h := q.s.t.Tasks[m].Handler
	return q.busy[h] < 0 && (!q.s.t.Handlers[h].FIFO || q.queues[h][0] == m)
}

// ready says whether f can come now.
func (q *sequencer) ready(f int32) bool {
	s := q.s
	for w, v := range s.row(f) {
		if v &^= q.done[w]; v != 0 && (int(f>>6) != w || v != 1<<(f&63)) {
			return false
		}
	}
	for _, m := range q.mail[f] {
		if m.What == trace.MailStart && !q.fits(m.Task) {
			return false
		}
	}
	e := &s.t.Events[f]
	if s.sharing != nil && s.sharing.Has(f) && q.sums[e.Obj] <= 0 {
		return false
	}
	_, fits := s.t.Count(e, q.sums[e.Obj])
	return fits
}

func (q *sequencer) apply(f int32) {
	t := q.s.t
	q.done.Add(f)
	q.order = append(q.order, f)
	for _, m := range q.mail[f] {
		queue := q.queues[m.Handler]
		switch m.What {
		case trace.MailPost:
			next := make([]int32, 0, len(queue)+1)
			if t.Events[f].Kind == checker.PostFront {
				next = append(append(next, m.Task), queue...)
			} else {
				next = append(append(next, queue...), m.Task)
			}
			q.queues[m.Handler] = next
		case trace.MailStart:
			q.busy[m.Handler] = m.Task
			if t.Handlers[m.Handler].FIFO {
				q.queues[m.Handler] = queue[1:]
			}
		case trace.MailEnd:
			q.busy[m.Handler] = -1
		}
	}
	e := &t.Events[f]
	delta, _ := t.Count(e, q.sums[e.Obj])
	q.sums[e.Obj] += delta
}
