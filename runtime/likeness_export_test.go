package runtime

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// Alikes is what ComparedUpToNames has seen.
type Alikes struct {
	Programs, Fewer, Apart, Traces, Executions int
}

// ComparedUpToNames explores a program with and without Options.Symmetry. Both have to come to the
// same; and of the traces of which one is another one after an exchange of two goroutines that are
// alike, one has to be executed.
func ComparedUpToNames(set Settings, s Site, p program, limit int, sum *Alikes) error {
	set.Symmetry = true
	var reports []string
	w, _ := watched(newExecution(among(set), func() {
		reports = nil
		p(s, func(format string, args ...any) { reports = append(reports, fmt.Sprintf(format, args...)) })
	}), "")
	x := w.Program.(*Execution)
	defer x.Release() // thousands of parked goroutines make each collection of garbage slow
	said := func(pr *checker.Progress) string {
		sort.Strings(reports)
		text := strings.Join(reports, " ") + x.Last().Observed
		if f := pr.Outcome.Failure; f != nil {
			text += " " + f.Kind
		}
		return text
	}
	explored := func(o checker.Options) (traces map[string][]checker.Decision, outcomes map[string]bool, res *checker.Result, err error) {
		begin := func() { traces, outcomes = map[string][]checker.Decision{}, map[string]bool{} }
		begin()
		var twice error
		o.KeepGoing, o.Steps, o.Executions, o.Races = true, 200, int64(limit), set.Races == RacesReport
		o.OnRestart = begin
		o.OnExecution = func(pr *checker.Progress) bool {
			if traces[w.last] != nil {
				twice = fmt.Errorf("explored twice: %v", pr.Decisions)
			}
			traces[w.last] = slices.Clone(pr.Decisions)
			outcomes[said(pr)] = true
			return true
		}
		if res, err = explore.Run(w, o); err == nil {
			err = twice
		}
		return traces, outcomes, res, err
	}
	all, want, whole, err := explored(checker.Options{Algorithm: "closure"})
	if err != nil || !whole.Exhaustive {
		return err
	}
	some, got, res, err := explored(checker.Options{Symmetry: true})
	if err != nil {
		return err
	}
	if !res.Exhaustive {
		return fmt.Errorf("not exhaustive: %s", res.Bound)
	}
	for o := range want {
		if !got[o] {
			return fmt.Errorf("missed: %q", o)
		}
	}
	for o := range got {
		if !want[o] {
			return fmt.Errorf("not without names: %q", o)
		}
	}
	var apart []string
	if apart = res.Apart; !res.UpToNames && len(some) != len(all) {
		return fmt.Errorf("%d of %d traces, and nobody is alike", len(some), len(all))
	} else if res.UpToNames {
		if err := w.orbits(x, all, some, apart); err != nil {
			return err
		}
	}
	sum.Programs++
	sum.Traces += len(all)
	sum.Executions += len(some)
	if len(some) < len(all) {
		sum.Fewer++
	}
	if len(apart) > 0 {
		sum.Apart++
	}
	return nil
}

// orbits demands that of all traces that are one but for names some has one. Those of apart, and
// those after them, are not alike.
func (p *traced) orbits(x *Execution, all, some map[string][]checker.Decision, apart []string) error {
	like := map[string]string{}
	root := func(k string) string {
		for like[k] != "" {
			k = like[k]
		}
		return k
	}
	for key, ds := range all {
		g := &grouped{Execution: x}
		if out := explore.Replay(g, ds, checker.Options{}, nil); out.Diverged >= 0 {
			return fmt.Errorf("an execution cannot be made again: %v", ds)
		}
		for _, b := range g.blocks {
			if slices.Contains(apart, x.TaskName(b.members[0])) || len(b.members) < 2 {
				continue
			}
			for i := range b.members[1:] {
				ds := b.exchanged(ds, b.members[i], b.members[i+1], x)
				if out := explore.Replay(p, ds, checker.Options{}, nil); out.Diverged >= 0 || len(out.Decisions) != len(ds) || all[p.last] == nil {
					return fmt.Errorf("%s and the next one are not alike: %v", x.TaskName(b.members[i]), ds)
				}
				if a, b := root(key), root(p.last); a != b {
					like[a] = b
				}
			}
		}
	}
	orbits, explored := map[string]bool{}, map[string]bool{}
	for key := range all {
		orbits[root(key)] = true
	}
	for key, ds := range some {
		if all[key] == nil || explored[root(key)] {
			return fmt.Errorf("explored twice, under two names, or no trace: %v", ds)
		}
		explored[root(key)] = true
	}
	if len(explored) != len(orbits) {
		return fmt.Errorf("%d of %d traces up to names", len(explored), len(orbits))
	}
	return nil
}

// grouped is an execution that notes which goroutines are started alike, by their creators in one
// go each.
type grouped struct {
	*Execution
	blocks []alikeBlock
}

type alikeBlock struct {
	by       checker.Task
	from, to int // decisions
	members  []checker.Task
}

func (g *grouped) Run(s checker.Scheduler) checker.Outcome {
	g.blocks = nil
	return g.Execution.Run(&groups{s, g, 0})
}

type groups struct {
	checker.Scheduler
	g *grouped
	n int
}

func (w *groups) Did(st checker.State, ev *checker.Event) {
	if ev.Child != checker.NoTask {
		i := slices.IndexFunc(w.g.blocks, func(b alikeBlock) bool { return b.by == ev.Task && b.to >= 0 })
		switch {
		case ev.Op.Alike && i >= 0:
			b := &w.g.blocks[i]
			b.members, b.to = append(b.members, ev.Child), w.n
		case i >= 0:
			// The block is over: nothing is added to it any more.
			w.g.blocks[i].by = checker.NoTask
			fallthrough
		default:
			w.g.blocks = append(w.g.blocks, alikeBlock{ev.Task, w.n, w.n, []checker.Task{ev.Child}})
		}
	}
	w.n++
	w.Scheduler.Did(st, ev)
}

// exchanged are the decisions with the group's creation in one go, and two of it exchanged.
func (b *alikeBlock) exchanged(ds []checker.Decision, one, other checker.Task, x *Execution) []checker.Decision {
	creator := ds[b.from].Task
	swap := func(t checker.Task) checker.Task {
		if t == checker.NoTask {
			return t
		}
		name, a, c := x.TaskName(t), x.TaskName(one), x.TaskName(other)
		for _, pair := range [][2]string{{a, c}, {c, a}} {
			if rest, ok := strings.CutPrefix(name, pair[0]); ok && (rest == "" || rest[0] == '/') {
				return x.TaskNamed(pair[1] + rest)
			}
		}
		return t
	}
	var block, rest []checker.Decision
	for i, d := range ds[b.from:] {
		if i += b.from; i <= b.to && d.Task == creator {
			block = append(block, d)
		} else {
			d.Task, d.Partner = swap(d.Task), swap(d.Partner)
			rest = append(rest, d)
		}
	}
	return slices.Concat(ds[:b.from], block, rest)
}
