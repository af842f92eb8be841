package repro

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// search finds the gates that are needed: as few as make every run fail; and then larger sets.
func (r *repro) search(ctx context.Context) ([][]gate, error) {
	all := r.candidates()
	dir, err := os.MkdirTemp("", "gocheck-repro")
	if err != nil {
		return nil, fmt.Errorf("making a folder for trials: %w", err)
	}
	defer os.RemoveAll(dir)
	r.Say("building it")
	f, b, err := r.trial(ctx, all, dir)
	if err != nil && f != nil && f.within && ctx.Err() == nil {
		r.whole = true
		f, b, err = r.trial(ctx, all, dir)
	}
	if err != nil && f != nil && f.kept && ctx.Err() == nil {
		r.lazy = true
		f, b, err = r.trial(ctx, all, dir)
	}
	if err != nil {
		return nil, err
	}
	var met, pairs, rest []gate
	for _, p := range f.gates {
		if p.meets[0] != "" { // who meets does not wait for others
			met = append(met, p.gate)
			continue
		}
		if p.pair {
			pairs = append(pairs, p.gate)
		}
		rest = append(rest, p.gate)
	}
	t := &trials{r: r, b: b, ctx: ctx, until: time.Now().Add(r.Budget), times: tried}
	for _, some := range [][]gate{nil, met, pairs, rest} {
		if (some == nil || len(some) > 0) && t.try(some) {
			sets, least := [][]gate{t.reduced(some)}, 0
			if !slices.Equal(some, met) {
				least = len(sets[0])
				if more := t.surer(sets[0], rest); more != nil {
					sets, least = append(sets, more), len(more)
				}
			}
			for _, more := range [][]gate{pairs, rest} {
				if len(more) > least {
					sets, least = append(sets, more), len(more)
				}
			}
			return sets, ctx.Err()
		}
	}
	if t.share == 0 {
		t.best = rest
	}
	return [][]gate{t.best}, ctx.Err()
}

// trial writes and builds the folder in which gates are tried.
func (r *repro) trial(ctx context.Context, all []gate, dir string) (*folder, *binary, error) {
	f, err := r.draw(all, true)
	if err != nil {
		return nil, nil, err
	}
	if err := f.write(dir); err != nil {
		return nil, nil, err
	}
	b, err := r.build(ctx, dir)
	return f, b, err
}

// candidates are all gates that there are.
func (r *repro) candidates() []gate {
	t := r.trace
	pools := t.pools()
	all := r.misused()
	misused := slices.Clone(all)
	orders := t.orders()
	for _, g := range slices.Concat(t.pairs(r.Schedule), t.lates(), orders, t.unnamed(r.nobody), t.choices(), t.relocked(orders)) {
		if slices.ContainsFunc(misused, func(m gate) bool { return m.first == g.then && m.then == g.first }) {
			continue
		}
		if !g.choice && (pools[t.ops[g.first].Pos] || pools[t.ops[g.then].Pos]) {
			continue // what a Get gets is a gate of its own
		}
		if !slices.ContainsFunc(all, func(p gate) bool {
			return p.first == g.first && p.then == g.then && p.choice == g.choice && p.late == g.late && p.again == g.again
		}) {
			all = append(all, g)
		}
	}
	all = slices.Concat(all, t.pauses(r.Schedule), t.draws(), r.met())
	if late, over := r.outlives(); late {
		all = append(all, gate{first: -1, linger: true, over: over})
	}
	for i := range all {
		g := &all[i]
		g.name = letters(i)
		if g.first >= 0 && r.nobody(g.first) && r.nobody(g.then) {
			g.nobody, g.pair = true, false
		}
	}
	return all
}

// nobody reports whether an operation is of one of several goroutines that come there and cannot
// say who they are, as those of a server that the standard library starts.
func (r *repro) nobody(i int) bool {
	c := r.trace.tasks[r.trace.ops[i].Task].created
	return c >= 0 && r.program.has(r.trace.ops[i].Pos) && !r.program.has(r.trace.ops[c].Pos) && !r.trace.alone(i)
}

// outlives reports whether what fails may come after the end of the test, which natively ends the
// process; and whether it does. In a bubble a test ends when all have.
func (r *repro) outlives() (may, does bool) {
	if r.bubble || r.hangs() || len(r.trace.ops) == 0 {
		return false, false
	}
	by, last, ended := r.failing()
	// A race is seen in the test as well, and there for certain: what a goroutine did that is over
	// may be forgotten by the race detector.
	if slices.ContainsFunc(r.Schedule.Steps, func(x wire.Step) bool { return x.Task == by.name && strings.HasPrefix(x.Runs, wire.RunsSubtest) }) {
		return false, false // the test waits for it
	}
	return by.created >= 0, ended && !r.races && last >= 0 && !strings.Contains(r.Schedule.Test, "/")
}

// failing is who fails, by its operation at that time, and whether the test has ended before.
func (r *repro) failing() (by *task, last int, ended bool) {
	t := r.trace
	last = max(t.pending-1, 0)
	by = t.tasks[t.ops[last].Task]
	at := t.steps(r.Schedule.Steps)
	for i := range r.Schedule.Steps {
		if x := t.tasks[r.Schedule.Steps[i].Failed]; x != nil {
			by, last = x, at[i]
		}
	}
	ended = slices.ContainsFunc(t.ops[:max(last, 0)], func(op wire.RecordedOp) bool { return op.Last && t.tasks[op.Task].created < 0 })
	return by, last, ended
}

// letters is A, B, … Z, AA, …
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + letters(i%26)
}

// trials is the search for gates.
type trials struct {
	r     *repro
	b     *binary
	ctx   context.Context
	until time.Time // what it takes to build is not of the budget
	best  []gate
	share float64
	times int           // how often a set of gates is tried
	took  time.Duration // to try one for which all fail
}

// tried are that: at first, and when it has turned out to be too few.
const (
	tried  = 10
	surely = 60
)

// try runs the test with some of the gates.
func (t *trials) try(some []gate) bool {
	names := make([]string, len(some))
	for i, g := range some {
		names[i] = g.name
	}
	t.r.Say(fmt.Sprintf("trying it with %s", report.Plural(int64(len(some)), "gate")))
	began := time.Now()
	sum := t.b.run(t.ctx, t.times, names, true)
	if share := float64(sum.failed) / float64(max(sum.runs, 1)); share > t.share {
		t.best, t.share = some, share
	}
	good := sum.runs == t.times && sum.good()
	if good {
		t.took = time.Since(began)
	}
	return good
}

// reduced leaves out what is not needed. What makes the difference stays: it may come by itself in
// all trials, and not in others.
func (t *trials) reduced(all []gate) []gate {
	var keep, some []gate
	for _, g := range all {
		if g.pair || g.meets[0] != "" {
			keep = append(keep, g)
		} else {
			some = append(some, g)
		}
	}
	return append(keep, t.fewer(keep, some)...)
}

// surer is a larger set where not all runs fail with what seemed to do: that and as few others as
// have to be beside it. nil: it does, or there is none; or there is no time for it.
func (t *trials) surer(keep, all []gate) []gate {
	if len(keep) >= len(all) || time.Now().Add(3*surely/tried*t.took).After(t.until) {
		return nil
	}
	t.times = surely
	if t.try(keep) || !t.try(all) {
		return nil
	}
	some := slices.DeleteFunc(slices.Clone(all), func(g gate) bool {
		return slices.ContainsFunc(keep, func(k gate) bool { return k.name == g.name })
	})
	return slices.Concat(keep, t.fewer(keep, some))
}

// fewer leaves out of some what is not needed beside others.
func (t *trials) fewer(keep, some []gate) []gate {
	for size := (len(some) + 1) / 2; size > 0; size /= 2 {
		for i := 0; i < len(some); {
			if time.Now().After(t.until) || t.ctx.Err() != nil {
				return some
			}
			fewer := slices.Concat(some[:i], some[min(i+size, len(some)):])
			if t.try(slices.Concat(keep, fewer)) {
				some = fewer
			} else {
				i += size
			}
		}
		if size == 1 {
			break
		}
	}
	return some
}
