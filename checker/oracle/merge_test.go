package oracle

import (
	"errors"
	"fmt"
	"sort"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/internal/longtest"
)

// fingerprint is what can be seen of a state: values, and what is enabled.
func fingerprint(m *lang.Machine) string {
	var ds []checker.Decision
	for _, t := range m.Tasks() {
		ds = m.Decisions(t, ds)
	}
	sort.Slice(ds, func(i, j int) bool { return fmt.Sprint(ds[i]) < fmt.Sprint(ds[j]) })
	return m.Outcome().Observed + fmt.Sprint(ds)
}

// TestMerging checks what Count relies on: that executions of one partial
// trace, with the same FIFO queues, lead to states that cannot be told apart.
// A definition of traces that is too coarse for the semantics fails here.
func TestMerging(t *testing.T) { merging(t, NewTrace) }

// TestSerialMerging checks the same for serial traces.
func TestSerialMerging(t *testing.T) { merging(t, NewSerialTrace) }

// TestApartMerging checks the same for traces apart, of programs whose messages
// release what they lock.
func TestApartMerging(t *testing.T) { merging(t, NewApartTrace) }

func merging(t *testing.T, empty func(*Interner) *Trace) {
	n := longtest.N(3, 10)
	for _, k := range gen.Kinds {
		for i := range n {
			p := k.Program(gen.Seeded(int64(1000+i)), k.Size(i))
			r := newResult(p, empty(NewInterner()))
			if r.empty.apart {
				if all, err := Count(p, 1500); err != nil || all.keepsLock() {
					continue
				}
			}
			seen := map[string]string{}
			w := walker{r: r, limit: 1500, seen: map[string]struct{}{}}
			w.arrive = func(state string, m *lang.Machine) {
				got := fingerprint(m)
				if old, ok := seen[state]; ok && old != got {
					t.Fatalf("%s: two states of one partial trace:\n%s\n%s\nat %s\n%s", k.Name, old, got, lang.Schedule(p, w.path), p)
				}
				seen[state] = got
			}
			if err := w.visit(lang.NewMachine(p), r.empty); err != nil && !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
		}
	}
}

// TestEager checks that performing independent events at once loses nothing.
func TestEager(t *testing.T) {
	for _, k := range gen.Kinds {
		for i := range longtest.N(2, 10) {
			p := k.Program(gen.Seeded(int64(2000+i)), k.Size(i))
			if p.Coarse {
				continue
			}
			all, err := count(p, 5000, false, NewTrace(NewInterner()))
			if err != nil {
				continue
			}
			eager, err := Count(p, 5000)
			if err != nil {
				t.Fatal(err)
			}
			if len(all.Traces) != len(eager.Traces) || all.Deadlocks != eager.Deadlocks || len(all.Outcomes) != len(eager.Outcomes) {
				t.Errorf("%s: %d traces, %d eagerly: %s", k.Name, len(all.Traces), len(eager.Traces), p)
			}
		}
	}
}

// TestSerialQueues checks that a serial trace says all about a state: posts to
// one FIFO handler are ordered, so that executions of one partial trace have
// the same queues.
func TestSerialQueues(t *testing.T) {
	for _, name := range []string{"fifo", "fifo-front", "heavy-fifo-branch", "heavy-mixed", "choices"} {
		k, _ := gen.Named(name)
		for i := range longtest.N(2, 10) {
			p := k.Program(gen.Seeded(int64(3000+i)), k.Size(i))
			r := newResult(p, NewSerialTrace(NewInterner()))
			queues := map[string]string{}
			w := walker{r: r, limit: 1500, seen: map[string]struct{}{}}
			w.arrive = func(_ string, m *lang.Machine) {
				key, _, _ := r.Key(w.path)
				got := fmt.Sprint(m.Queues(nil))
				if old, ok := queues[key]; ok && old != got {
					t.Fatalf("%s: queues %s and %s of one serial trace at %s\n%s", name, old, got, lang.Schedule(p, w.path), p)
				}
				queues[key] = got
			}
			if err := w.visit(lang.NewMachine(p), r.empty); err != nil && !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
		}
	}
}
