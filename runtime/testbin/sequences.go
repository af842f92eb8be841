package testbin

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
)

// sequences tells the command of each sequence of -algo=r4 what it has left behind,
// for the two to be compared that are one reversal apart. An execution is made
// again for that: the exploration itself is not to wait for what is printed.
type sequences struct {
	sums  map[int64][sha256.Size]byte // by sequence: of its wire.Final
	known map[checker.EventID]wire.Event

	names  map[checker.Task]string // of EventID
	called map[string]bool
}

// note makes the execution again that has just been explored, and sends what it has
// left behind, unless that is what its parent has.
func (q *sequences) note(r *testRun, p *checker.Progress) {
	if q.sums == nil {
		q.sums, q.known = map[int64][sha256.Size]byte{}, map[checker.EventID]wire.Event{}
		q.names, q.called = map[checker.Task]string{}, map[string]bool{}
	}
	s := p.Sequence
	last := r.x.Last()
	failure, leaked, quiescent := last.Failure, last.Leaked, last.Quiescent
	l, final, printed := r.leavings(slices.Clone(p.Decisions))
	last.Failure, last.Leaked, last.Quiescent = failure, leaked, quiescent
	if final == nil {
		return
	}
	if printed != "" {
		final.Output = strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	}
	m := wire.Sequence{Index: s.Index, Parent: s.Parent, Depth: s.Depth, Skipped: len(s.Skipped), Events: q.events(r.x, s)}
	if s.Parent >= 0 {
		m.Pair = q.conflict(r.x, l, s)
	}
	sum := sumOf(final)
	q.sums[s.Index] = sum
	if parent, ok := q.sums[s.Parent]; !ok || parent != sum {
		m.Final = final
	}
	r.send(wire.Message{Type: "sequence", Sequence: &m})
}

func sumOf(f *wire.Final) [sha256.Size]byte {
	text, err := json.Marshal(f)
	if err != nil {
		panic(fmt.Sprintf("encoding an outcome: %v", err)) // of strings
	}
	return sha256.Sum256(text)
}

// events are those of a sequence, in stable names.
func (q *sequences) events(x *rt.Execution, s *checker.Sequence) []wire.Event {
	all := make([]wire.Event, len(s.Events))
	for i, e := range s.Events {
		all[i] = wire.Event{Task: q.name(e.Task, x.TaskName(e.By)), Index: e.Index, Pos: x.Position(e.Pos)}
		handler, function, isMessage := message(x, e.By)
		all[i].Handler, all[i].Runs = handler, function
		if !s.Whole || !isMessage {
			all[i].Op = kinds.Names[e.Kind]
		}
		q.known[e.EventID] = all[i]
	}
	return all
}

// name is what a task is called in all sequences: as in the first that has it, or
// if another one is called so already, with a mark.
func (q *sequences) name(id checker.Task, called string) string {
	name, ok := q.names[id]
	if !ok {
		for name = called; q.called[name]; {
			name += "'"
		}
		q.names[id], q.called[name] = name, true
	}
	return name
}

// conflict is the pair that was reversed. What they are in conflict for is looked
// for in the execution in which the other one came first.
func (q *sequences) conflict(x *rt.Execution, l *leavings, s *checker.Sequence) *wire.Conflict {
	c := &wire.Conflict{First: q.known[s.Reversed[0]], Second: q.known[s.Reversed[1]]}
	first, second := accessesOf(l, s, s.Reversed[0]), accessesOf(l, s, s.Reversed[1])
	on := map[checker.Object][]deed{}
	for _, a := range first {
		on[a.Obj] = append(on[a.Obj], a)
	}
	for _, operations := range []bool{false, true} { // variables say more
		for _, b := range second {
			for _, a := range on[b.Obj] {
				if explore.Clash(&a.Effect, &b.Effect) && (a.op != "") == operations && (b.op != "") == operations {
					c.Object = x.Thing(a.Obj)
					c.FirstAt, c.SecondAt = a.described(x), b.described(x)
					return c
				}
			}
		}
	}
	return c
}

// accessesOf are those of an event, nil if it has not taken place.
func accessesOf(l *leavings, s *checker.Sequence, id checker.EventID) []deed {
	for _, e := range s.Events {
		if e.EventID == id {
			to := min(e.First+e.Steps, len(l.accesses))
			return slices.Concat(l.accesses[min(e.First, to):to]...)
		}
	}
	return nil
}

// leavings makes the execution again; what is final is nil if it is not the same again.
func (r *testRun) leavings(decisions []checker.Decision) (l *leavings, f *wire.Final, printed string) {
	x := r.x
	var out *checker.Replayed
	printed = r.d.out.capture(func() {
		l = left(x, func() {
			out = explore.Replay(x, decisions, checker.Options{
				Races: x.Races == rt.RacesReport, Steps: max(r.cfg.Steps, len(decisions)),
			}, nil)
		})
	})
	if out.Diverged >= 0 || x.Last().Uncontrolled != nil {
		return nil, nil, ""
	}
	f = &wire.Final{State: l.state, Sent: slices.Sorted(slices.Values(l.sent)), Timers: slices.Sorted(slices.Values(l.timers))}
	if text := strings.TrimSuffix(out.Outcome.Observed, "\n"); text != "" {
		f.Observed = strings.Split(text, "\n")
	}
	failure := out.Outcome.Failure
	if failure == nil {
		failure = x.Last().Leaked
	}
	if failure != nil {
		f.Failure = failure.Message
		if !strings.HasPrefix(f.Failure, failure.Kind+":") {
			f.Failure = failure.Kind + ": " + f.Failure
		}
		if failure.Pos != "" {
			f.Failure += "\nat " + failure.Pos
		}
	}
	return l, f, printed
}
