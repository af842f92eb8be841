package runtime

import (
	"reflect"
	"runtime"
	"slices"
	"strings"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/kinds"
)

// The goroutines that exist, with calls. Which there are is read as their number is
// (count.go). Where they are is in no order with what they do, so it is told as of the
// last moment at which that was a function of the trace: when time last advanced, all
// were at rest. A goroutine begun since is shown where it begins. So calls are kept at each
// operation, and each time that time advances (wire.Places).

// Goroutine is one of the program's, as it was when time last advanced; the caller as
// it is.
type Goroutine = calls.Shown

// Goroutines are those that are there when a task asks, the caller first. There is no
// answer where no task asks. If they are to be at rest all go on as far as they can
// without time: the caller sleeps for a moment.
func Goroutines(s Site, atRest bool) (all []Goroutine, ok bool) {
	t := current()
	if t == nil {
		return nil, false
	}
	t.wants(wire.Places)
	x := t.x
	if atRest {
		if x.FreeTime { // a sleep waits for nobody
			x.unsupported(s, "runtime.Stack of all goroutines under -time=free")
		}
		t.lastOfAll(s)
	}
	t.census(s)
	there := slices.Clone(x.census.present)
	slices.SortFunc(there, func(a, b *presence) int { return strings.Compare(a.t.String(), b.t.String()) })
	inTest := false
	for _, p := range there {
		if p.on != t {
			all = append(all, p.goroutine())
		}
		inTest = inTest || p.t.id == mainTask
	}
	if inTest || t.id != mainTask {
		all = slices.Insert(all, 0, Goroutine{State: "chan receive", Number: 1, Calls: calls.Main()})
	}
	caller := Goroutine{State: "running", Number: t.goid(), PCs: slices.Clone(t.calls)}
	caller.Calls = calls.From(t.created, caller.PCs)
	if t.id != mainTask || inTest {
		caller.By, caller.Created = t.creation()
	}
	return append([]Goroutine{caller}, all...), true
}

// goroutine is where somebody was when time last advanced.
func (p *presence) goroutine() Goroutine {
	g := Goroutine{State: "runnable", Number: p.t.goid()}
	if p.rest != nil {
		g.State, g.PCs = p.state, p.rest
		g.Calls = slices.Concat(p.inside, calls.From(p.created, p.rest))
	} else {
		g.Calls = []calls.Call{p.entry()}
	}
	g.By, g.Created = 1, p.created
	if p.t.id != mainTask {
		g.By = p.creator.goid()
	}
	return g
}

// creation is who has created t, and where.
func (t *task) creation() (by uint64, at Site) {
	if t.id == mainTask {
		return 1, 0
	}
	return t.creator.goid(), t.created
}

// entry is where a goroutine begins.
func (p *presence) entry() calls.Call {
	if p.t.id == mainTask || p.f == nil {
		return calls.TRunner()
	}
	f := runtime.FuncForPC(reflect.ValueOf(p.f).Pointer())
	file, line := f.FileLine(f.Entry())
	if _, name := p.created.Starts(); name != "" {
		return calls.Call{Function: name, File: file, Line: line}
	}
	return calls.Call{Function: f.Name(), File: file, Line: line}
}

// place keeps the calls of t, which has announced an operation.
func (t *task) place() {
	if cap(t.calls) == 0 {
		t.calls = make([]uintptr, 0, 64)
	}
	n := runtime.Callers(2, t.calls[:cap(t.calls)])
	for n == cap(t.calls) {
		t.calls = make([]uintptr, 0, 2*n)
		n = runtime.Callers(2, t.calls[:cap(t.calls)])
	}
	t.calls = t.calls[:n]
}

// rest notes where all goroutines are: time advances.
func (x *Execution) rest() {
	for _, p := range x.census.present {
		switch t := p.on; {
		case len(t.calls) == 0: // it has not begun
		case t.life == over: // it is paused
			p.rest, p.inside, p.state = slices.Clone(t.calls), calls.InStd("testing.(*T).Parallel"), "chan receive"
		default:
			p.rest, p.inside, p.state = slices.Clone(t.calls), t.waitsInside(), kinds.State(&t.op)
		}
	}
}
