package pairs

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// side is an operation, as it is known again in other executions: objects have other numbers
// there.
type side struct {
	task checker.Task
	pos  checker.Pos
}

// pair is two operations that conflict, first and second as they were seen first.
type pair struct {
	first, second side
	both          bool // the other order was seen, too
	tried         int  // how often that was asked for
}

// seen are the pairs of the executions so far.
type seen struct {
	list   []pair
	number map[[2]side]int

	// Of the present execution.
	objects []object // by Object
	used    []checker.Object
}

// object has its last uses in the execution.
type object struct{ uses []lastUse }

type lastUse struct {
	side
	class trace.Class
}

// mostPairs bounds what is kept, and lastUses with how many operations before it an operation is
// compared.
const (
	mostPairs = 1 << 14
	lastUses  = 4
)

func (s *seen) reset() { s.list, s.number = s.list[:0], map[[2]side]int{} }

// begin begins an execution.
func (s *seen) begin() {
	for _, o := range s.used {
		s.objects[o].uses = s.objects[o].uses[:0]
	}
	s.used = s.used[:0]
}

// did takes down that a task has performed an operation on an object.
func (s *seen) did(at side, o checker.Object, class trace.Class) {
	if class == trace.Unrelated {
		return
	}
	for int(o) >= len(s.objects) {
		s.objects = append(s.objects, object{})
	}
	x := &s.objects[o]
	if len(x.uses) == 0 {
		s.used = append(s.used, o)
	}
	for _, u := range x.uses {
		if u.task != at.task && u.class.Compete(class) {
			s.pair(u.side, at)
		}
	}
	if len(x.uses) == lastUses {
		copy(x.uses, x.uses[1:])
		x.uses = x.uses[:lastUses-1]
	}
	x.uses = append(x.uses, lastUse{at, class})
}

// pair takes down that b came after a.
func (s *seen) pair(a, b side) {
	if _, ok := s.number[[2]side{a, b}]; ok {
		return
	}
	if n, ok := s.number[[2]side{b, a}]; ok {
		s.list[n].both = true
		return
	}
	if len(s.list) < mostPairs {
		s.number[[2]side{a, b}] = len(s.list)
		s.list = append(s.list, pair{first: a, second: b})
	}
}
