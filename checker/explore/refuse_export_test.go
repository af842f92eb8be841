package explore

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// Refusing adds an algorithm that makes one execution and refuses programs with
// operations of one kind. The function that it returns takes it away again.
func Refusing(name, what string, kind checker.Kind) func() {
	old := algorithms
	algorithms = append(old[:len(old):len(old)], &engine.Algorithm{Algorithm: checker.Algorithm{Name: name}, Explore: func(x *engine.Exploration) { x.Count(x.Run(refusing{x, what, kind})) }})
	return func() { algorithms = old }
}

type refusing struct {
	x    *engine.Exploration
	what string
	kind checker.Kind
}

func (r refusing) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	return d.Fallback.Next(st)
}

func (r refusing) Did(_ *engine.Driver, _ checker.State, ev *checker.Event) {
	if ev.Kind == r.kind {
		r.x.Refuse(r.what, ev.Pos)
	}
}
