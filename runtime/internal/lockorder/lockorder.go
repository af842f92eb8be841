package lockorder

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/race"
)

// Lock-order inversions: tasks that take locks in such orders that each could
// hold what the next one waits for. Where an execution comes of it in which they
// do, that is a deadlock, and reported as one. Else it is a warning: the
// exploration may not have come to such an execution; or there is none in this
// test, because what the program reads under another lock keeps the two apart,
// and another test, or the next change, meets the deadlock.
//
// It is no inversion if
//   - one task makes all of it;
//   - two of the tasks hold a lock in common besides (a gate): then they are
//     never both in the middle of it. Or both only read what one holds and the
//     other waits for;
//   - something other than locks orders them (one is started, or heard of, when
//     the other has ended): no schedule changes that.
//
// The last point takes vector clocks. So executions are searched without it,
// and where a cycle of sites turns up that is not known yet, the execution is
// run once more with them.

const (
	maxCycle  = 4   // locks in a cycle
	maxNested = 256 // acquisitions that are kept of an execution
)

// A Hold is a lock that a task holds: since when, by its site, and whether only to read.
type Hold struct {
	Obj  checker.Object
	Site checker.Pos
	Read bool
	Part bool // of what is none of a lock's to the program
}

// An Acquisition is that of a lock by a task that held another one.
type Acquisition struct {
	Task     checker.Task
	Held     Hold
	Next     Hold
	from, to int // in Order.holds: all that the task held
	at       race.Point
}

// Cycle names a cycle in all executions: by the sites of each lock held and
// of the next one's acquisition.
type Cycle [2 * maxCycle]checker.Pos

// Order is the order in which an execution has taken locks.
type Order struct {
	nested []Acquisition
	holds  []Hold
	path   []*Acquisition // of the search
	cycles []Cycle        // that were found

	exact *race.Order // when the execution is run again
	tell  func(Cycle, []*Acquisition)
}

// Reset begins an execution.
func (l *Order) Reset() {
	l.nested, l.holds, l.cycles = l.nested[:0], l.holds[:0], l.cycles[:0]
}

// Cycles are those that were found in this execution.
func (l *Order) Cycles() []Cycle { return l.cycles }

// Exactly lets what run executes be searched with the order of all else: tell gets the
// acquisitions of each cycle that is found.
func (l *Order) Exactly(order *race.Order, tell func(Cycle, []*Acquisition), run func()) {
	l.exact, l.tell = order, tell
	run()
	l.exact, l.tell = nil, nil
}

// Nests notes that t, which holds other locks, gets one that it has waited for.
func (l *Order) Nests(t checker.Task, held []Hold, next Hold) {
	if len(l.nested)+len(held) > maxNested {
		return
	}
	from := len(l.holds)
	l.holds = append(l.holds, held...)
	for _, h := range held {
		a := Acquisition{Task: t, Held: h, Next: next, from: from, to: len(l.holds)}
		if h.Obj == next.Obj || l.exact == nil && l.known(&a) {
			continue
		}
		if l.exact != nil {
			a.at = l.exact.Now(t)
		}
		l.nested = append(l.nested, a)
		l.path = append(l.path[:0], &l.nested[len(l.nested)-1])
		l.search()
	}
}

// known says whether the same was done before.
func (l *Order) known(a *Acquisition) bool {
	for i := range l.nested {
		b := &l.nested[i]
		if a.Task == b.Task && a.Held == b.Held && a.Next == b.Next && slices.Equal(l.holds[a.from:a.to], l.holds[b.from:b.to]) {
			return true
		}
	}
	return false
}

// search looks for ways to go on with the path until it comes back to its
// beginning.
func (l *Order) search() {
	first, last := l.path[0], l.path[len(l.path)-1]
	for i := range l.nested {
		a := &l.nested[i]
		if !a.stops(last) || !l.apart(a) {
			continue
		}
		l.path = append(l.path, a)
		if first.stops(a) {
			l.found()
		} else if len(l.path) < maxCycle {
			l.search()
		}
		l.path = l.path[:len(l.path)-1]
	}
}

// stops says whether a's task holds what b's waits for.
func (a *Acquisition) stops(b *Acquisition) bool {
	return a.Held.Obj == b.Next.Obj && !(a.Held.Read && b.Next.Read)
}

// apart says whether nothing but the order of the locks keeps a from being
// under way together with the acquisitions of the path.
func (l *Order) apart(a *Acquisition) bool {
	for _, b := range l.path {
		if a.Task == b.Task || l.exact != nil && (a.at.Before(b.at) || b.at.Before(a.at)) {
			return false
		}
		for _, h := range l.holds[a.from:a.to] {
			for _, g := range l.holds[b.from:b.to] {
				if h.Obj == g.Obj && !(h.Read && g.Read) {
					return false
				}
			}
		}
	}
	return true
}

// found notes the cycle that the path is.
func (l *Order) found() {
	least := 0
	for i, a := range l.path {
		if b := l.path[least]; a.Held.Site < b.Held.Site || a.Held.Site == b.Held.Site && a.Next.Site < b.Next.Site {
			least = i
		}
	}
	var key Cycle
	for i := range l.path {
		a := l.path[(least+i)%len(l.path)]
		key[2*i], key[2*i+1] = a.Held.Site, a.Next.Site
	}
	if slices.Contains(l.cycles, key) {
		return
	}
	l.cycles = append(l.cycles, key)
	if l.exact != nil {
		l.tell(key, append(slices.Clone(l.path[least:]), l.path[:least]...))
	}
}
