package checker

import (
	"math"
	"math/rand/v2"
)

// ProbeWeight is the average weight of n probes.
func ProbeWeight(p Program, n int) (average float64, ok bool) {
	x := &exploration{p: p, o: Options{KeepGoing: true}}
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
func Linearizations(p Program, decisions []Decision, n int) (average float64, ok bool) {
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
	decisions []Decision
	t         trace
}

func (r *recording) next(d *driver, st State) (Decision, bool) {
	if len(d.decisions) == 0 {
		r.t.begin(st)
	}
	if n := len(d.decisions); n < len(r.decisions) {
		return r.decisions[n], true
	}
	return Decision{}, false
}

func (r *recording) did(_ *driver, st State, ev *Event) { r.t.record(st, ev) }
