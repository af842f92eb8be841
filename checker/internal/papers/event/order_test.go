package event

import (
	"math/rand"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// TestEventOrder compares the checks whether a message may be the first one on
// its handler with brute force over all orders of messages, on random sequences
// of messages with random accesses. No program tried so far needs the decision
// procedure; some of these do.
func TestEventOrder(t *testing.T) {
	x := &dpor{Exploration: &engine.Exploration{}, t: &trace.Trace{}}
	x.known.init()
	yes, no := 0, 0
	for seed := range int64(1500) {
		w := hard(x)
		if seed > 0 {
			w = random(x, rand.New(rand.NewSource(seed)))
		}
		for _, p := range w.messages() {
			first := w[w.next(p)]
			if x.firstOnHandler(&first, w) {
				continue
			}
			want := bruteForce(x, w, &first)
			if got := x.startsFirst(&first, w, nil, false); got != want {
				t.Fatalf("seed %d: message %d first: %v, by brute force %v", seed, p, got, want)
			}
			if !want {
				no++
				continue
			}
			yes++
			if order := x.order.linear(); len(order) != len(w) || !valid(x, w, order) || order.first(&first) != p {
				t.Fatalf("seed %d: message %d first: order %v of %v", seed, p, order, w)
			}
		}
	}
	c := x.checks
	t.Logf("%d yes, %d no: by happens-before %d, witness %d, decision procedure %d", yes, no, c.happensBefore, c.witness, c.decision)
	if yes == 0 || no == 0 || c.decision == 0 {
		t.Error("one of the answers, or the decision procedure, is not tried")
	}
}

// hard is a sequence m a1 a2 b1 b2 p on handlers {m p} {a1 a2} {b1 b2}. That p
// is first makes a1 come after a2, in either order of b1 and b2; but in none of
// them alone, so that this is not seen before all orders with a1 first have failed.
func hard(x *dpor) wuS {
	x.names.union = x.names.union[:0]
	for i := range eventName(7) {
		x.names.union = append(x.names.union, i)
	}
	const m, a1, a2, b1, b2, p = 0, 1, 2, 3, 4, 5
	handler := [...]eventName{m: 4, a1: 5, a2: 5, b1: 6, b2: 6, p: 4}
	var w wuS
	message := func(name checker.Task, accesses ...eventStep) {
		s := eventStep{kind: checker.Begin, obj: noName}
		for _, s := range append([]eventStep{s}, accesses...) {
			s.dec.Task, s.handler, s.creates, s.joins = name, handler[name], checker.NoTask, checker.NoTask
			w = append(w, s)
		}
		w[len(w)-1].last = true
	}
	message(m, eventStep{kind: checker.Write, obj: 0})
	message(a1, eventStep{kind: checker.Read, obj: 0})
	message(a2, eventStep{kind: checker.Write, obj: 1})
	message(b1, eventStep{kind: checker.Write, obj: 2}, eventStep{kind: checker.Read, obj: 1})
	message(b2, eventStep{kind: checker.Write, obj: 3}, eventStep{kind: checker.Read, obj: 1})
	message(p, eventStep{kind: checker.Read, obj: 2}, eventStep{kind: checker.Read, obj: 3})
	return w
}

// random executes messages on handlers, one at a time each.
func random(x *dpor, r *rand.Rand) wuS {
	handlers, messages, variables := 1+r.Intn(3), 3+r.Intn(4), 2+r.Intn(8)
	x.names.union = x.names.union[:0]
	for i := range handlers + variables {
		x.names.union = append(x.names.union, eventName(i))
	}
	var todo [][]eventStep
	for m := range messages {
		h := eventName(variables + r.Intn(handlers))
		s := eventStep{dec: checker.Decision{Task: checker.Task(m)}, kind: checker.Begin, obj: noName, handler: h, creates: checker.NoTask, joins: checker.NoTask}
		steps := []eventStep{s}
		for range 1 + r.Intn(3) {
			s.kind, s.obj = checker.Read, eventName(r.Intn(variables))
			if r.Intn(2) == 0 {
				s.kind = checker.Write
			}
			steps = append(steps, s)
		}
		steps[len(steps)-1].last = true
		todo = append(todo, steps)
	}
	var w wuS
	busy := map[eventName]int{}
	for slices.ContainsFunc(todo, func(s []eventStep) bool { return len(s) > 0 }) {
		m := r.Intn(messages)
		if len(todo[m]) == 0 {
			continue
		}
		s := todo[m][0]
		if b, ok := busy[s.handler]; ok && b != m {
			continue
		}
		busy[s.handler] = m
		if s.last {
			delete(busy, s.handler)
		}
		w = append(w, s)
		todo[m] = todo[m][1:]
	}
	return w
}

func (w wuS) messages() []checker.Task {
	var list []checker.Task
	for i := range w {
		if w[i].kind == checker.Begin {
			list = append(list, w[i].dec.Task)
		}
	}
	return list
}

// first is the message that is first on a handler.
func (w wuS) first(on *eventStep) checker.Task {
	for i := range w {
		if w[i].kind == checker.Begin && w[i].handler == on.handler {
			return w[i].dec.Task
		}
	}
	return checker.NoTask
}

// valid says whether order has the steps of w, conflicting ones in the
// same order, and one message at a time on each handler.
func valid(x *dpor, w, order wuS) bool {
	at := func(s *eventStep) int { // its place in w
		n := 0
		for i := range order {
			if order[i].dec.Task == s.dec.Task {
				if &order[i] == s {
					break
				}
				n++
			}
		}
		for i := range w {
			if w[i].dec.Task == s.dec.Task {
				if n == 0 {
					return i
				}
				n--
			}
		}
		return -1
	}
	busy := map[eventName]checker.Task{}
	for i := range order {
		s := &order[i]
		if b, ok := busy[s.handler]; ok && b != s.dec.Task {
			return false
		}
		busy[s.handler] = s.dec.Task
		if s.last {
			delete(busy, s.handler)
		}
		for j := range i {
			if x.conflicts(&order[j], s) && at(&order[j]) > at(s) {
				return false
			}
		}
	}
	return true
}

// bruteForce tries all orders of messages in which p is first.
func bruteForce(x *dpor, w wuS, p *eventStep) bool {
	list := w.messages()
	var try func(n int) bool
	try = func(n int) bool {
		if n == len(list) {
			return served(x, w, p, list)
		}
		for i := n; i < len(list); i++ {
			list[n], list[i] = list[i], list[n]
			if try(n + 1) {
				return true
			}
			list[n], list[i] = list[i], list[n]
		}
		return false
	}
	return try(0)
}

// served says whether handlers can serve their messages in the order of
// list: whether some step can come next until all have.
func served(x *dpor, w wuS, p *eventStep, list []checker.Task) bool {
	done := make([]bool, len(w))
	left := map[checker.Task]int{}
	for i := range w {
		left[w[i].dec.Task]++
	}
	handler := func(m checker.Task) eventName { return w[w.next(m)].handler }
	for _, m := range list {
		if handler(m) == p.handler {
			if m != p.dec.Task {
				return false
			}
			break
		}
	}
	for progress := true; progress; {
		progress = false
	next:
		for i := range w {
			if done[i] {
				continue
			}
			for j := range i {
				if !done[j] && (w[j].dec.Task == w[i].dec.Task || x.conflicts(&w[j], &w[i])) {
					continue next
				}
			}
			for _, m := range list {
				if m == w[i].dec.Task {
					break
				}
				if left[m] > 0 && handler(m) == w[i].handler {
					continue next
				}
			}
			done[i], progress = true, true
			left[w[i].dec.Task]--
		}
	}
	return !slices.Contains(done, false)
}
