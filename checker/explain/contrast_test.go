package explain_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

var contrastSeeds = flag.Int64("contrast.seeds", trial.Most(5, 12), "programs of each kind for TestCompare")

// What Compare says of random programs with failures is so: the passing
// execution passes, differs in each pair from the failing one, and there is
// none if the oracle knows of none. It finds most of what there is.
func TestCompare(t *testing.T) {
	var n compared
	for _, k := range gen.Kinds {
		for seed := range *contrastSeeds {
			p := k.Program(gen.Seeded(seed), k.Size(int(seed)))
			found, err := explore.Run(p, checker.Options{Algorithm: "random", Seed: uint64(seed), Executions: 100, Races: p.Coarse, Steps: 300})
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Failures) == 0 {
				continue
			}
			n.failing++
			if err := n.compare(p, &found.Failures[0]); err != nil {
				t.Errorf("%s %d: %v\n%s", k.Name, seed, err, p)
			}
		}
	}
	t.Logf("%+v", n)
	if n.failing < 50 || n.none > n.differences/10 || n.every == 0 || n.several == 0 {
		t.Errorf("%+v: too little to test, or too little is found", n)
	}
}

// compared counts.
type compared struct {
	failing, differences int
	several              int // differences of several pairs
	every                int // programs of which Compare says that nothing passes
	none                 int // of which it says nothing, although the oracle knows of one that passes
	unknown              int // of which it says nothing, and all executions fail or nobody knows
}

func (n *compared) compare(p *lang.Program, found *checker.Found) error {
	judge := likeness(&found.Failure)
	o := checker.Options{Races: p.Coarse, Steps: 300}
	limited := o
	limited.Executions = 6000
	m := explain.Minimise(p, found.Decisions, limited, judge)
	if m == nil {
		return fmt.Errorf("%s is not found again", found.Failure.Message)
	}
	c := explain.Compare(p, m.Decisions, limited, judge, nil)
	if c == nil {
		return fmt.Errorf("the minimised schedule does not fail: %v", m.Decisions)
	}
	passing, failing := 0, 0
	all, err := oracle.Count(p, 3000)
	if err == nil {
		for _, schedule := range all.Traces {
			switch judge(explore.Replay(p, schedule, o, nil)) {
			case explain.Passes:
				passing++
			case explain.Fails, explain.FailsOtherwise:
				failing++
			}
		}
	}
	few := o
	few.Executions = 12 // an exploration that was cut says nothing
	if c := explain.Compare(p, m.Decisions, few, judge, nil); c.Every && passing > 0 {
		return fmt.Errorf("it is said after a few that every execution fails: %d of %d pass", passing, passing+failing)
	}
	d := c.Difference
	switch {
	case c.Every && d != nil:
		return fmt.Errorf("nothing passes, but %+v does", *d)
	case c.Every && passing > 0:
		return fmt.Errorf("it is said that every execution fails: %d of %d pass", passing, passing+failing)
	case c.Every:
		n.every++
		return nil
	case d == nil && passing > 0:
		n.none++
		return nil
	case d == nil && err == nil && failing == len(all.Traces) && failing < 1000:
		return fmt.Errorf("every one of %d executions fails, but nothing is said", failing)
	case d == nil:
		n.unknown++
		return nil
	case err == nil && passing == 0:
		return fmt.Errorf("a difference where nothing passes: %+v", *d)
	}
	n.differences++
	if len(d.Pairs) > 1 {
		n.several++
	}
	return differs(p, o, judge, m.Decisions, d)
}

// differs checks a Difference against the two executions.
func differs(p *lang.Program, o checker.Options, judge explain.Judge, decisions []checker.Decision, d *explain.Difference) error {
	fails := follow(p, o, decisions)
	if judge(fails.out) != explain.Fails || fails.out.Diverged >= 0 {
		return fmt.Errorf("said to fail, but %+v", fails.out.Outcome.Failure)
	}
	passes := follow(p, o, d.Passing)
	if judge(passes.out) != explain.Passes || passes.out.Diverged >= 0 {
		return fmt.Errorf("said to pass, but %+v", passes.out.Outcome.Failure)
	}
	for _, pair := range d.Pairs {
		if pair.First >= len(decisions) {
			return fmt.Errorf("%+v is about what comes after the failure", pair)
		}
		// Of a rendezvous it is said what the sender does, which stands first.
		a, b := fails.turns[pair.First][0], passes.turns[pair.Second][0]
		first, second := passes.at(a), fails.at(b)
		so := a != b && (first < 0 || first > pair.Second) && (second < 0 || second > pair.First)
		if pair.Choice {
			so = fails.out.Decisions[pair.First] != passes.out.Decisions[pair.Second] &&
				slices.ContainsFunc(fails.turns[pair.First], func(t string) bool { return slices.Contains(passes.turns[pair.Second], t) })
		}
		if !so {
			return fmt.Errorf("%+v is no difference of\n%v\n%v", pair, fails.out.Decisions, passes.out.Decisions)
		}
	}
	return nil
}

// followed is an execution with what its events are called.
type followed struct {
	out   *checker.Replayed
	turns [][]string // by event: of each of its tasks, which and the how-manieth event
	pos   []string
	kinds []checker.Kind
}

func follow(p *lang.Program, o checker.Options, decisions []checker.Decision) *followed {
	f := &followed{}
	f.out = explore.Replay(p, decisions, o, func(_ checker.State, ev *checker.Event) {
		names := []string{fmt.Sprint(ev.Task, " ", ev.Index)}
		if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
			names = append(names, fmt.Sprint(ev.Partner, " ", ev.PartnerIndex))
		}
		f.turns = append(f.turns, names)
		f.pos = append(f.pos, p.Position(ev.Pos))
		f.kinds = append(f.kinds, ev.Kind)
	})
	return f
}

// at is the event of that name, or -1.
func (f *followed) at(turn string) int {
	return slices.IndexFunc(f.turns, func(names []string) bool { return slices.Contains(names, turn) })
}

// The sentence that a Difference stands for, for bugs whose cause is known.
func TestDifference(t *testing.T) {
	const update = "loop18{lock(l0) y++ unlock(l0)} lock(l0) rx $1=$0+1 unlock(l0) lock(l0) wx$1 unlock(l0) loop12{lock(l0) y++ unlock(l0)}"
	for _, c := range []struct {
		program, want string
		tasks         []checker.Task // of a failing execution; nil: the first that is found
	}{
		// A lost update: the second load comes before the first store.
		{"t0: rx $1=$0+1 wx$1; t1: rx $1=$0+1 wx$1; main: go(t0) go(t1) join(0) join(1) rx assert==2",
			"t1:3 before t0:1", nil},
		// The same by sections, of three tasks, among many rounds of no account: more orders are near
		// than are tried. It names the write of the one and the read of the other.
		{"coarse; t0: " + update + "; t1: " + update + "; t2: " + update +
			"; main: go(t0) go(t1) go(t2) join(0) join(1) join(2) lock(l0) rx unlock(l0) assert==3",
			"t1:9 before t2:5", nil},
		// Two workers take a job each, and race with what they do: it passes if one takes both.
		{"coarse; t0: loop2{recv(c0) if==1{wx}}; t1: loop2{recv(c0) if==1{wx}}; main: go(t0) go(t1) send(c0,1) send(c0,1) close(c0) join(0) join(1)",
			"main:4 otherwise", nil},
		// Two leave a hub that has looked who is there, and sends to both: after the send that fails, in
		// the order that is reversed, comes the other one, before the other leaves.
		{"chan c0=1 c1=1; t0: lock(l0) wx1 unlock(l0) close(c0); t1: lock(l0) wy1 unlock(l0) close(c1); " +
			"main: go(t0) go(t1) lock(l0) rx>1 ry>2 unlock(l0) if$2<1{send(c1,1)} if$1<1{send(c0,1)}",
			"main:8 before t1:4", []checker.Task{0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0}},
		// That the worker receives before the close is nearer, but follows from the send before it.
		{"chan c0=1; t0: recv(c0); t1: close(c0); main: go(t0) go(t1) send(c0,1)",
			"main:3 before t1:1", []checker.Task{0, 0, 0, 2, 2, 1, 1, 0}},
	} {
		p, err := lang.Parse(c.program)
		if err != nil {
			t.Fatal(err)
		}
		o := checker.Options{Races: p.Coarse}
		found, err := explore.Run(p, o)
		if err != nil || len(found.Failures) == 0 {
			t.Fatalf("%s: no failure: %v", p, err)
		}
		failing := found.Failures[0]
		if c.tasks != nil {
			failing.Decisions = nil
			for _, task := range c.tasks {
				failing.Decisions = append(failing.Decisions, checker.Decision{Task: task, Partner: checker.NoTask})
			}
			failing.Failure = *explore.Replay(p, failing.Decisions, o, nil).Outcome.Failure
		}
		judge := likeness(&failing.Failure)
		m := explain.Minimise(p, failing.Decisions, o, judge)
		d := explain.Compare(p, m.Decisions, o, judge, nil).Difference
		if d == nil {
			t.Errorf("%s: no difference", p)
			continue
		}
		fails, passes := follow(p, o, m.Decisions), follow(p, o, d.Passing)
		var said []string
		for _, pair := range d.Pairs {
			if pair.Choice && passes.pos[pair.Second] == fails.pos[pair.First] {
				said = append(said, fails.pos[pair.First]+" otherwise")
				continue
			}
			said = append(said, passes.pos[pair.Second]+" before "+fails.pos[pair.First])
		}
		if got := strings.Join(said, " and "); got != c.want {
			t.Errorf("%s: passes when %s, want %s\nfails %v", p, got, c.want, m.Decisions)
		}
	}
}

// TestOwnFirst: an order of the program's own is named before one of a library's locks around it.
func TestOwnFirst(t *testing.T) {
	const update = "lock(l1) rx unlock(l1) $1=$0+1 lock(l1) wx$1 unlock(l1)"
	p, err := lang.Parse("t0: " + update + "; t1: " + update + "; main: go(t0) go(t1) join(0) join(1) rx assert==2")
	if err != nil {
		t.Fatal(err)
	}
	o := checker.Options{}
	found, err := explore.Run(p, o)
	if err != nil || len(found.Failures) == 0 {
		t.Fatalf("no failure: %v", err)
	}
	failing := found.Failures[0]
	judge := likeness(&failing.Failure)
	locks := map[checker.Pos]bool{}
	explore.Replay(p, failing.Decisions, o, func(_ checker.State, ev *checker.Event) {
		locks[ev.Pos] = locks[ev.Pos] || ev.Kind == checker.Lock || ev.Kind == checker.Unlock
	})
	for _, alien := range []func(checker.Pos) bool{nil, func(pos checker.Pos) bool { return locks[pos] }} {
		d := explain.Compare(p, failing.Decisions, o, judge, alien).Difference
		if d == nil {
			t.Fatal("no difference")
		}
		fails := follow(p, o, failing.Decisions)
		first := fails.kinds[d.Pairs[0].First]
		if want := alien == nil; (first == checker.Lock) != want {
			t.Errorf("locks are a library's: %t: named is an operation of kind %d", !want, first)
		}
	}
}
