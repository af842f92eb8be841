package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// PCT is PCT.
var PCT = engine.Algorithm{Algorithm: checker.Algorithm{Name: "pct", What: "sampling: random priorities, some of which change (-depth)", Commutes: true, Pauses: true, Faults: true, Samples: true, Deepens: true},
	Explore: pct, Skims: true, Parts: engine.Numbered}

// pct samples by probabilistic concurrency testing (Burckhardt, Kothari,
// Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees
// of Finding Bugs, ASPLOS 2010, section 2.5). Tasks have random priorities; the
// enabled one with the highest priority goes on; at d-1 priority change points,
// drawn from the steps of an execution, the priority of the task that makes the
// step falls below all that were there initially. A bug of depth d, that is one
// for which d orders of two steps are enough, is found by an execution with
// probability 1/(n·k^(d-1)) at least, of n tasks and k steps.
//
// What the paper has in advance is found out: k is the length of the longest execution so
// far (of a block), and a task that is created gets a priority then; all
// orders of priorities are equally probable, as in the paper.
func pct(x *engine.Exploration) {
	depths := checker.Depths
	if d := x.Options.Depth; d != 0 {
		depths = []int{d}
	}
	By(x, func(r *rand.Rand) Sampler { return NewPCT(r, depths) })
}

// NewPCT samples by pct, each execution with one of the depths.
func NewPCT(r *rand.Rand, depths []int) Sampler {
	return &priorities{r: r, depths: depths, chains: tasks{}}
}

// Chains divides the steps of executions into chains, which have the priorities, and says which
// steps may be change points.
type Chains interface {
	// Begin begins an execution. first: nothing is known of the ones before it.
	Begin(first bool)
	// Of is the task that stands for the chain of one.
	Of(t checker.Task) checker.Task
	// Steps is how many steps may be change points in an execution; 0: that is not known.
	Steps() int
	// At says whether a task is at a step that may be a change point. Then its priority changes before
	// it, else none can be put off that is its chain's first.
	At(st checker.State, t checker.Task) bool
	// Did sees every event, and says whether it may be a change point.
	Did(st checker.State, ev *checker.Event) bool
}

// NewPCTOf samples by pct over chains.
func NewPCTOf(r *rand.Rand, depths []int, chains Chains) Sampler {
	return learning{&priorities{r: r, depths: depths, chains: chains}}
}

// learning is pct over chains, which are known from the executions before.
type learning struct{ *priorities }

// Learns implements Learner.
func (learning) Learns() {}

// tasks are the chains of pct: each task is one, and every step counts.
type tasks struct{}

func (tasks) Begin(bool)                             {}
func (tasks) Of(t checker.Task) checker.Task         { return t }
func (tasks) Steps() int                             { return 0 }
func (tasks) At(checker.State, checker.Task) bool    { return false }
func (tasks) Did(checker.State, *checker.Event) bool { return true }

// priorities is the state of pct.
type priorities struct {
	r      *rand.Rand
	depths []int
	chains Chains
	depth  int // d, one of them

	of     []int64               // by Task; 0: none yet
	points []int                 // change points: numbers of steps, from 1
	met    map[checker.Task]bool // that are at a step which was counted
	steps  int                   // so many of which may be one have been made
	length int                   // k: the longest execution so far, in this block, that ended by itself and without starvation

	last    checker.Task // that made the last step
	row     int          // how many it has made while others could
	waiting bool         // others can
	starved int64
}

// Counts: an execution in which somebody spins is as long as it likes.
func (p *priorities) Counts() bool { return p.starved == 0 }

func (p *priorities) Begin(d *engine.Driver, longest int) {
	clear(p.of)
	p.depth = p.depths[0]
	if len(p.depths) > 1 {
		p.depth = p.depths[p.r.IntN(len(p.depths))]
	}
	p.points = p.points[:0]
	p.length = longest
	p.chains.Begin(longest == 0)
	k := p.chains.Steps()
	if k == 0 {
		k = longest
	}
	if k == 0 {
		k = d.Limit
	}
	for range p.depth - 1 {
		if k > 0 {
			p.points = append(p.points, 1+p.r.IntN(k))
		}
	}
	p.steps, p.met = 0, map[checker.Task]bool{}
	p.last, p.row, p.waiting, p.starved = checker.NoTask, 0, false, 0
}

// priority is that of a task's chain; initial ones are d and more.
func (p *priorities) priority(t checker.Task) int64 {
	t = p.chains.Of(t)
	if int(t) >= len(p.of) || p.of[t] == 0 {
		p.set(t, int64(p.depth)+p.r.Int64N(1<<62))
	}
	return p.of[t]
}

func (p *priorities) set(t checker.Task, priority int64) {
	t = p.chains.Of(t)
	for int(t) >= len(p.of) {
		p.of = append(p.of, 0)
	}
	p.of[t] = priority
}

func (p *priorities) Pick(st checker.State, enabled []checker.Decision) checker.Decision {
	dec := Highest(p.r, st, enabled, p.priority)
	t := p.actor(&dec, engine.Receiver(st, &dec))
	for !p.met[t] && p.chains.At(st, t) {
		p.met[t] = true
		p.step(t)
		dec = Highest(p.r, st, enabled, p.priority)
		t = p.actor(&dec, engine.Receiver(st, &dec))
	}
	p.waiting = false
	for i := range enabled {
		p.waiting = p.waiting || enabled[i].Task != t && engine.Receiver(st, &enabled[i]) != t
	}
	return dec
}

// actor is the task with the higher priority of those that a decision is of:
// the one that performs it.
func (p *priorities) actor(dec *checker.Decision, second checker.Task) checker.Task {
	if second != checker.NoTask && p.priority(second) > p.priority(dec.Task) {
		return second
	}
	return dec.Task
}

func (p *priorities) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	counts := p.chains.Did(st, ev)
	second := checker.NoTask
	if ev.Kind == checker.Send {
		second = ev.Partner
	}
	t := p.actor(&ev.Decision, second)
	if counts && !p.met[t] {
		p.step(t)
	}
	delete(p.met, t)
	p.starve(t)
}

// step counts a step of a task, which may be a change point.
func (p *priorities) step(t checker.Task) {
	p.steps++
	for i, at := range p.points {
		if at == p.steps {
			p.set(t, int64(i+1))
		}
	}
}

// starve lowers the priority of a task that goes on for longer than a whole
// execution takes while others could: it spins, waiting for one of them. The
// paper leaves this to the program's yields, which a loop need not have.
func (p *priorities) starve(t checker.Task) {
	if t != p.last {
		p.last, p.row = t, 0
	}
	if p.waiting {
		p.row++
	}
	p.waiting = false
	if p.row > max(checker.Patience, p.length) {
		p.starved--
		p.set(t, p.starved)
		p.row = 0
	}
}
