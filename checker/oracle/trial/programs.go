package trial

import (
	"flag"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/internal/longtest"
)

// MustRun explores; an error about the options fails the test.
func MustRun(t *testing.T, p checker.Program, o checker.Options) *checker.Result {
	t.Helper()
	res, err := explore.Run(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Instant is a program whose executions take no time.
type Instant struct {
	checker.Program
	Runs bool
}

// Run implements checker.Program.
func (p *Instant) Run(s checker.Scheduler) checker.Outcome {
	p.Runs = true
	defer func() { p.Runs = false }()
	return p.Program.Run(s)
}

// Forgetful is a program of whose second execution on a task waits for ever
// where it could go on before.
type Forgetful struct {
	checker.Program
	Then checker.Program
}

// Run implements checker.Program.
func (f *Forgetful) Run(s checker.Scheduler) checker.Outcome {
	out := f.Program.Run(s)
	f.Program = f.Then
	return out
}

// Fickle is a program that is no function of its decisions: in every other
// execution it swaps the bodies of two threads.
type Fickle struct {
	checker.Program
	Other checker.Program
	runs  int
}

// Run implements checker.Program.
func (f *Fickle) Run(s checker.Scheduler) checker.Outcome {
	if f.runs++; f.runs%2 == 0 {
		return f.Other.Run(s)
	}
	return f.Program.Run(s)
}

// Large asks for the larger benchmarks of the papers, too.
var Large = flag.Bool("large", false, "the larger benchmarks as well")

// Prefixes demands of check, which compares traces of which beginnings were kept with the same
// taken down anew, that it finds no difference on programs of every kind, and that much was kept.
func Prefixes(t *testing.T, check func(checker.Program, int64) (events, kept int, err error)) {
	var events, kept int
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(2, 5), *Programs/4) {
			p := k.Program(gen.Seeded(*Seed+int64(i)), k.Size(i))
			var program checker.Program = Renumbered{p}
			if i%2 == 1 {
				program = lang.Repeating(program)
			}
			e, n, err := check(program, 300)
			if err != nil {
				t.Fatalf("%s %d: %v\n%s", k.Name, i, err, p)
			}
			events, kept = events+e, kept+n
		}
	}
	t.Logf("%d of %d events were kept", kept, events)
	if kept < events/3 {
		t.Errorf("%d of %d events were kept", kept, events)
	}
}

// Swapping numbers objects in pairs that change places with every other execution.
type Swapping struct {
	Renumbered
	Runs *checker.Object
}

// Run implements checker.Program.
func (p Swapping) Run(s checker.Scheduler) checker.Outcome {
	*p.Runs++
	return p.Program.Run(&renumbering{s: s, swap: *p.Runs & 1})
}

// Moving is a program whose values in memory are others in every execution, as
// addresses are.
type Moving struct {
	*lang.Program
	runs int64
}

// Run implements checker.Program.
func (p *Moving) Run(s checker.Scheduler) checker.Outcome {
	p.runs++
	return p.Program.Run(&moved{s, p.runs << 32, nil})
}

// moved stands between the program and its scheduler.
type moved struct {
	s  checker.Scheduler
	by int64
	st checker.State
}

// Next implements checker.Scheduler.
func (m *moved) Next(st checker.State) (checker.Decision, bool) {
	m.st = st
	return m.s.Next(m)
}

// Did implements checker.Scheduler.
func (m *moved) Did(st checker.State, ev *checker.Event) {
	m.st = st
	e := *ev
	e.Val = uint64(m.value(int64(ev.Val)))
	if e.Op = m.op(ev.Op); e.Op != ev.Op {
		e.Arg = e.Op.Arg
	}
	m.s.Did(m, &e)
}

// op has another expected value, or that is stored, if there is one.
func (m *moved) op(op *checker.Op) *checker.Op {
	if op.Kind != checker.CAS && op.Kind != checker.Store {
		return op
	}
	o := *op
	o.Arg = m.value(op.Arg)
	return &o
}

func (m *moved) value(v int64) int64 {
	if v == 0 {
		return 0 // no address
	}
	return v ^ m.by
}

// Tasks implements checker.State.
func (m *moved) Tasks() []checker.Task { return m.st.Tasks() }

// Op implements checker.State.
func (m *moved) Op(t checker.Task) *checker.Op { return m.op(m.st.Op(t)) }

// Decisions implements checker.State.
func (m *moved) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	return m.st.Decisions(t, buf)
}

// Object implements checker.State.
func (m *moved) Object(o checker.Object) checker.ObjectInfo { return m.st.Object(o) }
