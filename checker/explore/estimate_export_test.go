package explore

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
)

// ProbeWeight is the average weight of n probes.
func ProbeWeight(p checker.Program, n int) (average float64, ok bool) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true}}
	x.begin()
	e := &estimator{x: x, r: rand.New(rand.NewPCG(1, 0))}
	e.lin.r = e.r
	var sum float64
	for range n {
		e.walk()
	}
	for i := range e.probes {
		sum += e.probes[i].weight
	}
	return sum / float64(n), !e.off
}

// Linearizations is the average of n estimates of the linearizations of the trace
// that an execution has.
func Linearizations(p checker.Program, decisions []checker.Decision, n int) (average float64, ok bool) {
	x := &exploration{p: p}
	x.begin()
	f := &recording{decisions: decisions}
	f.t.reset()
	x.run(f)
	f.t.finish(true)
	l := linearizer{r: rand.New(rand.NewPCG(1, 0))}
	var sum float64
	for range n {
		log, ok := l.count(&f.t)
		if !ok {
			return 0, false
		}
		sum += math.Exp(log)
	}
	return sum / float64(n), true
}

// recording follows a schedule and records its trace.
type recording struct {
	decisions []checker.Decision
	t         trace
}

func (r *recording) next(d *driver, st checker.State) (checker.Decision, bool) {
	if len(d.decisions) == 0 {
		r.t.begin(st)
	}
	if n := len(d.decisions); n < len(r.decisions) {
		return r.decisions[n], true
	}
	return checker.Decision{}, false
}

func (r *recording) did(_ *driver, st checker.State, ev *checker.Event) { r.t.record(st, ev) }
