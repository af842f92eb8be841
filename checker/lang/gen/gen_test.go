package gen

import (
	"testing"

	"pgregory.net/rapid"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// drawn is the Source of a property test.
func drawn(t *rapid.T) Source {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
}

// walk executes a program by drawn decisions, up to a bound.
type walk struct {
	src    Source
	buf    []checker.Decision
	taken  []checker.Decision
	events []checker.Event
}

func (w *walk) Next(st checker.State) (checker.Decision, bool) {
	w.buf = w.buf[:0]
	for _, t := range st.Tasks() {
		w.buf = st.Decisions(t, w.buf)
	}
	if len(w.taken) == 200 {
		return checker.Decision{}, false
	}
	d := w.buf[w.src(len(w.buf))]
	w.taken = append(w.taken, d)
	return d, true
}

func (w *walk) Did(_ checker.State, ev *checker.Event) {
	e := *ev
	e.Effects, e.Op, e.PartnerOp = append([]checker.Effect(nil), ev.Effects...), nil, nil
	w.events = append(w.events, e)
}

// replay takes the same decisions again.
type replay struct {
	walk
	from []checker.Decision
}

func (r *replay) Next(checker.State) (checker.Decision, bool) {
	if len(r.taken) == len(r.from) {
		return checker.Decision{}, false
	}
	d := r.from[len(r.taken)]
	r.taken = append(r.taken, d)
	return d, true
}

// TestPrograms: a random program prints as it parses, and its executions are
// functions of their decisions, also those of the parsed copy.
func TestPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := Kinds[rapid.IntRange(0, len(Kinds)-1).Draw(t, "kind")]
		p := k.Program(drawn(t), rapid.IntRange(2, 6).Draw(t, "size"))
		text := p.String()
		q, err := lang.Parse(text)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if q.String() != text {
			t.Fatalf("printed and parsed: %s\nfrom %s", q, text)
		}
		w := &walk{src: drawn(t)}
		outcome := p.Run(w)
		r := &replay{from: w.taken}
		if again := p.Run(r); again.Observed != outcome.Observed {
			t.Fatalf("observed %s, then %s: %s", outcome.Observed, again.Observed, text)
		}
		for i := range w.events {
			a, b := w.events[i], r.events[i]
			if a.Decision != b.Decision || a.Kind != b.Kind || a.Obj != b.Obj || a.Child != b.Child || a.Index != b.Index || len(a.Effects) != len(b.Effects) {
				t.Fatalf("event %d was %+v, then %+v: %s", i, a, b, text)
			}
		}
	})
}

// TestShrink finds the two statements that matter.
func TestShrink(t *testing.T) {
	k, _ := Named("mixed")
	has := func(p *lang.Program, kind lang.StmtKind) bool {
		found := false
		each(p, func(s *lang.Stmt) { found = found || s.Kind == kind })
		return found
	}
	both := func(p *lang.Program) bool { return has(p, lang.Select) && has(p, lang.Lock) }
	for seed := range int64(1000) {
		p := k.Program(Seeded(seed), 5)
		if !both(p) {
			continue
		}
		n := 0
		each(Shrink(p, both), func(*lang.Stmt) { n++ })
		// select, one case, lock; a post may be what starts a body.
		if n > 5 {
			t.Errorf("seed %d: %d statements left: %s", seed, n, Shrink(p, both))
		}
		return
	}
	t.Fatal("no program has both")
}
