package surw

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/sample"
)

// Algorithm is surw.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "surw", What: "sampling: the orders of one object's operations uniformly", Commutes: true, Pauses: true, Samples: true},
	Explore: func(x *engine.Exploration) { sample.By(x, New) }, Skims: true, Parts: engine.Numbered}

// New samples by surw.
//
// The operations of the chosen object are the interesting ones. Always one task is meant to make
// the next one of them: it is drawn with a probability proportional to the interesting operations
// that it, and those that it will create, still have to make. The others are held back where they
// come to one. So each order of the interesting operations is as probable as any other, if the
// numbers are right. Everything else goes by pos, which the paper leaves to chance.
//
// How many operations there will be, and which, is known from the execution before in the block;
// the object is drawn by the number of its operations there. The first execution has none.
func New(r *rand.Rand) sample.Sampler { return &search{r: r, pos: sample.NewPOS(r)} }

// search is the state of surw.
type search struct {
	r          *rand.Rand
	last, now  profile
	interested map[use]bool
	left       []int // by Task: interesting operations that it has still to make
	born       []bool

	meant checker.Task
	pos   sample.Sampler // decides the rest
	live  []checker.Task
	rest  []checker.Decision
}

// Learns implements sample.Learner.
func (*search) Learns() {}

// Counts implements sample.Sampler.
func (*search) Counts() bool { return true }

// Begin implements sample.Sampler.
func (s *search) Begin(d *engine.Driver, longest int) {
	s.pos.Begin(d, longest)
	s.last, s.now = s.now, s.last
	s.now.reset()
	if longest == 0 {
		s.last.reset()
	}
	s.meant = checker.NoTask
	clear(s.left)
	clear(s.born)
	s.interested = map[use]bool{}
	if o, ok := s.draw(); ok {
		for i, u := range s.last.uses {
			if s.last.objects[i] == o {
				s.interested[u] = true
			}
		}
		for _, u := range s.last.uses {
			if s.interested[u] {
				s.know(u.task)
				s.left[u.task]++
			}
		}
	}
}

// draw chooses one of the objects that tasks share, by how often it is used.
func (s *search) draw() (checker.Object, bool) {
	p := &s.last
	for range 8 {
		if len(p.objects) == 0 {
			return 0, false
		}
		if o := p.objects[s.r.IntN(len(p.objects))]; p.shared(o) {
			return o, true
		}
	}
	return 0, false
}

func (s *search) know(t checker.Task) {
	for int(t) >= len(s.left) {
		s.left, s.born = append(s.left, 0), append(s.born, false)
	}
}

// weight is how many interesting operations a live task has still to make, with those that it
// will create.
func (s *search) weight(t checker.Task) int {
	s.know(t)
	n := s.left[t]
	for c, by := range s.last.parent {
		if by == t && c < len(s.born) && !s.born[c] {
			n += s.weight(checker.Task(c))
		}
	}
	return n
}

// mean draws the task that is meant to make the next interesting operation.
func (s *search) mean(among []checker.Task) {
	s.meant = checker.NoTask
	sum := 0
	for _, t := range among {
		if w := s.weight(t); w > 0 {
			if sum += w; s.r.IntN(sum) < w {
				s.meant = t
			}
		}
	}
}

// interesting says whether the task is at an interesting operation.
func (s *search) interesting(st checker.State, t checker.Task) bool {
	return len(s.interested) > 0 && s.interested[use{t, st.Op(t).Pos}]
}

// Pick implements sample.Sampler.
func (s *search) Pick(st checker.State, enabled []checker.Decision) checker.Decision {
	for _, t := range st.Tasks() {
		s.know(t)
		s.born[t] = true
	}
	if s.meant == checker.NoTask {
		s.mean(st.Tasks())
	}
	s.rest = s.rest[:0]
	for again := range 2 {
		for i := range enabled {
			dec := &enabled[i]
			t, u := dec.Task, engine.Receiver(st, dec)
			held := t != s.meant && s.interesting(st, t)
			if u != checker.NoTask {
				held = s.meant != t && s.meant != u && (held || s.interesting(st, u))
			}
			if !held {
				s.rest = append(s.rest, *dec)
			}
		}
		if len(s.rest) > 0 || again > 0 {
			break
		}
		// The one that is meant cannot go on: one of those that can has to.
		s.live = s.live[:0]
		for i := range enabled {
			s.live = append(s.live, enabled[i].Task)
		}
		if s.mean(s.live); s.meant == checker.NoTask {
			s.meant = s.live[s.r.IntN(len(s.live))]
		}
	}
	if len(s.rest) == 0 {
		s.rest = append(s.rest, enabled...)
	}
	return s.pos.Pick(st, s.rest)
}

// Did implements sample.Sampler.
func (s *search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	s.pos.Did(d, st, ev)
	s.now.note(ev)
	s.made(ev.Task, ev.Op)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		s.made(ev.Partner, ev.PartnerOp)
	}
	if c := ev.Child; c != checker.NoTask {
		s.know(c)
		// What was meant of its creator may have been meant of it.
		if s.meant == ev.Task {
			own, all := s.weight(c), s.weight(ev.Task)
			if s.born[c] = true; own > 0 && s.r.IntN(all) < own {
				s.meant = c
			}
		}
		s.born[c] = true
	}
	if ev.Last && ev.Task == s.meant {
		s.meant = checker.NoTask
	}
}

// made takes down that a task has made an operation.
func (s *search) made(t checker.Task, op *checker.Op) {
	if !s.interested[use{t, op.Pos}] {
		return
	}
	s.know(t)
	if s.left[t] > 0 {
		s.left[t]--
	}
	s.meant = checker.NoTask
}
