package reversal

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// pauses lets time move earlier than it did, or at all (trace/pause.go). The Tick comes after
// everything before it. So it competes with all of that, of which the latest events are those
// that nothing before it comes after.
func (r *Reverser) pauses(i int32, op *trace.Operation) {
	t := r.t
	if op.Arg <= 0 {
		return
	}
	r.act = trace.Action{Op: i, Op2: -1, Partner: checker.NoTask}
	a := &r.act
	r.needs(a)
	if op.Exec < 0 {
		r.without(-1, -1, -1, a)
		return
	}
	for _, f := range t.PredsOf(op.Exec) {
		if !r.need.Has(f) {
			r.without(f, op.Exec, -1, a)
		}
	}
}
