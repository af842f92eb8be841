package checker_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

var divide = flag.Bool("divide", false, "TestDivided: say what comes of each division")

// owner is one of several explorations of a test, each with an instance of the program
// of its own.
type owner struct {
	as      int
	d       *checker.Divided
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
}

// ran is a program that counts its executions.
type ran struct {
	renumbered
	runs *int64
}

func (p ran) Run(s checker.Scheduler) checker.Outcome {
	*p.runs++
	return p.renumbered.Run(s)
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

func (v *division) begin(as int, part *checker.Part) *owner {
	w := &owner{as: as, at: make(chan bool), on: make(chan bool)}
	o := v.o
	o.Part = part
	o.Between = func(d *checker.Divided) {
		w.d, w.waits = d, false
		w.at <- true
		<-w.on
		if w.stopped {
			d.Stop()
		}
	}
	o.Wait = func(d *checker.Divided) bool {
		w.d, w.waits = d, true
		w.at <- true
		on := <-w.on
		if w.stopped {
			d.Stop()
		}
		return on
	}
	go func() {
		w.res, w.err = checker.Explore(ran{renumbered{v.program()}, &w.runs}, o)
		w.over = true
		if w.d != nil {
			w.counted = checker.Counted(w.d)
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
		part, err := checker.DecodePart(w.d.Joining(to).Encode())
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
	part, err := checker.DecodePart(from.Encode())
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
			return errors.New("an owner has ended")
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
	if v.o.Memory > 0 { // then some are made again
		sum.Deadlocks, sum.Events = want.Deadlocks, want.Events
	}
	if sum.Executions-sum.Redundant != want.Executions || sum.Deadlocks != want.Deadlocks || sum.Events != want.Events {
		return fmt.Errorf("%d executions of %d events, %d deadlocks: want %d, %d, %d", sum.Executions, sum.Events, sum.Deadlocks, want.Executions, want.Events, want.Deadlocks)
	}
	return nil
}

// sequential explores by one process, up to so many executions. False: there are more,
// or it says nothing of closure.
func sequential(program func() *lang.Program, algorithm string, most int64) (*checker.Result, [][3]uint32, bool) {
	var last *checker.Divided
	o := checker.Options{Algorithm: algorithm, KeepGoing: true, Steps: 500, Between: func(d *checker.Divided) { last = d }}
	o.OnExecution = func(p *checker.Progress) bool { return p.Executions < most && p.Truncated == 0 }
	res, err := checker.Explore(renumbered{program()}, o)
	if err != nil || !res.Exhaustive || !strings.HasSuffix(res.Algorithm, "closure") || res.Failing > 0 {
		return nil, nil, false
	}
	return res, checker.Counted(last), true
}

// TestDividedRandom divides explorations of random programs by closure at random moments
// among several owners, some of which die, with letters that come in any order, and demands that each trace be counted
// once.
func TestDividedRandom(t *testing.T) {
	defer checker.SetLeastMemory(1 << 20)()
	var sum divisionSums
	programs := 0
	for _, k := range gen.Kinds {
		for i := range max(3, *campaign/5) {
			seed := *campaignSeed + int64(i)
			program := func() *lang.Program { return k.Program(gen.Seeded(seed), k.Size(i)) }
			algorithm := []string{"closure", "auto"}[i%2]
			want, traces, ok := sequential(program, algorithm, 1000)
			if !ok || want.Executions < 4 {
				continue
			}
			r := rand.New(rand.NewSource(seed))
			v := &division{program: program, o: checker.Options{Algorithm: algorithm, KeepGoing: true, Steps: 500}}
			if i%3 == 2 {
				v.o.Memory = 12000 // traces are forgotten
			}
			undo := func() {}
			if r.Intn(2) == 0 { // so few traces are divided by few sets already
				most := 1 + r.Intn(12)
				undo = checker.SetSets(1+r.Intn(most), most)
			}
			err := v.run(2+r.Intn(4), 3+r.Intn(20), r.Intn(3), r)
			undo()
			if err == nil {
				err = v.check(want, traces)
			}
			if err != nil {
				t.Errorf("%s, seed %d, %s: %v\n%s", k.Name, seed, algorithm, err, program())
				break
			}
			if len(v.owners) > 1 {
				programs++
			}
			sum.add(&v.sums)
		}
	}
	t.Logf("%d programs: %+v", programs, sum)
	if programs < len(gen.Kinds)/2 || sum.Letters == 0 || sum.Deaths == 0 {
		t.Error("nothing is tested")
	}
}

// TestDivided divides explorations of the benchmarks among two owners and four, which
// take turns: who has nothing to do is given some of what another one has most of.
func TestDivided(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      func() *lang.Program
		traces int64
	}{
		{"posters(4)", func() *lang.Program { return lang.Posters(4) }, 2520},
		{"writers(6)", func() *lang.Program { return lang.Writers(6) }, 720},
		{"buyers(6)", func() *lang.Program { return lang.Buyers(6) }, 720},
		{"consensus(3)", func() *lang.Program { return lang.Consensus(3) }, 125},
		{"2PC(6)", func() *lang.Program { return lang.TwoPhaseCommit(6) }, 1440},
		{"ping-pong(6)", func() *lang.Program { return lang.PingPong(6) }, 3276},
		{"prolific(6)", func() *lang.Program { return lang.Prolific(6) }, 62},
		{"db-cache(3)", func() *lang.Program { return lang.DBCache(3) }, 1764},
	} {
		want, traces, ok := sequential(c.p, "closure", 1<<40)
		if !ok || want.Executions != c.traces {
			t.Fatalf("%s: %+v, not %d traces", c.name, want, c.traces)
		}
		for _, most := range []int{2, 4} {
			v := &division{program: c.p, o: checker.Options{Algorithm: "closure", KeepGoing: true}}
			err := v.turns(most, want.Executions/20)
			if err == nil {
				err = v.check(want, traces)
			}
			if err != nil {
				t.Errorf("%s by %d: %v", c.name, most, err)
				continue
			}
			fast := float64(want.Executions) / float64(v.sums.Rounds)
			if fast < 0.65*float64(most) {
				t.Errorf("%s: %d owners that take turns are only %.2f times as fast as one", c.name, most, fast)
			}
			if *divide {
				runs := int64(0)
				for _, w := range v.owners {
					runs += w.runs
				}
				t.Logf("%-13s by %d: %.2f times as fast, %d executions again, %+v", c.name, most, fast, runs-want.Executions, v.sums)
			}
		}
	}
}

// TestDividedFails: what has an order ends a division.
func TestDividedFails(t *testing.T) {
	const text = "t0: post(m0,h0); t1: post(m1,h0); t2: post(m2,h0); t3: post(m3,h0); t4: post(m4,h0); m0: x++; m1: x++; m2: x++; m3: x++; m4: rx if==0{wy wy unlock(l0)}"
	program := func() *lang.Program { return lang.MustParse(text) }
	res, err := checker.Explore(program(), checker.Options{Algorithm: "closure", KeepGoing: true})
	if err != nil || res.Failing == 0 || res.Failing == res.Executions {
		t.Fatal(res, err)
	}
	steps := 0 // in which only what fails is cut
	if _, err := checker.Explore(program(), checker.Options{Algorithm: "closure", OnExecution: func(p *checker.Progress) bool {
		steps = len(p.Decisions)
		return false
	}}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []checker.Options{{}, {KeepGoing: true}, {KeepGoing: true, Steps: steps}} {
		o.Algorithm = "closure"
		v := &division{program: program, o: o}
		if err := v.turns(3, 2); err != nil {
			t.Fatal(err)
		}
		if len(v.owners) == 1 {
			t.Fatalf("it was not divided: %+v", *v.owners[0].res)
		}
		given := 0
		for _, w := range v.owners {
			if w.res.Bound == "divided" {
				given++
			}
			if w.res.Truncated > 0 || w.res.Bound != "divided" && len(w.res.Failures) > 0 {
				t.Errorf("owner %d has %+v", w.as, *w.res)
			}
		}
		if given == 0 {
			t.Errorf("%+v: nobody gives up", o)
		}
	}
	// Who has failed already does not begin.
	o := checker.Options{Algorithm: "closure", KeepGoing: true, Wait: func(*checker.Divided) bool { return false }}
	o.Between = func(d *checker.Divided) {
		if d.Result().Failing > 0 {
			if _, ok := d.Split(1); ok {
				t.Error("a test that has failed is divided")
			}
		}
	}
	if got, err := checker.Explore(program(), o); err != nil || got.Failing != res.Failing {
		t.Error(got, err)
	}
}
