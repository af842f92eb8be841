package runtime

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/race"
	"gocheck.dev/internal/wire"
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

// acquisition is an acquisition of a lock by a task that held another one.
type acquisition struct {
	t        *task
	held     hold
	next     hold
	from, to int // in lockOrder.holds: all that t held
	at       race.Point
}

// Cycle names a cycle in all executions: by the sites of each lock held and
// of the next one's acquisition.
type Cycle [2 * maxCycle]Site

// lockOrder is the order in which an execution has taken locks.
type lockOrder struct {
	nested []acquisition
	holds  []hold
	path   []*acquisition // of the search
	cycles []Cycle        // that were found

	exact    *race.Order // when the execution is run again
	warnings map[Cycle]wire.Warning
}

func (l *lockOrder) reset() {
	l.nested, l.holds, l.cycles = l.nested[:0], l.holds[:0], l.cycles[:0]
}

// nests notes that t, which holds other locks, gets one that it has waited for.
func (l *lockOrder) nests(t *task, next hold) {
	if len(l.nested)+len(t.held) > maxNested {
		return
	}
	from := len(l.holds)
	l.holds = append(l.holds, t.held...)
	for _, h := range t.held {
		a := acquisition{t: t, held: h, next: next, from: from, to: len(l.holds)}
		if h.obj == next.obj || l.exact == nil && l.known(&a) {
			continue
		}
		if l.exact != nil {
			a.at = l.exact.Now(t.id)
		}
		l.nested = append(l.nested, a)
		l.path = append(l.path[:0], &l.nested[len(l.nested)-1])
		l.search()
	}
}

// known says whether the same was done before.
func (l *lockOrder) known(a *acquisition) bool {
	for i := range l.nested {
		b := &l.nested[i]
		if a.t == b.t && a.held == b.held && a.next == b.next && slices.Equal(l.holds[a.from:a.to], l.holds[b.from:b.to]) {
			return true
		}
	}
	return false
}

// search looks for ways to go on with the path until it comes back to its
// beginning.
func (l *lockOrder) search() {
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
func (a *acquisition) stops(b *acquisition) bool {
	return a.held.obj == b.next.obj && !(a.held.read && b.next.read)
}

// apart says whether nothing but the order of the locks keeps a from being
// under way together with the acquisitions of the path.
func (l *lockOrder) apart(a *acquisition) bool {
	for _, b := range l.path {
		if a.t == b.t || l.exact != nil && (a.at.Before(b.at) || b.at.Before(a.at)) {
			return false
		}
		for _, h := range l.holds[a.from:a.to] {
			for _, g := range l.holds[b.from:b.to] {
				if h.obj == g.obj && !(h.read && g.read) {
					return false
				}
			}
		}
	}
	return true
}

// found notes the cycle that the path is.
func (l *lockOrder) found() {
	least := 0
	for i, a := range l.path {
		if b := l.path[least]; a.held.site < b.held.site || a.held.site == b.held.site && a.next.site < b.next.site {
			least = i
		}
	}
	var key Cycle
	for i := range l.path {
		a := l.path[(least+i)%len(l.path)]
		key[2*i], key[2*i+1] = a.held.site, a.next.site
	}
	if slices.Contains(l.cycles, key) {
		return
	}
	l.cycles = append(l.cycles, key)
	if l.exact != nil {
		l.warnings[key] = l.warning(least)
	}
}

// warning puts the cycle into words.
func (l *lockOrder) warning(least int) wire.Warning {
	x := l.path[0].t.x
	var names, details []string
	for i := range l.path {
		a := l.path[(least+i)%len(l.path)]
		names = append(names, x.Thing(a.held.obj))
		details = append(details, fmt.Sprintf("%s locks %s at %s, holding %s (%s)",
			a.t.peopleAt(), x.Thing(a.next.obj), a.next.site.Line(), x.Thing(a.held.obj), a.held.site.Line()))
	}
	n := len(names) - 1
	message := fmt.Sprintf("lock-order inversion: %s and %s are locked in opposite orders", names[0], names[1])
	if n > 1 {
		message = fmt.Sprintf("lock-order inversion: %s and %s are locked in orders that make a cycle", strings.Join(names[:n], ", "), names[n])
	}
	return wire.Warning{Kind: "lock-order", Message: message, Pos: l.path[least].next.site.Position(), Details: details}
}

// Inversions runs an execution again to find out which of its cycles are inversions:
// those that have a warning.
func (x *Execution) Inversions(decisions []checker.Decision) ([]Cycle, map[Cycle]wire.Warning) {
	l := &x.order
	warnings := map[Cycle]wire.Warning{}
	l.exact, l.warnings = race.NewOrder(), warnings
	explore.Replay(x, decisions, checker.Options{Steps: max(len(decisions), 1)}, l.exact.Add)
	l.exact, l.warnings = nil, nil
	return l.cycles, warnings
}
