package explain

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Size measures how hard a failing schedule is to read, the most important number first.
type Size struct {
	Preemptions int // see deviations
	Steps       int // up to the failure
	Tasks       int // that make a step
	Switches    int // steps of another task than the one before
}

// Less reports whether a schedule of size s is easier to read.
func (s Size) Less(than Size) bool {
	switch {
	case s.Preemptions != than.Preemptions:
		return s.Preemptions < than.Preemptions
	case s.Steps != than.Steps:
		return s.Steps < than.Steps
	case s.Tasks != than.Tasks:
		return s.Tasks < than.Tasks
	}
	return s.Switches < than.Switches
}

// Minimised is a failing schedule made smaller.
type Minimised struct {
	Decisions  []checker.Decision
	Size, From Size
	Runs       int // executions that it took
}

// Judgement is what an execution has come to, beside a failure in question.
type Judgement int

// The judgements.
const (
	Undecided Judgement = iota // it was cut, or has met what nobody controls
	Fails                      // as the failure in question
	FailsOtherwise
	Passes
)

// Judge tells what an execution has come to.
type Judge func(*checker.Replayed) Judgement

// Minimise looks for a smaller schedule that fails as the given one does:
// fewest preemptions, then fewest steps, then fewest tasks. The options are
// those of the exploration; Executions and Deadline bound the search. Every
// schedule that it considers is executed, so the result is one that fails. nil:
// the schedule given did not fail when it was executed again.
//
// The moves, until none helps any more:
//
//   - another order of the same trace, in which tasks run for as long as they can;
//   - leave the rest to the default scheduler, from some step on;
//   - undo a preemption: what the task did next comes before what others did, or
//     what it had done comes after, or the task goes on as far as it can;
//   - leave out a task, or a run of steps, for as long as others can go on.
//
// They find a local minimum. That there is none with fewer preemptions is then
// tried by exploring all executions with 0, 1, 2, … of them (dfs/bounded.go).
func Minimise(p checker.Program, decisions []checker.Decision, o checker.Options, judge Judge) *Minimised {
	x := &engine.Exploration{Program: p, Options: o}
	begun := x.LeaveOut(len(decisions))
	x.Begin()
	m := &minimiser{runner: runner{x: x, run: newGuided(x.Traced()), judge: judge}}
	if !m.try(begun.Short(decisions)) {
		return nil
	}
	from := m.best.size
	m.descend()
	m.fewerPreemptions()
	smaller := &Minimised{Decisions: begun.Whole(m.best.decisions), Size: m.best.size, From: from, Runs: int(m.runs)}
	smaller.Size.Steps, smaller.From.Steps = begun.Step(m.best.size.Steps), begun.Step(from.Steps)
	return smaller
}

// runner executes plans, and has the outcome judged.
type runner struct {
	x     *engine.Exploration
	run   *guided
	judge Judge
	runs  int64 // Options.Executions bounds them
}

// minimiser is the state of Minimise.
type minimiser struct {
	runner
	best schedule
}

// schedule is one that fails.
type schedule struct {
	decisions []checker.Decision
	spent     []int // preemptions by step
	size      Size
}

// over says whether the search has to end.
func (r *runner) over() bool {
	return r.x.Late(engine.LateWork) || r.x.Options.Executions > 0 && r.runs >= r.x.Options.Executions
}

// execute runs a plan under demands. made is how many steps it took up to the
// failure, if it fails.
func (r *runner) execute(plan []checker.Decision, demands ...demand) (made int, j Judgement) {
	r.runs++
	r.run.begin(plan, demands)
	out := r.x.Run(r.run)
	if r.run.stuck {
		return 0, Undecided
	}
	judged := &checker.Replayed{Outcome: out, Decisions: r.x.Driver.Decisions, Diverged: -1, Truncated: r.x.Driver.Cut}
	j = r.judge(judged)
	made = len(r.x.Driver.Decisions)
	if f := judged.Outcome.Failure; j == Fails && f != nil && f.At > 0 {
		made = min(made, f.At+1)
	}
	return made, j
}

// try runs a plan, and keeps what it led to if that fails and is smaller.
func (m *minimiser) try(plan []checker.Decision) bool {
	if m.best.decisions != nil && m.over() {
		return false
	}
	steps, j := m.execute(plan)
	if j != Fails {
		return false
	}
	s := schedule{m.x.Driver.Decisions[:steps], m.run.spent[:steps], Size{Steps: steps}}
	s.measure()
	if m.best.decisions != nil && !s.size.Less(m.best.size) {
		return false
	}
	s.decisions, s.spent = slices.Clone(s.decisions), slices.Clone(s.spent)
	m.best = s
	return true
}

// measure fills in the size.
func (s *schedule) measure() {
	tasks := map[checker.Task]bool{}
	for i, d := range s.decisions {
		tasks[d.Task] = true
		if i > 0 && d.Task != s.decisions[i-1].Task {
			s.size.Switches++
		}
	}
	s.size.Tasks = len(tasks)
	if n := len(s.spent); n > 0 {
		s.size.Preemptions = s.spent[n-1]
	}
}

// descend makes moves until none helps.
func (m *minimiser) descend() {
	for better := true; better && !m.over(); {
		better = m.reorder()
		better = m.truncate() || better
		better = m.merge() || better
		better = m.leaveOut() || better
	}
}

// reorder tries other orders of the trace.
func (m *minimiser) reorder() bool {
	better := false
	for _, helping := range []bool{false, true} {
		if m.over() {
			break
		}
		m.execute(m.best.decisions) // for its trace
		m.run.trace.Finish(false)
		better = m.try(runsOf(m.run.trace, helping)) || better
	}
	return better
}

// runsOf is an order of the trace's events in which each task goes on for as long
// as it can. Where it cannot, the task of the earliest event goes on or, if
// helping, of the earliest event that it waits for.
func runsOf(t *trace.Trace, helping bool) []checker.Decision {
	done := make(flat.Set, t.Words)
	next := make([]int32, len(t.Tasks)) // the next event of each task
	for i := range next {
		next[i] = eventWith(t, int32(i), 0)
	}
	ready := func(e int32) bool {
		for _, f := range t.PredsOf(e) {
			if !done.Has(f) {
				return false
			}
		}
		return true
	}
	var order []checker.Decision
	first, task := int32(0), int32(-1)
	for len(order) < len(t.Events) {
		for done.Has(first) {
			first++
		}
		e := int32(-1)
		if task >= 0 {
			e = next[task]
		}
		if e < 0 || !ready(e) {
			missing := first
			if helping && e >= 0 {
				past := t.HistOf(e)
				for f := past.Next(first); f >= 0; f = past.Next(f + 1) {
					if f != e && !done.Has(f) {
						missing = f
						break
					}
				}
			}
			e = missing
		}
		ev := &t.Events[e]
		order = append(order, ev.Decision)
		done.Add(e)
		task = ev.Task
		for _, u := range [2]int32{ev.Task, ev.Task2} {
			if u >= 0 {
				next[u] = eventWith(t, u, e+1)
			}
		}
	}
	return order
}

// eventWith is the first event of the task from there on, or -1.
func eventWith(t *trace.Trace, task, from int32) int32 {
	for e := from; int(e) < len(t.Events); e++ {
		if t.Events[e].Task == task || t.Events[e].Task2 == task {
			return e
		}
	}
	return -1
}

// truncate looks for the shortest beginning after which the default scheduler
// comes to the failure by itself. It supposes that longer ones do, too.
func (m *minimiser) truncate() bool {
	better := false
	low, high := 0, len(m.best.decisions)
	full := m.best.decisions
	for low < high && !m.over() {
		mid := (low + high) / 2
		if _, j := m.execute(full[:mid]); j == Fails {
			high = mid
			better = m.try(full[:mid]) || better
		} else {
			low = mid + 1
		}
	}
	return better
}

// merge tries to undo preemptions, the last one first: less depends on it.
func (m *minimiser) merge() bool {
	better := false
	for i := len(m.best.decisions) - 1; i > 0 && !m.over(); i-- {
		d, spent := m.best.decisions, m.best.spent
		if i >= len(d) || spent[i] == spent[i-1] {
			continue
		}
		task := d[i-1].Task
		start := i - 1 // of the task's present run
		for start > 0 && d[start-1].Task == task {
			start--
		}
		again, end := i, i // its next one
		for again < len(d) && d[again].Task != task {
			again++
		}
		for end = again; end < len(d) && d[end].Task == task; end++ {
		}
		found := m.try(plan(d[:i], d[again:end], d[i:again], d[end:])) ||
			m.try(plan(d[:start], d[i:again], d[start:i], d[again:])) ||
			m.try(plan(d[:i], []checker.Decision{{Task: task, Choice: onward}}, d[i:])) ||
			m.try(plan(d[:start], d[i:]))
		better = better || found
	}
	return better
}

// plan puts parts of a schedule together.
func plan(parts ...[]checker.Decision) []checker.Decision {
	var all []checker.Decision
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// leaveOut tries to do without tasks, and without runs of steps.
func (m *minimiser) leaveOut() bool {
	better := false
	var tasks []checker.Task
	for _, d := range m.best.decisions {
		if !slices.Contains(tasks, d.Task) {
			tasks = append(tasks, d.Task)
		}
	}
	for _, task := range tasks {
		if m.over() {
			return better
		}
		var rest []checker.Decision
		for _, d := range m.best.decisions {
			if d.Task != task {
				rest = append(rest, d)
			}
		}
		better = len(rest) < len(m.best.decisions) && m.try(rest) || better
	}
	for end := len(m.best.decisions); end > 0 && !m.over(); {
		d := m.best.decisions
		end = min(end, len(d))
		start := end - 1
		for start > 0 && d[start-1].Task == d[end-1].Task {
			start--
		}
		better = m.try(plan(d[:start], d[end:])) || better
		end = start
	}
	return better
}

// fewerPreemptions explores the executions with no more than 0, 1, 2, …
// preemptions, as long as that is fewer than the best has.
func (m *minimiser) fewerPreemptions() {
	for k := 0; k < m.best.size.Preemptions && !m.over(); k++ {
		o := m.x.Options
		o.Algorithm, o.Preemptions, o.Delays, o.KeepGoing, o.CountRedundant = "bounded", &k, nil, true, false
		if o.Executions > 0 {
			o.Executions -= m.runs
		}
		var found []checker.Decision
		o.OnExecution = func(p *checker.Progress) bool {
			m.runs++
			if m.judge(&checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1}) == Fails {
				found = append([]checker.Decision(nil), p.Decisions...)
			}
			return found == nil
		}
		if _, err := explore.Run(m.x.Program, o); err != nil || found == nil {
			continue
		}
		if m.try(found) {
			m.descend()
		}
		return
	}
}
