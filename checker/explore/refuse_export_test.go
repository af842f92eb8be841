package explore

import "gocheck.dev/checker"

// Refusing adds an algorithm that makes one execution and refuses programs with
// operations of one kind. The function that it returns takes it away again.
func Refusing(name, what string, kind checker.Kind) func() {
	old := algorithms
	algorithms = append(old[:len(old):len(old)], algorithm{Algorithm: checker.Algorithm{Name: name}, explore: func(x *exploration) { x.count(x.run(refusing{x, what, kind})) }})
	return func() { algorithms = old }
}

type refusing struct {
	x    *exploration
	what string
	kind checker.Kind
}

func (r refusing) next(d *driver, st checker.State) (checker.Decision, bool) {
	return d.fallback.Next(st)
}

func (r refusing) did(_ *driver, _ checker.State, ev *checker.Event) {
	if ev.Kind == r.kind {
		r.x.refuse(r.what, ev.Pos)
	}
}
