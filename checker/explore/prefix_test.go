package explore_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/internal/longtest"
)

// TestPrefixes holds what is kept of a trace to what is taken down of the same
// execution: TestCampaign sees only what comes of a difference. One in two programs
// makes the prefix again by itself.
func TestPrefixes(t *testing.T) {
	t.Run("revisit", func(t *testing.T) { testPrefixes(t, explore.CheckPrefixes) })
	t.Run("closure", func(t *testing.T) { testPrefixes(t, explore.CheckPrefixesOfClosure) })
}

func testPrefixes(t *testing.T, check func(checker.Program, int64) (events, kept int, err error)) {
	var events, kept int
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(2, 5), *campaign/4) {
			p := k.Program(gen.Seeded(*campaignSeed+int64(i)), k.Size(i))
			var program checker.Program = renumbered{p}
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

// swapping numbers objects in pairs that change places with every other execution.
type swapping struct {
	renumbered
	runs *checker.Object
}

func (p swapping) Run(s checker.Scheduler) checker.Outcome {
	*p.runs++
	return p.Program.Run(&renumbering{s: s, swap: *p.runs & 1})
}

// moving is a program whose values in memory are others in every execution, as
// addresses are.
type moving struct {
	*lang.Program
	runs int64
}

func (p *moving) Run(s checker.Scheduler) checker.Outcome {
	p.runs++
	return p.Program.Run(&moved{s, p.runs << 32, nil})
}

// moved stands between the program and its scheduler.
type moved struct {
	s  checker.Scheduler
	by int64
	st checker.State
}

func (m *moved) Next(st checker.State) (checker.Decision, bool) {
	m.st = st
	return m.s.Next(m)
}

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

func (m *moved) Tasks() []checker.Task         { return m.st.Tasks() }
func (m *moved) Op(t checker.Task) *checker.Op { return m.op(m.st.Op(t)) }
func (m *moved) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	return m.st.Decisions(t, buf)
}
func (m *moved) Object(o checker.Object) checker.ObjectInfo { return m.st.Object(o) }

// TestPrefixesRenumbered: if the same decisions do not lead to the same numbers of
// objects, less is kept, and nothing is lost; nor if they do not to the same values.
func TestPrefixesRenumbered(t *testing.T) {
	// What is asked again, as less was kept, may have been forgotten by its key, and is
	// then further up the stack: the first 300 executions would be others.
	defer explore.SetLeastFilter(1 << 18)()
	found := 0
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(1, 2), *campaign/10) {
			p := k.Program(gen.Seeded(*campaignSeed+int64(i)), k.Size(i))
			for _, algorithm := range []string{"revisit", "closure"} {
				run := func(p checker.Program) *checker.Result {
					res, err := explore.Run(p, checker.Options{Algorithm: algorithm, KeepGoing: true, Executions: 300})
					if err != nil {
						t.Fatal(err)
					}
					return res
				}
				want := run(renumbered{p})
				for what, q := range map[string]checker.Program{
					"numbers":                   swapping{renumbered{p}, new(checker.Object)},
					"numbers, found by itself":  lang.Repeating(swapping{renumbered{p}, new(checker.Object)}),
					"values":                    &moving{Program: p},
					"values, which it tells of": lang.Repeating(&moving{Program: p}),
				} {
					got := run(q)
					if got.Executions != want.Executions || got.Events != want.Events || got.Bound != want.Bound || got.Deadlocks != want.Deadlocks {
						t.Fatalf("%s %d, other %s: %d executions of %d events, %d deadlocks (%q), want %d, %d, %d (%q)\n%s", k.Name, i, what,
							got.Executions, got.Events, got.Deadlocks, got.Bound, want.Executions, want.Events, want.Deadlocks, want.Bound, p)
					}
				}
			}
			if explore.Kept(swapping{renumbered{p}, new(checker.Object)}, 10) < explore.Kept(renumbered{p}, 10) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no program was found to number its objects anew")
	}
}
