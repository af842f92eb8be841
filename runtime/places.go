package runtime

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// The goroutines that exist, with calls. Which there are is read as their number is
// (count.go). Where they are is in no order with what they do, so it is told as of the
// last moment at which that was a function of the trace: when time last advanced, all
// were at rest. A goroutine begun since is shown where it begins. So calls are kept at each
// operation, and each time that time advances (wire.Places).

// Goroutine is one of the program's, as it was when time last advanced; the caller as
// it is.
type Goroutine struct {
	State   string
	number  uint64
	calls   []calls.Call
	PCs     []uintptr // of those that are calls of the program
	by      uint64    // its creator, 0: none
	created Site
}

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
		if p.t != t {
			all = append(all, p.goroutine())
		}
		inTest = inTest || p.t.id == mainTask
	}
	if inTest || t.id != mainTask {
		all = slices.Insert(all, 0, Goroutine{State: "chan receive", number: 1, calls: calls.Main()})
	}
	caller := Goroutine{State: "running", number: t.goid(), PCs: slices.Clone(t.calls)}
	caller.calls = callsFrom(t.created, caller.PCs)
	if t.id != mainTask || inTest {
		caller.createdBy(t)
	}
	return append([]Goroutine{caller}, all...), true
}

// goroutine is where somebody was when time last advanced.
func (p *presence) goroutine() Goroutine {
	g := Goroutine{State: "runnable", number: p.t.goid()}
	if p.rest != nil {
		g.State, g.PCs = p.state, p.rest
		g.calls = slices.Concat(p.inside, callsFrom(p.created, p.rest))
	} else {
		g.calls = []calls.Call{p.entry()}
	}
	g.by, g.created = 1, p.created
	if p.t.id != mainTask {
		g.by = p.creator.goid()
	}
	return g
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

func (g *Goroutine) createdBy(t *task) {
	g.by, g.created = 1, 0
	if t.id != mainTask {
		g.by, g.created = t.creator.goid(), t.created
	}
}

// String is the goroutine as the Go runtime prints it.
func (g *Goroutine) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine %d [%s]:\n", g.number, g.State)
	for _, c := range g.calls {
		fmt.Fprintf(&b, "%s(...)\n\t%s:%d +%#x\n", c.Function, c.File, c.Line, c.Offset)
	}
	switch {
	case g.created != 0:
		fmt.Fprintf(&b, "created by %s in goroutine %d\n\t%s +0x1\n", g.created.Function(), g.by, g.created.Line())
	case g.by != 0:
		run := calls.Run()
		fmt.Fprintf(&b, "created by %s in goroutine %d\n\t%s:%d +0x1\n", run.Function, g.by, run.File, run.Line)
	}
	return b.String()
}

// Calls are those of the goroutine as a profile lists them.
func (g *Goroutine) Calls() string {
	var b strings.Builder
	for _, c := range g.calls {
		fmt.Fprintf(&b, "#\t%#x\t%s+%#x\t%s:%d\n", c.Offset, c.Function, c.Offset, c.File, c.Line)
	}
	return b.String()
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
		if t := p.t; t.life == alive && len(t.calls) > 0 {
			p.rest, p.inside, p.state = slices.Clone(t.calls), t.waitsInside(), goroutineState(&t.op)
		}
	}
}

// callsFrom are the calls of a goroutine that a go statement has started, without the function
// that the rewriter has put around the one that is called there.
func callsFrom(created Site, pcs []uintptr) []calls.Call {
	all := calls.Of(pcs)
	if wrapped, _ := created.Starts(); wrapped && len(all) > 1 {
		return all[:len(all)-1]
	}
	return all
}
