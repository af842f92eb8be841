package engine

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// ProbeWeight is the average weight of n probes.
func ProbeWeight(p checker.Program, n int) (average float64, ok bool) {
	x := &Exploration{Program: p, Options: checker.Options{KeepGoing: true}}
	x.Begin()
	e := &Estimator{x: x, r: rand.New(rand.NewPCG(1, 0))}
	e.lin.Random = e.r
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
	x := &Exploration{Program: p}
	x.Begin()
	f := &recording{decisions: decisions}
	f.t.Reset()
	x.Run(f)
	f.t.Finish(true)
	l := trace.Linearizer{Random: rand.New(rand.NewPCG(1, 0))}
	var sum float64
	for range n {
		log, ok := l.Count(&f.t)
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
	t         trace.Trace
}

func (r *recording) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	if len(d.Decisions) == 0 {
		r.t.Begin(st)
	}
	if n := len(d.Decisions); n < len(r.decisions) {
		return r.decisions[n], true
	}
	return checker.Decision{}, false
}

func (r *recording) Did(_ *Driver, st checker.State, ev *checker.Event) { r.t.Record(st, ev) }
