package event

import (
	"slices"

	"gocheck.dev/checker"
)

// eventSequences has sequences of accesses, each as its first access and the
// number of the rest: 0 is the empty one.
type eventSequences struct {
	list    []sequence
	numbers map[sequence]uint32
}

type sequence struct {
	obj   eventName
	write bool
	rest  uint32
}

func (q *eventSequences) init() {
	q.list = []sequence{{}}
	q.numbers = map[sequence]uint32{}
}

func (q *eventSequences) number(s sequence) uint32 {
	n, ok := q.numbers[s]
	if !ok {
		n = uint32(len(q.list))
		q.list = append(q.list, s)
		q.numbers[s] = n
	}
	return n
}

// eventAccesses has, for every message that is active after some prefix, the
// sequences of accesses that it has been seen to make from there on.
type eventAccesses []access

type access struct {
	message   checker.Task
	sequences []uint32 // in ascending order
}

func (a eventAccesses) of(message checker.Task) []uint32 {
	for i := range a {
		if a[i].message == message {
			return a[i].sequences
		}
	}
	return nil
}

// prepend makes of what is seen after a step what is seen after the prefix
// before it: Algorithm 1, lines 22 to 25.
func (q *eventSequences) prepend(a *eventAccesses, s *eventStep) {
	if s.handler != noName {
		if s.last {
			*a = append(*a, access{message: s.dec.Task, sequences: []uint32{0}})
		}
		if s.obj != noName {
			for i := range *a {
				if p := &(*a)[i]; p.message == s.dec.Task {
					all := make([]uint32, 0, len(p.sequences))
					for _, rest := range p.sequences {
						all = append(all, q.number(sequence{s.obj, s.writes(), rest}))
					}
					slices.Sort(all)
					p.sequences = all
				}
			}
		}
	}
	if s.kind == checker.Post {
		*a = slices.DeleteFunc(*a, func(p access) bool { return p.message == s.creates }) // not active before
	}
}

// join adds b to a: Algorithm 1, lines 26 and 27. It may keep parts of b.
func (q *eventSequences) join(a *eventAccesses, b eventAccesses) {
	if *a == nil {
		*a = b
		return
	}
next:
	for _, p := range b {
		for i := range *a {
			if o := &(*a)[i]; o.message == p.message {
				o.sequences = eventUnion(o.sequences, p.sequences)
				continue next
			}
		}
		*a = append(*a, p)
	}
}

// eventUnion is the union of two ascending lists: one of them, if it has the
// other.
func eventUnion(a, b []uint32) []uint32 {
	if slices.Equal(a, b) {
		return a
	}
	u := append(append(make([]uint32, 0, len(a)+len(b)), a...), b...)
	slices.Sort(u)
	return slices.Compact(u)
}
