package testbin

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	rt "gocheck.dev/runtime"
)

// served is a driver that gets its work from the command, piece by piece
// (wire.Command), so that several processes share the tests of a binary and the
// exploration of one test.
type served struct {
	d    *driver
	work chan wire.Command // closed when there will be no more
	run  *testRun          // of the test that was worked on last

	give       atomic.Pointer[wire.Command] // a part of the piece of work is wanted
	stop, over atomic.Int64                 // the piece of work that is to be ended, that is over,
	early      atomic.Int64                 // that is to leave time for phases
	late       atomic.Pointer[lateness]     // whose test has no more time
	mail       mailbox
	hold       atomic.Int64  // nothing is to be executed: the serial of the command; 0: go on
	on         chan struct{} // what is held goes on
	keep, gone atomic.Bool   // what is left is to be said; there is nobody to say it to
}

// serve works until there is nothing more to do.
func (d *driver) serve(selected []rt.Test) {
	s := &served{d: d, work: make(chan wire.Command), on: make(chan struct{}, 1), mail: mailbox{came: make(chan struct{}, 1)}}
	d.serving = s
	stdin, _, _ := rt.StandardFiles()
	in := *stdin
	if null, err := os.Open(os.DevNull); err == nil {
		*stdin = *null // the program's, which is none of the commands'
	}
	go s.listen(&in)
	if ms := d.cfg.KeepMS; ms > 0 {
		go func() {
			for range time.Tick(time.Duration(ms) * time.Millisecond) {
				s.keep.Store(true)
			}
		}()
	}
	for c := range s.work {
		for _, t := range selected {
			if t.Name == c.Test {
				s.do(t, &c)
			}
		}
	}
	s.release()
}

// listen takes commands, of which some are about the work in hand.
func (s *served) listen(in io.Reader) {
	defer func() {
		s.gone.Store(true)
		s.hold.Store(0)
		close(s.on)
		close(s.work)
	}()
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var c wire.Command
		if err := json.Unmarshal(line, &c); err != nil {
			return
		}
		switch c.Do {
		case wire.DoGive:
			s.give.Store(&c)
		case wire.DoLetters:
			s.mail.put(&c)
		case wire.DoOver:
			s.over.Store(c.Serial)
			s.mail.wake()
		case wire.DoEarly:
			s.early.Store(c.Serial)
		case wire.DoLate:
			s.late.Store(&lateness{c.Serial, time.Now()})
		case wire.DoStop:
			s.stop.Store(c.Serial)
		case wire.DoHold:
			s.hold.Store(c.Serial)
		case wire.DoOn:
			s.hold.Store(0)
			select {
			case s.on <- struct{}{}:
			default:
			}
		case wire.DoJoin:
			s.mail.put(&c)
			fallthrough
		default:
			s.work <- c
		}
	}
}

func (s *served) release() {
	if s.run != nil {
		s.run.x.Release()
		s.run = nil
	}
}

// do is a piece of work.
func (s *served) do(t rt.Test, c *wire.Command) {
	if s.run == nil || s.run.test.Name != t.Name || c.File != "" { // which needs the numbers of tasks
		s.release()
		s.run = newTestRun(s.d, t)
	}
	r := s.run
	r.renew()
	r.budgetMS = c.BudgetMS
	s.d.dog.watch(r)
	defer s.d.dog.watch(nil)
	s.d.reads.begin()
	var result *wire.Result
	takes := func() { r.served, r.serial, r.store, r.stopped = s, c.Serial, c.Store, c.Stopped }
	switch c.Do {
	case wire.DoExplore:
		takes()
		result = r.explore()
	case wire.DoWhole:
		takes()
		r.alone = true
		result = r.whole()
	case wire.DoPart:
		takes()
		r.seenClean, r.seenLeaks = c.Clean, c.Leaks
		result = r.part(c)
	case wire.DoJoin:
		r.served, r.serial = s, c.Serial
		r.becomeOwner()
		result = r.part(c)
	case wire.DoConclude:
		result = r.concluded(c)
	case wire.DoVerify:
		r.send(wire.Message{Type: "unit", Unit: &wire.Unit{Over: true, Sum: wire.Sum{Failed: r.verify(c.Schedules)}}})
	}
	if result != nil {
		r.send(wire.Message{Type: "result", Result: result})
	}
}

// renew makes the run fit for another piece of work on the same test: names of
// tasks stay. The first execution of each piece is repeated, as that of a test:
// where the test was found not to be the same again, that is looked for anew.
func (r *testRun) renew() {
	*r.memory = stability{}
	r.x.Last().Uncontrolled, r.x.Known.Ends, r.x.Known.Pools, r.x.Known.Chance = nil, 0, false, 0
	r.x.Chance, r.phased = chanceOf(&r.cfg), phased{}
	r.start, r.failing, r.failed, r.waits = time.Now(), 0, false, nil
	r.accounts, r.unstable, r.diverged, r.said = accounts{}, nil, nil, nil
	r.deadlock, r.restart, r.everyFails, r.names = false, false, false, names{}
	r.x.Known.Notes = nil
	r.piece, r.sequences = piece{}, sequences{}
	r.progress.Store(nil)
}

// holdOn waits, between two executions, as long as another process is to be alone.
func (s *served) holdOn(r *testRun) {
	if s == nil {
		return
	}
	said, overdue := int64(0), r.overdue.Load()
	for n := s.hold.Load(); n != 0; n = s.hold.Load() {
		if n != said { // it may be told to go on and to wait again before it notices
			said = n
			r.overdue.Store(0)
			s.d.out.send(wire.Message{Type: "held", Serial: n})
		}
		<-s.on
	}
	if said != 0 && overdue != 0 {
		r.overdue.Store(max(overdue, time.Now().Add(overrun).UnixNano()))
	}
}

// between looks at what the command wants, between two executions.
func (r *testRun) between(d checker.Divided) {
	s := r.served
	if r.alone && !d.Whole() {
		return // what is left now would be divided
	}
	if r.ends() {
		d.Stop()
		return
	}
	if r.owner != nil {
		r.exchange(d)
	}
	switch g := s.give.Load(); {
	case g == nil || g.Serial != r.serial:
	case d.Whole():
		r.split(d, g)
	default:
		if p := d.Give(); p != nil {
			s.give.CompareAndSwap(g, nil)
			r.given = true
			res := d.Result()
			r.send(wire.Message{Type: "unit", Unit: &wire.Unit{Gave: p.Encode(), Rest: d.Rest().Encode(), Sum: r.sum(&res)}})
			return
		}
	}
	if (!d.Whole() || r.leisure()) && s.keep.CompareAndSwap(true, false) {
		res := d.Result()
		u := &wire.Unit{Sum: r.sum(&res)}
		r.leave(u, d.Rest())
		r.send(wire.Message{Type: "unit", Unit: u})
	}
}

// part explores a part of the test.
func (r *testRun) part(c *wire.Command) (result *wire.Result) {
	defer r.ownFault(&result)
	part, err := partOf(c)
	if err != nil {
		return &wire.Result{Verdict: "error", Reason: err.Error()}
	}
	r.x.Known.Ends, r.x.Known.Pools = c.Ends, c.Pools
	r.names.forgotten = part.UpToNames()
	o := r.firstOptions()
	o.Part, o.Between, o.Wait = part, r.between, r.wait
	res, err := r.search(o)
	if err != nil {
		return &wire.Result{Verdict: "error", Reason: err.Error()}
	}
	r.over(res)
	return nil
}

// over says what has come of the piece of work.
func (r *testRun) over(res *checker.Result) {
	u := &wire.Unit{Over: true, Sum: r.sum(res)}
	if r.owner != nil {
		u.Sum.Bound = r.owner.bound(r, res)
	} else if res.Rest != nil {
		if r.leave(u, res.Rest); u.Rest != nil {
			u.Sum.Bound = res.Besides
		} else if res.Bound == "stopped" {
			u.Sum.Bound = "interrupted" // it was the command's wish
		}
	}
	r.send(wire.Message{Type: "unit", Unit: u})
}

// whole explores the test from its beginning, by itself.
func (r *testRun) whole() (result *wire.Result) {
	defer r.ownFault(&result)
	o := r.firstOptions()
	if r.store != "" && explore.Keepable(&o) {
		o.Between = r.between
	}
	res, err := r.search(o)
	switch {
	case err != nil:
		return &wire.Result{Verdict: "error", Reason: err.Error()}
	case res.Rest != nil && res.Rest.Whole():
		r.over(res)
		return nil
	}
	return r.conclude(res)
}

// concluded reports what the parts of the test have come to.
func (r *testRun) concluded(c *wire.Command) (result *wire.Result) {
	defer r.ownFault(&result)
	if c.Probe {
		r.x.Known.Ends, r.x.Known.Pools = c.Sum.Ends, c.Sum.Pools
		if explore.ProbesFail(r.x, r.options(), c.Sum.Executions, c.Sum.Events) {
			r.renew()
			return r.whole()
		}
	}
	res, err := r.restore(c.Sum)
	if err != nil {
		return &wire.Result{Verdict: "error", Reason: err.Error()}
	}
	return r.conclude(res)
}

// foundData is what the binary keeps of a failing execution for itself: numbers
// of tasks mean nothing in another process.
type foundData struct {
	Failure   checker.Failure
	Tasks     []string
	Decisions []checker.Decision
}

func (r *testRun) found(f *checker.Found) wire.Found {
	failure := f.Failure
	wording.Complete(&failure, r.x)
	data := foundData{Failure: failure, Tasks: r.x.TaskNames(), Decisions: f.Decisions}
	text, err := json.Marshal(data)
	if err != nil {
		panic(fmt.Sprintf("encoding a failure: %v", err)) // of strings and numbers
	}
	return wire.Found{Kind: failure.Kind, Message: failure.Message, Pos: failure.Pos, Execution: f.Execution, By: f.By, Data: text}
}

func (r *testRun) foundAgain(w *wire.Found) (checker.Found, error) {
	var data foundData
	if err := json.Unmarshal(w.Data, &data); err != nil {
		return checker.Found{}, fmt.Errorf("decoding a failure: %w", err)
	}
	var tasks []*checker.Task
	for i := range data.Decisions {
		tasks = append(tasks, &data.Decisions[i].Task, &data.Decisions[i].Partner)
	}
	if race := data.Failure.Race; race != nil {
		tasks = append(tasks, &race.First.Task, &race.Second.Task)
	}
	for _, t := range tasks {
		switch {
		case *t == checker.NoTask:
		case int(*t) >= len(data.Tasks):
			return checker.Found{}, fmt.Errorf("decoding a failure: it has no task %d", *t)
		default:
			*t = r.x.TaskNamed(data.Tasks[*t])
		}
	}
	return checker.Found{Failure: data.Failure, Decisions: data.Decisions, Execution: w.Execution, By: w.By}, nil
}

// sum is what the run has come to as data.
func (r *testRun) sum(res *checker.Result) wire.Sum {
	s := wire.Sum{
		Executions: res.Executions, Blocked: res.Blocked, Redundant: res.Redundant, Repeated: res.Repeated, Failing: res.Failing,
		Truncated: res.Truncated, CutShort: res.CutShort, Alone: res.Alone, Events: res.Events, Way: wire.Way{Algorithm: res.Algorithm, UpToNames: res.UpToNames}, Bound: res.Bound, Estimate: wire.Number(res.Estimate),
		Longest: int(r.longest), Again: r.restart, Failed: r.failed, Early: r.early(res), Met: r.x.Known.Met,
		Left: wire.Left{Leaks: r.leaks, Clean: r.clean}, Tally: wire.Tally{Tallied: r.tally.all, Outcomes: r.tally.raw(), More: r.tally.more},
	}
	if s.Estimate == 0 && r.given {
		s.Estimate = wire.Number(r.estimate) // there is more, elsewhere
	}
	s.Orders = ordersOf(res.Orders)
	for _, by := range res.Sampled {
		s.Sampled = append(s.Sampled, wire.Sampled(by))
	}
	if res.Refusal != nil {
		s.Refused = &wire.Place{What: res.Refusal.What, Pos: res.Refusal.Pos}
	}
	if n := r.x.Last().Uncontrolled; n != nil {
		s.Outside = &wire.Place{What: n.What, Site: int(n.Site)}
	}
	if r.unstable != nil {
		f := r.found(&checker.Found{Failure: *r.unstable, Execution: res.Executions})
		s.Unstable = &f
	}
	for i := range res.Failures {
		s.Failures = append(s.Failures, r.found(&res.Failures[i]))
	}
	for i := range res.Aside {
		s.Aside = append(s.Aside, r.found(&res.Aside[i]))
	}
	if r.leaking != nil {
		f := r.found(r.leaking)
		s.Leaking = &f
	}
	for _, c := range r.inverted.order {
		k := wire.Cycle{Warning: r.inverted.warnings[c]}
		for _, site := range c {
			k.Key = append(k.Key, int(site))
		}
		s.Cycles = append(s.Cycles, k)
	}
	s.Properties = slices.Clone(r.x.Known.Properties)
	s.Notes, s.Skips, s.Skip, s.Subtests = r.x.Known.Notes, r.skips.n, r.skips.first, r.subtests.first
	return s
}

// restore makes the run what a sum says.
func (r *testRun) restore(s *wire.Sum) (*checker.Result, error) {
	res := &checker.Result{
		Algorithm: s.Algorithm, UpToNames: s.UpToNames, Exhaustive: s.Bound == "", Bound: s.Bound, Executions: s.Executions, Blocked: s.Blocked, Redundant: s.Redundant,
		Repeated: s.Repeated, Failing: s.Failing, Truncated: s.Truncated, CutShort: s.CutShort, Alone: s.Alone, Events: s.Events,
	}
	if !res.Exhaustive {
		res.Estimate, r.orders = float64(s.Estimate), s.Orders
		for _, by := range s.Sampled {
			res.Sampled = append(res.Sampled, checker.Sampled(by))
		}
	}
	r.longest, r.leaks, r.clean, r.failed, r.phased.early = rt.Site(s.Longest), s.Leaks, s.Clean, s.Failed, s.Early
	r.x.Known.Ends, r.x.Known.Pools, r.x.Known.Chance = s.Ends, s.Pools, s.Chance
	r.x.Known.Overtakes, r.x.Known.Bubbles, r.x.Known.Works, r.x.Known.Outpaced = s.Overtakes, s.Bubbles, s.Works, s.Outpaced
	r.tally.restore(s.Tallied, s.Outcomes, s.More)
	if s.Refused != nil {
		res.Refusal = &checker.Refusal{Algorithm: s.Algorithm, What: s.Refused.What, Pos: s.Refused.Pos}
	}
	if s.Outside != nil {
		r.waits = &rt.Uncontrolled{What: s.Outside.What, Site: rt.Site(s.Outside.Site)}
	}
	for i := range s.Failures {
		f, err := r.foundAgain(&s.Failures[i])
		if err != nil {
			return nil, err
		}
		res.Failures = append(res.Failures, f)
	}
	for i := range s.Aside {
		f, err := r.foundAgain(&s.Aside[i])
		if err != nil {
			return nil, err
		}
		if !res.Exhaustive && !slices.ContainsFunc(res.Failures, func(g checker.Found) bool { return g.Failure.Same(&f.Failure) }) {
			res.Failing++
			res.Failures = append(res.Failures, f)
		}
	}
	if s.Leaking != nil {
		f, err := r.foundAgain(s.Leaking)
		if err != nil {
			return nil, err
		}
		r.leaking, r.under = &f, r.x.Chance
	}
	for _, c := range s.Cycles {
		var k rt.Cycle
		for i := range min(len(k), len(c.Key)) {
			k[i] = checker.Pos(c.Key[i])
		}
		if r.inverted.warnings == nil {
			r.inverted.warnings = map[rt.Cycle]wire.Warning{}
		}
		r.inverted.warnings[k] = c.Warning
		r.inverted.order = append(r.inverted.order, k)
	}
	r.x.Known.Properties = slices.Clone(s.Properties)
	r.x.Known.Notes, r.skips, r.subtests = s.Notes, skips{s.Skips, s.Skip}, subtests{true, s.Subtests}
	return res, nil
}
