package engine

import (
	"math"
	"math/rand/v2"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Estimator guesses how many traces a program has, and so how far an
// exploration has come. From time to time it makes an execution of its own, a
// probe, by a random walk. A walk whose steps had the probabilities p1, p2, … has
// made one of 1/(p1·p2·…) interleavings, on average over all walks (Knuth,
// Estimating the efficiency of backtrack programs, 1975); if the trace that it
// has made has L linearizations, it stands for 1/(L·p1·p2·…) traces: its weight.
// The average weight of the probes is the number of traces, whatever the
// probabilities are. How near it comes, and how soon, depends on them: as in
// linearizer, a step is the more probable the more events will be after it, as
// far as that is known from earlier probes.
//
// The weights vary over orders of magnitude, so the average alone is poor for
// long. But of a probe it is known whether the exploration has executed its
// trace: the share of those, by weight, is the share of all traces that it has
// explored. What is wrong with all weights alike is not wrong with that.
//
// Probes are no part of the exploration: they are not counted, and find nothing
// for it, but a failure that the exploration does not come to (see Settle).
type Estimator struct {
	x     *Exploration
	r     *rand.Rand
	aside *Aside // makes the probes
	t     trace.Trace
	lin   trace.Linearizer

	ahead   [][]float64 // by Task and number of the step: events after it in probes
	alts    []checker.Decision
	chances []float64
	log     float64 // of 1/(p1·p2·…) of the present probe

	explored flat.KeyTable // the first traces that were explored, but for those that kept knows
	kept     keeper        // may be nil
	Count    float64       // of distinct ones
	probed   flat.KeyTable // traces of probes
	probes   []probe       // in their order
	newest   []int32       // by number in probed: the newest probe of that trace

	// Of weigh.
	stale    bool
	weighed  float64 // count when it was done last
	sorted   []float64
	n, hits  float64 // probes; those whose trace has been explored
	all, hit float64 // their weights
	mean     float64 // of the weights as they are
	telling  float64 // how many hits of equal weight would say as much as the hits do
	off      bool    // this program is too much for it
}

// probe is what came of one.
type probe struct {
	weight   float64
	explored bool  // its trace
	older    int32 // probe of the same trace, -1
}

const (
	ProbesFrom = 256     // executions without probes: they take but a moment
	maxProbes  = 1 << 12 // and
	weighOften = 64      // by what part more traces have to be known before a guess is made anew: it sorts all probes
	MaxKnown   = 1 << 16 // traces until which there are more: a new probe has to be compared with all of them
)

// keeper is an algorithm that knows itself which traces it has explored.
type keeper interface {
	Has(t *trace.Trace) bool
}

// Explored takes note of a maximal execution, or one that was cut, of a trace
// that the exploration is to come to. An algorithm that does so before each count
// has its estimate made. If it is a keeper, it does so for each trace once; else kept is nil.
func (x *Exploration) Explored(t *trace.Trace, kept keeper) {
	if x.Part != nil {
		return // it is no measure of the whole
	}
	if x.Guess == nil {
		x.Guess = NewEstimator(x, t.Serial)
	}
	x.Guess.saw(t.Whole(), kept)
}

// NewEstimator returns an estimator for x; serial: handlers are locks.
func NewEstimator(x *Exploration, serial bool) *Estimator {
	e := &Estimator{x: x, r: rand.New(rand.NewPCG(1, 0))}
	e.lin.Random = e.r
	e.t.Program, e.t.Serial = x.Program, serial
	return e
}

// saw takes note of an explored trace.
func (e *Estimator) saw(k flat.Key, kept keeper) {
	if e.kept = kept; kept == nil && e.known() {
		if _, fresh := e.explored.Number(k); !fresh {
			return
		}
	}
	e.Count++
	if n, ok := e.probed.Find(k); ok {
		for i := e.newest[n]; i >= 0; i = e.probes[i].older {
			e.probes[i].explored = true
		}
		e.stale = true
	}
}

// known says whether all explored traces are.
func (e *Estimator) known() bool { return e.Count < MaxKnown }

// Probe makes as many probes as are due: so many that they cost little beside
// the executions, and tell more as these get more.
func (e *Estimator) Probe() {
	for e.Count >= ProbesFrom && e.known() && !e.off && e.x.Stopped == "" &&
		float64(len(e.probes)) < min(maxProbes, 2*math.Sqrt(e.Count)) {
		e.walk()
	}
}

func (e *Estimator) walk() {
	if e.aside == nil {
		e.aside = e.x.NewAside(false)
	}
	t, x, d := &e.t, e.x, e.aside.Driver()
	e.log = 0
	t.Reset()
	out, ok := e.aside.Run(e)
	if !ok {
		return
	}
	if out.Failure != nil {
		x.FailAside(checker.Found{Failure: *out.Failure, Decisions: d.Schedule()})
	}
	t.Finish(!d.Cut)
	e.learn()
	number, counted := e.lin.Count(t)
	weight := math.Exp(e.log - number)
	if !counted || math.IsInf(weight, 0) {
		e.off = true
		return
	}
	k := t.Whole()
	n, fresh := e.probed.Number(k)
	if fresh {
		e.newest = append(e.newest, -1)
	}
	_, explored := e.explored.Find(k)
	explored = explored || e.kept != nil && e.kept.Has(t)
	e.probes = append(e.probes, probe{weight, explored, e.newest[n]})
	e.newest[n] = int32(len(e.probes) - 1)
	e.stale = true
	x.Late(1<<8 + trace.Lines*len(t.Events))
}

// Estimated is an estimate of a number that was computed: none, 0, if that is out of the
// range of numbers. A product of a thousand probabilities is nothing, and of nothing
// there are infinitely many.
func Estimated(n float64) float64 {
	if !(n > 0) || math.IsInf(n, 1) {
		return 0
	}
	return n
}

// An estimate is one where it is within a factor of three of the truth in nineteen of twenty
// cases: TestEstimatesAreSupported. Measured on programs of every kind, it is so where the
// hits say as much as five of equal weight would. Nor do probes know of the rest where
// what they stand for, on average, has long been passed: it is hidden from them.
const (
	leastTelling = 5
	mostPassed   = 4
)

// value is the estimate of the number of traces; 0: none. Where the probes come
// upon the same few traces again and again, the others are hidden from them. Where it
// is no more than what has been explored, nothing is known but that.
func (e *Estimator) value() float64 {
	if len(e.probes) == 0 || e.off || 4*len(e.newest) < len(e.probes) {
		return 0
	}
	if e.stale && e.Count >= e.weighed*(1+1./weighOften) {
		e.stale, e.weighed = false, e.Count
		e.weigh()
	}
	if e.telling < leastTelling || e.mean*mostPassed < e.weighed {
		return 0
	}
	// What the probes stand for that were not hit is still to come.
	rest := e.weighed + (e.all-e.hit)/e.n
	share := e.weighed * e.all / e.hit
	trust := e.hits / (e.hits + 8)
	all := math.Exp(trust*math.Log(share) + (1-trust)*math.Log(rest))
	if !(all > e.Count) {
		return 0
	}
	return all
}

// weigh sums the weights of the probes. None counts for more than n times their
// median: a single one would outweigh all others, and say nothing but that
// probes of its kind are rare.
func (e *Estimator) weigh() {
	e.sorted = e.sorted[:0]
	for i := range e.probes {
		e.sorted = append(e.sorted, e.probes[i].weight)
	}
	slices.Sort(e.sorted)
	most := float64(len(e.sorted)) * e.sorted[len(e.sorted)/2]
	e.n, e.hits, e.all, e.hit, e.mean, e.telling = 0, 0, 0, 0, 0, 0
	var squares float64 // of the weights of hits
	for i := range e.probes {
		p := &e.probes[i]
		w := min(p.weight, most)
		e.n++
		e.all += w
		e.mean += p.weight / float64(len(e.probes))
		if p.explored {
			e.hits++
			e.hit += w
			squares += w * w
		}
	}
	if squares > 0 {
		e.telling = e.hit * e.hit / squares
	}
}

// Next implements strategy.
func (e *Estimator) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	if len(d.Decisions) == 0 {
		e.t.Begin(st)
	}
	e.alts, e.chances = e.alts[:0], e.chances[:0]
	var sum float64
	for _, task := range st.Tasks() {
		from := len(e.alts)
		e.alts = st.Decisions(task, e.alts)
		for range e.alts[from:] {
			w := e.after(task) / float64(len(e.alts)-from)
			e.chances = append(e.chances, w)
			sum += w
		}
	}
	if len(e.alts) == 0 {
		return checker.Decision{}, false
	}
	i := trace.Draw(e.r, e.chances, sum)
	e.log -= math.Log(e.chances[i] / sum)
	return e.alts[i], true
}

// Did implements strategy.
func (e *Estimator) Did(_ *Driver, st checker.State, ev *checker.Event) { e.t.Record(st, ev) }

// after is how many events are expected after the task's next one, itself
// included.
func (e *Estimator) after(task checker.Task) float64 {
	i := e.t.TaskIndex(task)
	if op := e.t.Tasks[i].Op; op >= 0 && int(task) < len(e.ahead) {
		if n := int(e.t.Ops[op].Index); n < len(e.ahead[task]) && e.ahead[task][n] > 0 {
			return e.ahead[task][n]
		}
	}
	return 1
}

// learn takes down how many events were after each event of a probe.
func (e *Estimator) learn() {
	t := &e.t
	for i := range t.Events {
		op := &t.Ops[t.Events[i].Op]
		task := t.Tasks[op.Task].Name
		for int(task) >= len(e.ahead) {
			e.ahead = append(e.ahead, nil)
		}
		for int(op.Index) >= len(e.ahead[task]) {
			e.ahead[task] = append(e.ahead[task], 0)
		}
		n := float64(t.AfterOf(int32(i)).Size())
		if was := &e.ahead[task][op.Index]; *was == 0 {
			*was = n
		} else {
			*was += (n - *was) / 8
		}
	}
}
