package surw

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/sample"
)

// Algorithm is surw.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "surw", What: "sampling: the orders of one object's operations uniformly", Commutes: true, Pauses: true, Faults: true, Samples: true},
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
func New(r *rand.Rand) sample.Sampler {
	return &search{r: r, pos: sample.NewPOS(r), interested: map[use]bool{}}
}

// search is the state of surw.
type search struct {
	r          *rand.Rand
	last, now  profile
	interested map[use]bool
	tasks      []task // by Task

	meant   checker.Task
	waited  int // decisions since another one was made at an interesting operation, while some were held
	longest int
	starved bool
	pos     sample.Sampler // decides the rest
	live    []checker.Task
	rest    []checker.Decision
}

// task is what is known of a task in this execution.
type task struct {
	left     int // interesting operations that it has still to make
	children int // and those that it will create
	born     bool
	asked    bool // whether it is at an interesting operation, which is at
	at       bool
}

// Learns implements sample.Learner.
func (*search) Learns() {}

// Counts implements sample.Sampler: an execution in which somebody spins is as long as it likes.
func (s *search) Counts() bool { return !s.starved }

// Begin implements sample.Sampler.
func (s *search) Begin(d *engine.Driver, longest int) {
	s.pos.Begin(d, longest)
	s.last, s.now = s.now, s.last
	s.now.reset()
	if longest == 0 {
		s.last.reset()
	}
	s.meant = checker.NoTask
	s.waited, s.longest, s.starved = 0, longest, false
	clear(s.tasks)
	clear(s.interested)
	o, ok := s.last.draw(s.r)
	if !ok {
		return
	}
	for i, u := range s.last.uses {
		if s.last.objects[i] == o {
			s.interested[u] = true
		}
	}
	for _, u := range s.last.uses {
		if s.interested[u] {
			s.know(u.task)
			s.tasks[u.task].left++
		}
	}
	// A task has a greater number than its creator.
	for c := len(s.last.parent) - 1; c >= 0; c-- {
		if by := s.last.parent[c]; by != checker.NoTask {
			s.know(max(by, checker.Task(c)))
			s.tasks[by].children += s.weight(checker.Task(c))
		}
	}
}

func (s *search) know(t checker.Task) {
	for int(t) >= len(s.tasks) {
		s.tasks = append(s.tasks, task{})
	}
}

// bear takes down that a task lives: its operations are no longer its creator's.
func (s *search) bear(t checker.Task) {
	s.know(t)
	if s.tasks[t].born {
		return
	}
	s.tasks[t].born = true
	if int(t) < len(s.last.parent) && s.last.parent[t] != checker.NoTask && len(s.interested) > 0 {
		s.tasks[s.last.parent[t]].children -= s.weight(t)
	}
}

// weight is how many interesting operations a task has still to make, with those that it will
// create.
func (s *search) weight(t checker.Task) int { return s.tasks[t].left + s.tasks[t].children }

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
	if len(s.interested) == 0 {
		return false
	}
	x := &s.tasks[t]
	if !x.asked {
		x.asked, x.at = true, s.interested[use{t, st.Op(t).Pos}]
	}
	return x.at
}

// Pick implements sample.Sampler.
func (s *search) Pick(st checker.State, enabled []checker.Decision) checker.Decision {
	for _, t := range st.Tasks() {
		s.bear(t)
	}
	if s.meant == checker.NoTask {
		s.mean(st.Tasks())
	}
	s.rest = s.rest[:0]
	if s.waited > max(checker.Patience, s.longest) {
		s.release(st, enabled)
	}
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
			if len(s.rest) < len(enabled) {
				s.waited++
			}
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

// release means one of those that are held, as the one that was meant spins: it waits for one of
// them.
func (s *search) release(st checker.State, enabled []checker.Decision) {
	s.waited, s.starved = 0, true
	s.live = s.live[:0]
	for i := range enabled {
		if t := enabled[i].Task; t != s.meant && s.interesting(st, t) {
			s.live = append(s.live, t)
		}
	}
	if len(s.live) > 0 {
		s.meant = s.live[s.r.IntN(len(s.live))]
	}
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
			if s.bear(c); own > 0 && s.r.IntN(max(own, all)) < own {
				s.meant = c
			}
		}
		s.bear(c)
	}
	if ev.Last && ev.Task == s.meant {
		s.meant = checker.NoTask
	}
}

// made takes down that a task has made an operation.
func (s *search) made(t checker.Task, op *checker.Op) {
	s.know(t)
	s.tasks[t].asked = false
	if !s.interested[use{t, op.Pos}] {
		return
	}
	if s.tasks[t].left > 0 {
		s.tasks[t].left--
	}
	s.meant, s.waited = checker.NoTask, 0
}
