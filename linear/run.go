package linear

import (
	"fmt"
	"reflect"
	"testing"

	"gocheck.dev/internal/machine"
)

// A done is an operation of an execution.
type done struct {
	*call
	goroutine, index int // main is 0
	seen             []int32
	results          []reflect.Value
	panicked         string // what it panics with, or ""
	called, over     bool   // it has returned, or panicked
}

// run is an execution of a scenario.
type running struct {
	p      *plan
	t      *testing.T
	m      machine.Machine
	object reflect.Value
	counts []int32 // by goroutine: operations that are over
	ops    [][]*done
	first  int  // how many operations of main come before the others
	may    bool // some operation may wait
}

// run executes a scenario, and judges what has come of it.
func (p *plan) run(t *testing.T, m machine.Machine, s *scenario) {
	r := &running{p: p, t: t, m: m, first: len(s.before), may: s.may(), counts: make([]int32, len(s.parallel)+1), ops: make([][]*done, len(s.parallel)+1)}
	for i, calls := range append([][]*call{append(s.before[:len(s.before):len(s.before)], s.after...)}, s.parallel...) {
		for j, c := range calls {
			r.ops[i] = append(r.ops[i], &done{call: c, goroutine: i, index: j, seen: make([]int32, len(r.ops))})
		}
	}
	if r.may {
		m.MayWait()
	}
	r.object = p.create.Call(nil)[0]
	if !r.all(0, 0, len(s.before)) {
		r.judge(s)
		return
	}
	var joins []func()
	for i := range s.parallel {
		joins = append(joins, m.Go(func() { r.each(i+1, 0, len(s.parallel[i])) }))
	}
	if r.may {
		m.Settle()
	} else {
		for _, join := range joins {
			join()
		}
	}
	r.all(0, len(s.before), len(r.ops[0]))
	r.judge(s)
}

// all does operations of main, from one to before another. It says whether all of them have
// come to their end.
func (r *running) all(g, from, to int) bool {
	if !r.may {
		r.each(g, from, to)
		return true
	}
	for i := from; i < to; i++ {
		r.m.Go(func() { r.each(g, i, i+1) })
		r.m.Settle()
		if !r.ops[g][i].over {
			return false
		}
	}
	return true
}

// each does operations of a goroutine.
func (r *running) each(g, from, to int) {
	for _, d := range r.ops[g][from:to] {
		d.called = true
		r.sees(d)
		d.do(r.object, false)
		if r.may || g > 0 && r.p.order != ofProgram {
			r.m.Store(&r.counts[g], int32(d.index+1))
		}
	}
}

// sees notes what is over when an operation is called. It is an operation of the schedule, so
// that every order in time comes up; where nobody asks for that, none.
func (r *running) sees(d *done) {
	for g := range r.ops {
		switch {
		case g == d.goroutine:
			d.seen[g] = int32(d.index)
		case d.goroutine == 0 && !r.may:
			if d.index >= r.first {
				d.seen[g] = int32(len(r.ops[g]))
			}
		case g == 0 && !r.may:
			d.seen[g] = int32(r.first)
		case r.p.order == ofProgram && !r.may:
		default:
			d.seen[g] = r.m.Load(&r.counts[g])
		}
	}
}

// do performs an operation on a structure, or on a model.
func (d *done) do(object reflect.Value, model bool) {
	defer func() {
		if v := recover(); v != nil {
			d.panicked, d.over = fmt.Sprint(v), true
		}
	}()
	if model {
		d.results = object.MethodByName(d.op.name).Call(d.args)
	} else {
		d.results = d.op.f.Call(append([]reflect.Value{object}, d.args...))
	}
	d.over = true
}
