package pairs

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/sample"
)

// Algorithm is pairs.
var Algorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "pairs", What: "sampling: orders of operations that were not seen, else pos", Commutes: true, Pauses: true, Faults: true, Samples: true},
	Explore: func(x *engine.Exploration) { sample.By(x, New) }, Skims: true, Parts: engine.Numbered}

// New samples by pairs.
//
// For each execution up to three pairs are drawn of those that the executions before it in the
// block have shown, rather such as have not been seen in both orders. Of each the operation that
// came first, or one of its later occurrences, is held back until the other one was performed, or
// nothing else can go on, or it takes too long. All else goes by pos.
func New(r *rand.Rand) sample.Sampler { return &search{r: r, pos: sample.NewPOS(r)} }

// search is the state of pairs.
type search struct {
	r     *rand.Rand
	pos   sample.Sampler
	seen  seen
	asked []asked // of the present execution

	before, times map[side]int // how often an operation occurs in the execution before, and in this one
	longest       int
	starved       bool // somebody was held for too long
	free          []checker.Decision
}

// asked is a pair of which later has to come first.
type asked struct {
	later, held side
	skip        int // so many of the held one's occurrences go on
	waited      int
	over        bool
}

// Learns implements sample.Learner.
func (*search) Learns() {}

// Counts implements sample.Sampler: while somebody is held another one may spin, for as long as
// that takes.
func (s *search) Counts() bool { return !s.starved }

// Begin implements sample.Sampler.
func (s *search) Begin(d *engine.Driver, longest int) {
	s.pos.Begin(d, longest)
	if longest == 0 {
		s.seen.reset()
		s.times = nil
	}
	s.seen.begin()
	s.before, s.times = s.times, s.before
	if s.times == nil {
		s.times = map[side]int{}
	}
	clear(s.times)
	s.longest, s.starved = longest, false
	s.asked = s.asked[:0]
	for range s.r.IntN(4) {
		s.ask()
	}
}

// ask draws a pair.
func (s *search) ask() {
	list := s.seen.list
	if len(list) == 0 {
		return
	}
	best := -1
	for range 4 {
		n := s.r.IntN(len(list))
		if best < 0 || list[best].both && !list[n].both || list[best].both == list[n].both && list[n].tried < list[best].tried {
			best = n
		}
	}
	p := &list[best]
	p.tried++
	a := asked{later: p.second, held: p.first}
	if p.both && s.r.IntN(2) == 0 {
		a.later, a.held = a.held, a.later
	}
	a.skip = s.r.IntN(max(1, s.before[a.held]))
	s.asked = append(s.asked, a)
}

// holds says whether the task has to wait where it is, and for which pair.
func (s *search) holds(st checker.State, t checker.Task) *asked {
	for i := range s.asked {
		if a := &s.asked[i]; !a.over && a.skip == 0 && a.held.task == t && a.held.pos == st.Op(t).Pos {
			return a
		}
	}
	return nil
}

// Pick implements sample.Sampler.
func (s *search) Pick(st checker.State, enabled []checker.Decision) checker.Decision {
	s.free = s.free[:0]
	for i := range enabled {
		a := s.holds(st, enabled[i].Task)
		if u := engine.Receiver(st, &enabled[i]); a == nil && u != checker.NoTask {
			a = s.holds(st, u)
		}
		if a == nil {
			s.free = append(s.free, enabled[i])
			continue
		}
		if a.waited++; a.waited > max(checker.Patience, s.longest) {
			a.over, s.starved = true, true
		}
	}
	if len(s.free) > 0 {
		return s.pos.Pick(st, s.free)
	}
	for i := range enabled {
		if a := s.holds(st, enabled[i].Task); a != nil {
			a.over = true
		}
	}
	return s.pos.Pick(st, enabled)
}

// Did implements sample.Sampler.
func (s *search) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	s.pos.Did(d, st, ev)
	s.made(ev, side{ev.Task, ev.Op.Pos}, ev.Kind)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		s.made(ev, side{ev.Partner, ev.PartnerOp.Pos}, checker.Recv)
	}
}

// made takes down an operation that was performed.
func (s *search) made(ev *checker.Event, at side, k checker.Kind) {
	for i := range s.asked {
		switch a := &s.asked[i]; {
		case a.held == at && a.skip > 0:
			a.skip--
		case a.later == at && a.skip == 0:
			a.over = true
		}
	}
	s.times[at]++
	s.seen.did(at, ev.Obj, sample.ClassOf(k))
}
