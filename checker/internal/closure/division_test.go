package closure_test

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// owner is one of several explorations of a test, each with an instance of the program
// of its own.
type owner struct {
	as      int
	d       checker.Divided
	at      chan bool // it is between two executions (true), waits, or has ended
	on      chan bool // it goes on; what Wait returns
	waits   bool
	over    bool
	stopped bool // what has come of it is nothing
	inbox   [][]byte
	runs    int64 // of the program
	res     *checker.Result
	err     error
	counted [][3]uint32

	program *lang.Program
	made    [][]checker.Decision // up to names: the executions that were counted
}

// ran is a program that counts its executions.
type ran struct {
	trial.Renumbered
	runs *int64
}

func (p ran) Run(s checker.Scheduler) checker.Outcome {
	*p.runs++
	return p.Renumbered.Run(s)
}

// division is an exploration by several owners, of which one is at work at a time.
type division struct {
	program func() *lang.Program
	o       checker.Options
	owners  []*owner
	letters [][][]byte // of fragments, by owner: all that were ever sent
	splits  [][]byte   // all

	sums divisionSums
}

type divisionSums struct{ Splits, Refused, Letters, Bytes, Deaths, Rounds, Runs int }

func (s *divisionSums) add(o *divisionSums) {
	s.Splits += o.Splits
	s.Refused += o.Refused
	s.Letters += o.Letters
	s.Bytes += o.Bytes
	s.Deaths += o.Deaths
}

func (v *division) begin(as int, part checker.Part) *owner {
	w := &owner{as: as, at: make(chan bool), on: make(chan bool), program: v.program()}
	o := v.o
	if o.Symmetry {
		o.OnRestart = func() { w.made = nil }
		o.OnExecution = func(p *checker.Progress) bool {
			w.made = append(w.made, slices.Clone(p.Decisions))
			return true
		}
	}
	o.Part = part
	o.Between = func(d checker.Divided) {
		w.d, w.waits = d, false
		w.at <- true
		<-w.on
		if w.stopped {
			d.Stop()
		}
	}
	o.Wait = func(d checker.Divided) bool {
		w.d, w.waits = d, true
		w.at <- true
		on := <-w.on
		if w.stopped {
			d.Stop()
		}
		return on
	}
	go func() {
		w.res, w.err = explore.Run(ran{trial.Renumbered{Program: w.program}, &w.runs}, o)
		w.over = true
		if w.d != nil {
			w.counted = closure.Counted(w.d)
		}
		w.at <- false
	}()
	<-w.at
	return w
}

// goes lets an owner go on until it is between two executions again, or waits.
func (w *owner) goes(on bool) {
	w.on <- on
	<-w.at
}

// collect takes the letters that an owner has.
func (v *division) collect(w *owner) {
	for _, l := range w.d.Letters() {
		v.sums.Letters++
		v.sums.Bytes += len(l.Data)
		v.letters[l.To] = append(v.letters[l.To], l.Data)
		v.owners[l.To].inbox = append(v.owners[l.To].inbox, l.Data)
	}
}

// split lets an owner give something to another one.
func (v *division) split(w *owner, to int) error {
	letter, ok := w.d.Split(to)
	if !ok {
		v.sums.Refused++
		return nil
	}
	v.sums.Splits++
	v.splits = append(v.splits, letter)
	if to == len(v.owners) {
		part, err := explore.DecodePart(w.d.Joining(to).Encode())
		if err != nil {
			return err
		}
		v.letters = append(v.letters, nil)
		v.owners = append(v.owners, nil)
		v.owners[to] = v.begin(to, part)
		// It may have come of a process that has not heard of all splits.
		v.owners[to].inbox = slices.Clone(v.splits)
	}
	for _, x := range v.owners {
		if x != w {
			x.inbox = append(x.inbox, letter)
		}
	}
	return nil
}

// dies ends an owner, and begins it anew.
func (v *division) dies(w *owner, r *rand.Rand) error {
	from := v.owners[r.Intn(len(v.owners))].d.Joining(w.as)
	if from == nil {
		return nil // it was revisit
	}
	part, err := explore.DecodePart(from.Encode())
	if err != nil {
		return err
	}
	w.stopped = true
	for !w.over {
		w.goes(false)
	}
	v.sums.Deaths++
	again := v.begin(w.as, part)
	v.owners[w.as] = again
	for _, l := range v.splits {
		if err := again.d.Receive(l); err != nil {
			return err
		}
	}
	again.inbox = slices.Clone(v.letters[w.as])
	return nil
}

// deliver gives an owner one of its letters.
func (w *owner) deliver(r *rand.Rand) error {
	i := r.Intn(len(w.inbox))
	l := w.inbox[i]
	w.inbox = slices.Delete(w.inbox, i, i+1)
	return w.d.Receive(l)
}

var errEnded = errors.New("an owner has ended")

// run explores by up to most owners; every so many turns one of them gives something
// away. It is over when all wait and no letter is on its way.
func (v *division) run(most, often, deaths int, r *rand.Rand) error {
	v.letters = [][][]byte{nil}
	v.owners = []*owner{v.begin(0, nil)}
	defer v.end()
	for {
		idle, over := 0, 0
		for _, w := range v.owners {
			switch {
			case w.over:
				over++
			case w.waits:
				if v.collect(w); len(w.inbox) == 0 {
					idle++
				}
			}
		}
		if idle == len(v.owners) {
			letters := 0
			for _, w := range v.owners {
				letters += len(w.inbox) // of those that were asked first
			}
			if letters > 0 {
				continue
			}
			for _, w := range v.owners {
				if w.goes(false); !w.over {
					return errors.New("an owner goes on when all is over")
				}
			}
			return nil
		}
		if over > 0 {
			if len(v.owners) == 1 {
				return nil
			}
			return errEnded
		}
		w := v.owners[r.Intn(len(v.owners))]
		switch n := r.Intn(often + 3); {
		case n == 0 && !w.waits:
			to := r.Intn(min(len(v.owners)+1, most))
			if to != w.as {
				if err := v.split(w, to); err != nil {
					return err
				}
			}
		case n == 1 && deaths > 0 && len(v.owners) > 1 && r.Intn(10) == 0:
			deaths--
			if err := v.dies(w, r); err != nil {
				return err
			}
		case n < often/2 && len(w.inbox) > 0:
			if err := w.deliver(r); err != nil {
				return err
			}
			if w.waits {
				w.goes(true)
			}
		case !w.waits:
			if r.Intn(2) == 0 {
				v.collect(w)
			}
			w.goes(true)
		}
	}
}

// end ends all owners.
func (v *division) end() {
	for _, w := range v.owners {
		for w.stopped = true; !w.over; {
			w.goes(false)
		}
	}
}

// turns explores by so many owners that make an execution each at a time, from the moment on
// at which the first one has made some. It says in how many rounds.
func (v *division) turns(owners int, first int64) error {
	v.letters = [][][]byte{nil}
	v.owners = []*owner{v.begin(0, nil)}
	defer v.end()
	for {
		idle := 0
		for _, w := range v.owners {
			if v.collect(w); w.waits {
				idle++
			}
		}
		if slices.ContainsFunc(v.owners, func(w *owner) bool { return w.over }) {
			return nil
		}
		letters := 0
		for _, w := range v.owners {
			for letters += len(w.inbox); len(w.inbox) > 0; w.inbox = w.inbox[1:] {
				if err := w.d.Receive(w.inbox[0]); err != nil {
					return err
				}
			}
		}
		if idle == len(v.owners) && letters == 0 {
			for _, w := range v.owners {
				w.goes(false)
			}
			return nil
		}
		if v.owners[0].runs >= first {
			for to := range owners {
				if to < len(v.owners) && !(v.owners[to].waits && v.owners[to].d.Pending() == 0) {
					continue
				}
				from := slices.MaxFunc(v.owners, func(a, b *owner) int { return a.d.Pending() - b.d.Pending() })
				if from.d.Pending() > 1 {
					if err := v.split(from, to); err != nil {
						return err
					}
				}
			}
		}
		v.sums.Rounds++
		for _, w := range v.owners {
			if w.waits && w.d.Pending() == 0 {
				continue
			}
			for n := w.runs; w.runs == n && !w.over; {
				if w.goes(true); w.waits {
					break
				}
			}
		}
	}
}

// check compares what has come of it with the exploration by one process.
func (v *division) check(want *checker.Result, traces [][3]uint32) error {
	found := map[[3]uint32]int{}
	for _, w := range v.owners {
		for _, k := range w.counted {
			found[k]++
		}
	}
	for _, k := range traces {
		if found[k] != 1 {
			return fmt.Errorf("a trace was counted %d times", found[k])
		}
		delete(found, k)
	}
	if len(found) > 0 {
		return fmt.Errorf("%d traces too many", len(found))
	}
	return v.adds(want)
}

// adds compares sums with the exploration by one process.
func (v *division) adds(want *checker.Result) error {
	var sum checker.Result
	for _, w := range v.owners {
		if w.err != nil {
			return w.err
		}
		if !w.res.Exhaustive {
			return fmt.Errorf("owner %d: %+v", w.as, *w.res)
		}
		sum.Executions += w.res.Executions
		sum.Events += w.res.Events
		sum.Deadlocks += w.res.Deadlocks
		sum.Redundant += w.res.Redundant
	}
	if v.o.Memory > 0 { // then some are made again
		sum.Deadlocks, sum.Events = want.Deadlocks, want.Events
	}
	if sum.Executions-sum.Redundant != want.Executions || sum.Deadlocks != want.Deadlocks || sum.Events != want.Events {
		return fmt.Errorf("%d executions of %d events, %d deadlocks: want %d, %d, %d", sum.Executions, sum.Events, sum.Deadlocks, want.Executions, want.Events, want.Deadlocks)
	}
	return nil
}
