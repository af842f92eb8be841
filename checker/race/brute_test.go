package race_test

import (
	"regexp"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/checker/race"
	"gocheck.dev/internal/longtest"
)

// TestRacesByBruteForce compares the detector with the definition, on the
// executions of random programs.
func TestRacesByBruteForce(t *testing.T) {
	detector := race.NewDetector()
	executions, races := 0, 0
	for _, k := range gen.Kinds {
		for i := range max(*trial.Programs/2, longtest.N(4, 10)) {
			p := gen.Coarse(k.Program(gen.Seeded(int64(i)), k.Size(i)))
			r, err := oracle.Count(p, 3000)
			if err != nil {
				continue
			}
			for _, ds := range r.Traces {
				executions++
				want, racy := bruteRace(p, ds)
				first, second, found := raceIn(p, ds, detector)
				if found {
					races++
				}
				if found != racy || found && !want[[2]checker.Effect{first, second}] {
					t.Fatalf("%s: race found %v (%v, %v), by definition %v %v:\n%s\n%s", k.Name, found, first, second, racy, want, lang.Schedule(p, ds), p)
				}
			}
		}
	}
	t.Logf("%d executions, %d with a race", executions, races)
	if races == 0 || races == executions {
		t.Error("the programs say nothing")
	}
}

// node is a point of an execution in bruteRace: an operation, or the plain
// accesses that follow it in its task.
type node struct {
	before   []int // nodes that directly precede it
	accesses []checker.Effect
	plain    bool
	group    bool // an operation on a WaitGroup, a send or a close
}

// bruteRace finds the races whose second access comes first in the execution,
// by reachability in the graph of everything that synchronises.
func bruteRace(p *lang.Program, ds []checker.Decision) (map[[2]checker.Effect]bool, bool) {
	m := lang.NewMachine(p)
	var nodes []node
	last := map[checker.Task]int{} // by task: its last node
	type past struct {
		kind    checker.Kind
		task    checker.Task
		partner checker.Task
		arg     int64
		node    int // the operation
	}
	history := map[checker.Object][]past{}
	handler := map[checker.Task]checker.Object{}
	ends := map[checker.Object][]int{} // by handler: last nodes of its messages
	for _, d := range ds {
		ev := m.Step(d)
		joint := ev.Kind == checker.Send && ev.Partner != checker.NoTask
		// A send reads the channel before it waits.
		sends := func(t checker.Task, op *checker.Op) {
			s := node{group: true}
			if i, ok := last[t]; ok {
				s.before = []int{i}
			}
			cases := op.Cases
			if op.Kind == checker.Send {
				cases = []checker.Case{{Kind: checker.Send, Obj: op.Obj, Pos: op.Pos}}
			}
			for _, c := range cases {
				if c.Kind == checker.Send {
					s.accesses = append(s.accesses, checker.Effect{Task: t, Obj: c.Obj, Pos: c.Pos})
				}
			}
			last[t] = len(nodes)
			nodes = append(nodes, s)
		}
		sends(ev.Task, ev.Op)
		if joint {
			sends(ev.Partner, ev.PartnerOp)
		}
		op := len(nodes)
		n := node{}
		after := func(i int) { n.before = append(n.before, i) }
		if i, ok := last[ev.Task]; ok {
			after(i)
		}
		if joint {
			after(last[ev.Partner])
		}
		h, isMessage := handler[ev.Task]
		if ev.Kind == checker.Begin && isMessage {
			for _, e := range ends[h] {
				after(e)
			}
		}
		if ev.Kind == checker.Join {
			if i, ok := last[ev.Op.Partner]; ok {
				after(i)
			}
		}
		past0 := history[ev.Obj]
		// An Add from zero and a Wait before it are accesses that conflict.
		counter := int64(0)
		for _, f := range past0 {
			if f.kind == checker.Add {
				counter += f.arg
			}
		}
		if ev.Kind == checker.Wait || ev.Kind == checker.Add && ev.Arg > 0 && counter == 0 {
			n.group = true
			n.accesses = []checker.Effect{{Task: ev.Task, Obj: ev.Obj, Write: ev.Kind == checker.Add, Pos: ev.Pos}}
		}
		all := func(kinds ...checker.Kind) {
			for _, f := range past0 {
				for _, k := range kinds {
					if f.kind == k && (k != checker.Add || f.arg < 0) {
						after(f.node)
					}
				}
			}
		}
		nth := func(k checker.Kind, i int) {
			for _, f := range past0 {
				if f.kind == k {
					if i == 0 {
						after(f.node)
					}
					i--
				}
			}
		}
		number := func(k checker.Kind) int {
			n := 0
			for _, f := range past0 {
				if f.kind == k {
					n++
				}
			}
			return n
		}
		if ev.Kind == checker.Close {
			n.group = true
			n.accesses = []checker.Effect{{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}}
		}
		switch ev.Kind {
		case checker.Read, checker.Await:
			all(checker.Write, checker.Inc, checker.Mask, checker.Merge)
			n.accesses = []checker.Effect{{Task: ev.Task, Obj: ev.Obj, Write: ev.Op.Kind == checker.Store, Pos: ev.Pos}}
		case checker.Write, checker.Inc, checker.Mask, checker.Merge:
			for _, k := range []checker.Kind{checker.Write, checker.Inc, checker.Mask, checker.Merge} {
				if k == checker.Write || k != ev.Kind {
					all(k)
				}
			}
			n.accesses = []checker.Effect{{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}}
		case checker.Lock:
			all(checker.Unlock, checker.RUnlock)
		case checker.RLock:
			all(checker.Unlock)
		case checker.RecvClosed:
			all(checker.Close)
		case checker.OnceDone:
			all(checker.OnceEnd)
		case checker.Wait:
			all(checker.Add)
		case checker.TimerFire, checker.TimerRecv:
			all(checker.TimerSet)
		case checker.Recv:
			nth(checker.Send, number(checker.Recv))
		case checker.Send:
			if i := number(checker.Send) - m.Object(ev.Obj).Cap; !joint && i >= 0 {
				nth(checker.Recv, i)
			}
		case checker.Wake:
			// The first Signal for it or Broadcast since its Enqueue.
			from := 0
			for i, f := range past0 {
				if f.kind == checker.Enqueue && f.task == ev.Task {
					from = i
				}
			}
			for _, f := range past0[from:] {
				if f.kind == checker.Broadcast || f.kind == checker.Signal && f.partner == ev.Task {
					after(f.node)
					break
				}
			}
		}
		history[ev.Obj] = append(past0, past{kind: ev.Kind, task: ev.Task, partner: ev.Partner, arg: ev.Arg, node: op})
		nodes = append(nodes, n)
		if ev.Child != checker.NoTask {
			last[ev.Child] = op
			if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
				handler[ev.Child] = ev.Obj
			}
		}
		partners := []checker.Task{ev.Task}
		if joint {
			partners = append(partners, ev.Partner)
		}
		for i, u := range partners {
			e := node{before: []int{op}, plain: true}
			for _, f := range ev.Effects {
				if f.Task == u {
					e.accesses = append(e.accesses, f)
				}
			}
			nodes = append(nodes, e)
			last[u] = len(nodes) - 1
			if h, ok := handler[u]; ok && (i == 0 && ev.Last || i == 1 && ev.PartnerLast) {
				ends[h] = append(ends[h], last[u])
			}
		}
	}
	reach := make([]map[int]bool, len(nodes))
	found := map[[2]checker.Effect]bool{}
	for i := range nodes {
		reach[i] = map[int]bool{i: true}
		for _, b := range nodes[i].before {
			for r := range reach[b] {
				reach[i][r] = true
			}
		}
		for _, second := range nodes[i].accesses {
			for j := range i {
				for _, first := range nodes[j].accesses {
					if !reach[i][j] && first.Obj == second.Obj && (first.Write || second.Write) && (nodes[i].plain || nodes[j].plain || nodes[i].group && second.Write && !first.Write) {
						found[[2]checker.Effect{first, second}] = true
					}
				}
			}
			if len(found) > 0 {
				return found, true
			}
		}
	}
	return nil, false
}

// collides says whether two tasks can be about to make conflicting accesses,
// one of them plain, at the same time: a race that can be seen happen.
func collides(p *lang.Program) (bool, error) {
	found := false
	err := oracle.Walk(p, 4000, func(m *lang.Machine) {
		tasks := m.Tasks()
		for i, a := range tasks {
			for _, b := range tasks[:i] {
				x, xWrites := access(m, a)
				y, yWrites := access(m, b)
				if x && y && m.Op(a).Obj == m.Op(b).Obj && (xWrites || yWrites) && (m.Plain(a) || m.Plain(b)) {
					found = true
				}
			}
		}
	})
	return found, err
}

// access says whether a task is about to access a variable, and to write it.
func access(m *lang.Machine, t checker.Task) (accesses, writes bool) {
	switch op := m.Op(t); op.Kind {
	case checker.Read:
		return true, false
	case checker.Write, checker.Store, checker.Inc, checker.Mask, checker.Merge:
		return true, true
	case checker.CAS:
		return true, m.Value(op.Obj) == op.Arg
	}
	return false, false
}

// TestCoarseFindsAllRaces: coarse steps explore fewer interleavings than single
// accesses do, but in some execution of a program in which accesses can collide
// the detector reports a race. The reverse holds only where what a task learns
// is synchronised: not where a try, a default, a length, a clock or a counter
// tells it something.
func TestCoarseFindsAllRaces(t *testing.T) {
	both := regexp.MustCompile("^(plain|branch|locks|unordered.*|fifo.*|heavy.*|buffered|unbuffered|select|once|rwmutex|spawns|updates|updates-branch|updates-locks|updates-handlers)$")
	programs, racy := 0, 0
	for _, k := range gen.Kinds {
		for i := range max(*trial.Programs/5, longtest.N(2, 5)) {
			p := k.Program(gen.Seeded(int64(5000+i)), 2+i%2)
			fine, err := collides(gen.Fine(p))
			if err != nil {
				continue
			}
			q := gen.Coarse(p)
			r, err := oracle.Count(q, 4000)
			if err != nil {
				continue
			}
			programs++
			coarse, detector := false, race.NewDetector()
			for _, ds := range r.Traces {
				_, _, found := raceIn(q, ds, detector)
				coarse = coarse || found
			}
			if coarse {
				racy++
			}
			if fine && !coarse || coarse && !fine && both.MatchString(k.Name) {
				t.Fatalf("%s: accesses collide: %v, race reported: %v: %s", k.Name, fine, coarse, q)
			}
		}
	}
	t.Logf("%d programs, %d with races", programs, racy)
}
