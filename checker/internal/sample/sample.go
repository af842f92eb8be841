package sample

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// sampler is what distinguishes the ways to sample.
type sampler interface {
	// begin prepares another execution. longest is the length of the longest one
	// before it in its block that counts; 0: there is none.
	begin(d *engine.Driver, longest int)
	// pick chooses one of the enabled decisions, of which there are two at least.
	pick(st checker.State, enabled []checker.Decision) checker.Decision
	// did sees every event, also one that was without alternative.
	did(d *engine.Driver, st checker.State, ev *checker.Event)
	// counts says whether the execution that was made shows how long they are.
	counts() bool
}

// sampleBlock is how many executions learn from one another. So an execution is a
// function of the seed, its number and the others of its block: blocks can be
// explored by themselves.
const sampleBlock = 128

// chance is the source of random numbers of an exploration, begun anew for each
// execution. It is a function of Options.Seed in every version of Go, and so are
// the executions.
func (s *sampling) chance() {
	// Neighbours get seeds that have nothing in common (the finaliser of SplitMix64).
	n := uint64(s.at)
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	s.source.Seed(s.x.Options.Seed, n^n>>31)
}

// sampleBy makes executions until a bound is met, or until it turns out that the
// program has but one.
func sampleBy(x *engine.Exploration, how func(*rand.Rand) sampler) {
	s := &sampling{x: x, source: rand.NewPCG(0, 0), samples: samples{end: -1}}
	s.how = how(rand.New(s.source))
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

// execute makes the next execution.
func (s *sampling) execute() {
	x, d := s.x, &s.x.Driver
	if s.at%sampleBlock == 0 {
		s.longest = 0
	}
	s.chance()
	s.choices = false
	s.how.begin(d, s.longest)
	out := x.Run(s)
	if x.Void {
		return
	}
	if !d.Cut && s.how.counts() {
		s.longest = max(s.longest, len(d.Decisions))
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
// has no end, who gives keeps little, as it has to come to the end of that before a
// failure in what it has given is the first one.
func (s *sampling) Give() *engine.Part {
	from := s.at + s.at/8
	if s.end >= 0 {
		from = s.at + (s.end-s.at)/2
	}
	from += sampleBlock - from%sampleBlock
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
	x       *engine.Exploration
	how     sampler
	source  *rand.PCG
	ended   bool         // by Divided.Stop
	trace   *trace.Trace // nil: nobody asks for redundant executions
	enabled []checker.Decision
	choices bool // there were two enabled decisions somewhere in this execution
}

// Next implements engine.Strategy.
func (s *sampling) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	if s.trace != nil && len(d.Decisions) == 0 {
		s.trace.Reset()
		s.trace.Begin(st)
	}
	s.enabled = s.enabled[:0]
	for _, t := range st.Tasks() {
		s.enabled = st.Decisions(t, s.enabled)
	}
	switch len(s.enabled) {
	case 0:
		return checker.Decision{}, false
	case 1:
		return s.enabled[0], true
	}
	s.choices = true
	return s.how.pick(st, s.enabled), true
}

// Did implements engine.Strategy.
func (s *sampling) Did(d *engine.Driver, st checker.State, ev *checker.Event) {
	s.how.did(d, st, ev)
	if s.trace != nil {
		s.trace.Record(st, ev)
	}
}

// highest picks a decision of the task with the highest score, by chance if it
// has several. A rendezvous is as urgent as the more urgent of its two tasks:
// in a program of threads the later of them performs it.
func highest(r *rand.Rand, st checker.State, enabled []checker.Decision, score func(checker.Task) int64) checker.Decision {
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
	longest int   // of those in the block of at that were made, see sampler
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
