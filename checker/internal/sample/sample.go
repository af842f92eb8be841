package sample

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Sampler is what distinguishes the ways to sample.
type Sampler interface {
	// Begin prepares another execution. longest is the length of the longest one
	// before it in its block that counts; 0: there is none.
	Begin(d *engine.Driver, longest int)
	// Pick chooses one of the enabled decisions, of which there are two at least.
	Pick(st checker.State, enabled []checker.Decision) checker.Decision
	// Did sees every event, also one that was without alternative.
	Did(d *engine.Driver, st checker.State, ev *checker.Event)
	// Counts says whether the execution that was made shows how long they are.
	Counts() bool
}

// Learner is a Sampler that learns from the executions before it in a block.
type Learner interface{ Learns() }

// block is how many executions learn from one another. So an execution is a
// function of the seed, its number and the others of its block: blocks can be
// explored by themselves.
const block = 128

// chance begins the source of random numbers anew, for the execution with the number n. It is a
// function of Options.Seed in every version of Go, and so are the executions.
func chance(source *rand.PCG, seed, n uint64) {
	// Neighbours get seeds that have nothing in common (the finaliser of SplitMix64).
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	source.Seed(seed, n^n>>31)
}

// By makes executions until a bound is met, or until it turns out that the
// program has but one.
func By(x *engine.Exploration, how func(*rand.Rand) Sampler) {
	s := &sampling{x: x, source: rand.NewPCG(0, 0), samples: samples{end: -1}}
	s.walker = newWalker(how, s.source)
	if x.Options.Executions > 0 {
		s.end = x.Options.Executions
	}
	if p := x.Part; p != nil {
		s.samples = *p.Work.(*samples)
	}
	x.Options.Executions = 0 // of all parts
	if x.Options.CountRedundant {
		s.trace = x.Traced()
	}
	s.relearn()
	for {
		if x.Options.Between != nil {
			x.Options.Between(&engine.Division{Of: s})
		}
		if s.at == s.end {
			x.Stop("executions")
		}
		if x.Stopped != "" {
			break
		}
		if s.execute(); x.Void {
			x.Stop("sampling") // there was no choice, or there is no time
		}
	}
	if x.Options.Between != nil && (x.Stopped == "time" || s.ended) {
		x.Rest = s.Rest()
	}
}

// relearn makes those of the first execution's block again that came before it, if they have
// taught anything: another process has counted them.
func (s *sampling) relearn() {
	if _, learns := s.how.(Learner); !learns {
		return
	}
	x, events := s.x, s.x.Result.Events
	s.longest = 0
	for n := s.at - s.at%block; n < s.at && x.Stopped == "" && !x.Late(1); n++ {
		s.run(n)
	}
	x.Result.Events = events
}

// run makes the execution with the number n.
func (s *sampling) run(n int64) checker.Outcome {
	x, d := s.x, &s.x.Driver
	if n%block == 0 {
		s.longest = 0
	}
	chance(s.source, x.Options.Seed, uint64(n))
	s.begin(d, s.longest)
	out := x.Run(x.Orders.Over(s, n+1))
	if !x.Void {
		x.Orders.Sampled()
	}
	if !x.Void && !d.Cut && s.how.Counts() {
		s.longest = max(s.longest, len(d.Decisions))
	}
	return out
}

// execute makes the next execution.
func (s *sampling) execute() {
	x := s.x
	out := s.run(s.at)
	if x.Void {
		return
	}
	s.at++
	if s.trace != nil {
		x.Recognise(s.trace)
	}
	x.Count(out)
	if !s.choices {
		x.Stop("sampling")
	}
}

// Exploration implements divided.
func (s *sampling) Exploration() *engine.Exploration { return s.x }

// Rest implements divided.
func (s *sampling) Rest() *engine.Part { left := s.samples; return &engine.Part{Work: &left} }

// Give implements divided: half of what is to be made, in whole blocks. Of what
// has no end, the giver keeps little, as it has to come to the end of that before a
// failure in what it has given is the first one.
func (s *sampling) Give() *engine.Part {
	from := s.at + s.at/8
	if s.end >= 0 {
		from = s.at + (s.end-s.at)/2
	}
	from += block - from%block
	if s.at == 0 || s.end >= 0 && from >= s.end {
		return nil // or it is not known yet whether there are choices
	}
	part := &engine.Part{Work: &samples{at: from, end: s.end}}
	s.end = from
	return part
}

// Stop implements divided.
func (s *sampling) Stop() {
	s.ended = s.x.Stopped == ""
	s.x.Stop("stopped")
}

// sampling is the strategy of all samplers.
type sampling struct {
	samples
	walker
	x      *engine.Exploration
	source *rand.PCG
	ended  bool         // by Divided.Stop
	trace  *trace.Trace // nil: nobody asks for redundant executions
}

// walker is the strategy of an execution by a sampler.
type walker struct {
	how     Sampler
	enabled []checker.Decision
	choices bool // there were two enabled decisions somewhere in this execution
	faults  faults
}

func newWalker(how func(*rand.Rand) Sampler, source rand.Source) walker {
	r := rand.New(source)
	return walker{how: how(r), faults: faults{r: r}}
}

func (w *walker) begin(d *engine.Driver, longest int) {
	w.choices = false
	w.faults.begin(longest)
	w.how.Begin(d, longest)
}

// Next implements engine.Strategy.
func (s *sampling) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	if s.trace != nil && len(d.Decisions) == 0 {
		s.trace.Reset()
		s.trace.Begin(st)
	}
	return s.walker.Next(d, st)
}

// Did implements engine.Strategy.
func (s *sampling) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	s.walker.Did(d, st, ev)
	if s.trace != nil {
		s.trace.Record(st, ev)
	}
}

// Next implements engine.Strategy.
func (w *walker) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	w.enabled = w.enabled[:0]
	for _, t := range st.Tasks() {
		w.enabled = st.Decisions(t, w.enabled)
	}
	switch len(w.enabled) {
	case 0:
		return checker.Decision{}, false
	case 1:
		return w.enabled[0], true
	}
	w.choices = true
	dec := w.how.Pick(st, w.enabled)
	if op := st.Op(dec.Task); op.Kind == checker.Choose && op.Most > 0 {
		dec.Choice = w.faults.choose(op, len(d.Decisions))
	}
	return dec, true
}

// Did implements engine.Strategy.
func (w *walker) Did(d *engine.Driver, st checker.State, ev *checker.Event) { w.how.Did(d, st, ev) }

// Highest picks a decision of the task with the Highest score, by chance if it
// has several. A rendezvous is as urgent as the more urgent of its two tasks:
// in a program of threads the later of them performs it.
func Highest(r *rand.Rand, st checker.State, enabled []checker.Decision, score func(checker.Task) int64) checker.Decision {
	var best int64
	var among int
	var picked checker.Decision
	for i := range enabled {
		dec := &enabled[i]
		v := score(dec.Task)
		if t := engine.Receiver(st, dec); t != checker.NoTask {
			v = max(v, score(t))
		}
		if among == 0 || v > best {
			best, among = v, 0
		} else if v < best {
			continue
		}
		among++
		if r.IntN(among) == 0 {
			picked = *dec
		}
	}
	return picked
}

// samples are executions that are to be made, by their numbers from 0.
type samples struct {
	at, end int64 // end: of the first one that is not to be made; -1: there is none
	longest int   // of those in the block of at that were made, see Sampler
}

// Kind implements work.
func (s *samples) Kind() engine.WorkKind { return engine.WorkSamples }

// Write implements work.
func (s *samples) Write(w *engine.PartWriter) {
	w.Num(int(s.at))
	w.Num(int(s.end))
	w.Num(s.longest)
}

// ReadSamples reads what samples.Write has written.
func ReadSamples(d *engine.PartReader, _ *engine.Part) engine.Work {
	s := &samples{at: int64(d.Num(0, math.MaxInt)), end: int64(d.Num(-1, math.MaxInt)), longest: d.Num(0, math.MaxInt)}
	if d.Err == nil && s.end >= 0 && s.at > s.end {
		d.Fail("samples that end before they begin")
	}
	return s
}
