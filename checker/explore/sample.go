package explore

import (
	"math"
	"math/rand/v2"

	"gocheck.dev/checker"
)

// sampler is what distinguishes the ways to sample.
type sampler interface {
	// begin prepares another execution. longest is the length of the longest one
	// before it in its block that counts; 0: there is none.
	begin(d *driver, longest int)
	// pick chooses one of the enabled decisions, of which there are two at least.
	pick(st checker.State, enabled []checker.Decision) checker.Decision
	// did sees every event, also one that was without alternative.
	did(d *driver, st checker.State, ev *checker.Event)
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
	s.source.Seed(s.x.o.Seed, n^n>>31)
}

// sampleBy makes executions until a bound is met, or until it turns out that the
// program has but one.
func sampleBy(x *exploration, how func(*rand.Rand) sampler) {
	s := &sampling{x: x, source: rand.NewPCG(0, 0), samples: samples{end: -1}}
	s.how = how(rand.New(s.source))
	if x.o.Executions > 0 {
		s.end = x.o.Executions
	}
	if p := x.part; p != nil {
		s.samples = *p.work.(*samples)
	}
	x.o.Executions = 0 // of all parts
	if x.o.CountRedundant {
		s.trace = x.traced()
	}
	for {
		if x.o.Between != nil {
			x.o.Between(&division{of: s})
		}
		if s.at == s.end {
			x.stop("executions")
		}
		if x.stopped != "" {
			break
		}
		if s.execute(); x.void {
			x.stop("sampling") // there was no choice, or there is no time
		}
	}
	if x.o.Between != nil && (x.stopped == "time" || s.ended) {
		x.rest = s.rest()
	}
}

// execute makes the next execution.
func (s *sampling) execute() {
	x, d := s.x, &s.x.drv
	if s.at%sampleBlock == 0 {
		s.longest = 0
	}
	s.chance()
	s.choices = false
	s.how.begin(d, s.longest)
	out := x.run(s)
	if x.void {
		return
	}
	if !d.cut && s.how.counts() {
		s.longest = max(s.longest, len(d.decisions))
	}
	s.at++
	if s.trace != nil {
		x.recognise(s.trace)
	}
	x.count(out)
	if !s.choices {
		x.stop("sampling")
	}
}

// exploration implements divided.
func (s *sampling) exploration() *exploration { return s.x }

// rest implements divided.
func (s *sampling) rest() *part { left := s.samples; return &part{work: &left} }

// give implements divided: half of what is to be made, in whole blocks. Of what
// has no end, who gives keeps little, as it has to come to the end of that before a
// failure in what it has given is the first one.
func (s *sampling) give() *part {
	from := s.at + s.at/8
	if s.end >= 0 {
		from = s.at + (s.end-s.at)/2
	}
	from += sampleBlock - from%sampleBlock
	if s.at == 0 || s.end >= 0 && from >= s.end {
		return nil // or it is not known yet whether there are choices
	}
	part := &part{work: &samples{at: from, end: s.end}}
	s.end = from
	return part
}

// stop implements divided.
func (s *sampling) stop() {
	s.ended = s.x.stopped == ""
	s.x.stop("stopped")
}

// sampling is the strategy of all samplers.
type sampling struct {
	samples
	x       *exploration
	how     sampler
	source  *rand.PCG
	ended   bool   // by Divided.Stop
	trace   *trace // nil: nobody asks for redundant executions
	enabled []checker.Decision
	choices bool // there were two enabled decisions somewhere in this execution
}

func (s *sampling) next(d *driver, st checker.State) (checker.Decision, bool) {
	if s.trace != nil && len(d.decisions) == 0 {
		s.trace.reset()
		s.trace.begin(st)
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

func (s *sampling) did(d *driver, st checker.State, ev *checker.Event) {
	s.how.did(d, st, ev)
	if s.trace != nil {
		s.trace.record(st, ev)
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
		if t := receiver(st, dec); t != checker.NoTask {
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

// is implements work.
func (s *samples) is() workKind { return workSamples }

// write implements work.
func (s *samples) write(w *partWriter) {
	w.num(int(s.at))
	w.num(int(s.end))
	w.num(s.longest)
}

// readSamples reads what samples.write has written.
func readSamples(d *partReader, _ *part) work {
	s := &samples{at: int64(d.num(0, math.MaxInt)), end: int64(d.num(-1, math.MaxInt)), longest: d.num(0, math.MaxInt)}
	if d.err == nil && s.end >= 0 && s.at > s.end {
		d.fail("samples that end before they begin")
	}
	return s
}
