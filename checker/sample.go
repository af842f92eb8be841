package checker

import "math/rand/v2"

// Commuting says whether the algorithm of that name knows updates that commute,
// and stores of what is there already.
func Commuting(name string) bool {
	switch name {
	case "", "auto", "closure", "revisit", "bounded", "dfs":
		return true
	}
	return Sampling(name)
}

// Sampling says whether the algorithm of that name makes executions by chance,
// until a bound ends it: it never knows to have made all.
func Sampling(name string) bool { return name == "random" || name == "pct" || name == "pos" }

// sampler is what distinguishes the ways to sample.
type sampler interface {
	// begin prepares another execution.
	begin(d *driver)
	// pick chooses one of the enabled decisions, of which there are two at least.
	pick(st State, enabled []Decision) Decision
	// did sees every event, also one that was without alternative.
	did(d *driver, st State, ev *Event)
}

// chance is the source of random numbers of an exploration. It is a function of
// Options.Seed in every version of Go, and so are the executions.
func (x *exploration) chance() *rand.Rand { return rand.New(rand.NewPCG(x.o.Seed, 0)) }

// sample makes executions until a bound is met, or until it turns out that the
// program has but one.
func (x *exploration) sample(how sampler) {
	s := &sampling{how: how}
	if x.o.CountRedundant {
		s.trace = x.traced()
	}
	for x.stopped == "" {
		s.choices = false
		how.begin(&x.drv)
		out := x.run(s)
		if s.trace != nil {
			x.recognise(s.trace)
		}
		x.count(out)
		if !s.choices {
			x.stop("sampling")
		}
	}
}

// sampling is the strategy of all samplers.
type sampling struct {
	how     sampler
	trace   *trace // nil: nobody asks for redundant executions
	enabled []Decision
	choices bool // there were two enabled decisions somewhere in this execution
}

func (s *sampling) next(d *driver, st State) (Decision, bool) {
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
		return Decision{}, false
	case 1:
		return s.enabled[0], true
	}
	s.choices = true
	return s.how.pick(st, s.enabled), true
}

func (s *sampling) did(d *driver, st State, ev *Event) {
	s.how.did(d, st, ev)
	if s.trace != nil {
		s.trace.record(st, ev)
	}
}

// receiver is the second task that takes part in a decision: the receiver of a
// rendezvous, else NoTask. (A Signal has a Partner that does nothing.)
func receiver(st State, dec *Decision) Task {
	if dec.Partner != NoTask && st.Op(dec.Task).Kind == Signal {
		return NoTask
	}
	return dec.Partner
}

// highest picks a decision of the task with the highest score, by chance if it
// has several. A rendezvous is as urgent as the more urgent of its two tasks:
// in a program of threads the later of them performs it.
func highest(r *rand.Rand, st State, enabled []Decision, score func(Task) int64) Decision {
	var best int64
	var among int
	var picked Decision
	for i := range enabled {
		dec := &enabled[i]
		v := score(dec.Task)
		if t := receiver(st, dec); t != NoTask {
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
