package checker_test

import (
	"reflect"
	"regexp"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
)

// raceIn executes a schedule under the race detector.
func raceIn(p *lang.Program, ds []checker.Decision, r checker.FirstRace) (first, second checker.Effect, found bool) {
	m := lang.NewMachine(p)
	r.Reset()
	for _, d := range ds {
		r.Add(m, m.Step(d))
	}
	return r.Found()
}

// TestRaces says which programs have a race in some execution and which in
// none: one line for every way of synchronising.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		program string
		racy    bool
	}{
		{"t0: wx; t1: wx", true},
		{"t0: wx; t1: rx", true},
		{"t0: rx; t1: rx", false},
		{"t0: wx; t1: wy", false},
		{"main: wx go(f) rx; f: rx", false},
		{"main: go(f) wx; f: rx", true},
		{"main: go(f) join(0) wx; f: rx", false},
		// Locks: release before acquire.
		{"t0: lock(l0) wx unlock(l0); t1: lock(l0) wx unlock(l0)", false},
		{"t0: lock(l0) wx unlock(l0); t1: lock(l1) wx unlock(l1)", true},
		{"t0: lock(l0) unlock(l0) wx; t1: lock(l0) rx unlock(l0)", true},
		{"t0: lock(l0) wx unlock(l0); t1: trylock(l0) if==1{rx unlock(l0)}", false},
		{"t0: lock(l0) wx unlock(l0); t1: trylock(l0) if==0{rx}", true},
		{"t0: rlock(k0) rx runlock(k0); t1: lock(k0) wx unlock(k0)", false},
		{"t0: rlock(k0) wx runlock(k0); t1: rlock(k0) wx runlock(k0)", true},
		{"t0: rlock(k0) wx runlock(k0); t1: rlock(k0) runlock(k0) lock(k0) wx unlock(k0)", false},
		// Channels.
		{"chan c0=1; t0: wx send(c0,1); t1: recv(c0) rx", false},
		{"chan c0=1; t0: send(c0,1) wx; t1: recv(c0) rx", true},
		{"chan c0=1; t0: send(c0,1) send(c0,1) wx; t1: rx recv(c0) recv(c0)", false}, // receive 0 before send 1
		{"chan c0=2; t0: send(c0,1) send(c0,1) wx; t1: rx recv(c0) recv(c0)", true},
		{"t0: wx send(c0,1); t1: recv(c0) rx", false},
		{"t0: send(c0,1) wx; t1: rx recv(c0)", false}, // a rendezvous is both ways
		{"t0: send(c0,1) wx; t1: recv(c0) wx", true},
		{"t0: wx close(c0); t1: recv(c0) rx", false},
		{"t0: wx close(c0); t1: select{recv(c0){rx}}", false},
		{"chan c0=1; t0: wx; t1: len(c0) rx", true},
		// Atomics.
		{"t0: wx Wy; t1: Ry if==1{rx}", false},
		{"t0: wx Wy; t1: Ry if==0{rx}", true},
		{"t0: wx y++; t1: y++ if==2{wx}", false},
		// Updates and stores of what is there: their order is in no trace.
		{"t0: wx inc(y,1); t1: Ry if==1{rx}", false},
		{"t0: wx inc(y,1); t1: inc(y,1) rx", true},
		{"t0: wx inc(y,1); t1: mask(y,3) rx", true}, // the other way round
		{"t0: wx inc(y,1); t1: inc(y,1); t2: Ry if==2{rx}", false},
		{"t0: wx inc(y,1); t1: put(y,1) Ry if==2{rx}", false},
		{"t0: wx put(y,1); t1: Ry if==1{rx}", false},
		{"t0: wx put(y,1); t1: put(y,1); t2: Ry if==1{rx}", true},
		{"t0: rx; t1: put(x,0)", true},
		{"t0: rx; t1: inc(x,1)", true},
		{"t0: wx; t1: Rx", true},
		{"t0: rx; t1: Rx", false},
		{"t0: Wx; t1: Wx", false},
		{"t0: wx cas(y,0,1); t1: await(y) rx", false},
		// Handlers: messages of one handler are ordered, whichever comes first.
		{"t0: post(a,h0); t1: post(b,h0); a: wx; b: wx", false},
		{"t0: post(a,h0); t1: post(b,h1); a: wx; b: wx", true},
		{"t0: wx post(a,h0); a: wx", false},
		{"t0: post(a,h0) wx; a: wx", true},
		{"t0: post(a,h0); a: post(b,h0) wx; b: wx", false},
		// The rest of sync.
		{"main: wgadd(g0,2) go(f) go(g) wait(g0) wx; f: wx done(g0); g: wy done(g0)", false},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0) wx; f: done(g0) wx; g: wy", true},
		// An Add from zero has to come before the Wait, or after it.
		{"t0: wgadd(g0,1) done(g0); t1: wait(g0)", true},
		{"main: wgadd(g0,1) go(f) wait(g0); f: wgadd(g0,1) done(g0) done(g0)", false},
		{"main: wgadd(g0,1) go(f) wait(g0) wgadd(g0,1) done(g0); f: done(g0)", false},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0); f: done(g0); g: wgadd(g0,1) done(g0)", true},
		{"main: wgadd(g0,1) go(f) go(g) wait(g0) wgadd(g0,1) done(g0); f: done(g0); g: wait(g0)", true},
		{"chan c0=1; main: wgadd(g0,1) go(f) go(g) wait(g0) recv(c0) wgadd(g0,1) done(g0); f: done(g0); g: wait(g0) send(c0,1)", false},
		{"t0: once(o0){wx} rx; t1: once(o0){wx} rx", false},
		{"t0: once(o0){} wx; t1: once(o0){} rx", true},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: wx signal(q0)", false},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: wx bcast(q0)", false},
		{"t0: lock(l0) cwait(q0,l0) unlock(l0) rx; t1: signal(q0) wx", true},
		// Virtual time orders steps, but it is no synchronisation.
		{"t0: wx; t1: sleep(1) rx", true},
		{"t0: sleep(1) wx; t1: sleep(2) wx", true},
		{"main: wx tnew(T0,1) trecv(T0) wx", false},
		{"main: wx after(T0,1,f); f: wx", false},
		{"main: after(T0,1,f) wx; f: wx", true},
	} {
		p := lang.MustParse("coarse; " + c.program)
		r, err := oracle.Count(p, 10000)
		if err != nil {
			t.Fatal(err)
		}
		racy, detector := false, checker.NewFirstRace()
		for _, ds := range r.Traces {
			if _, _, found := raceIn(p, ds, detector); found {
				racy = true
			}
		}
		if racy != c.racy {
			t.Errorf("%s: race %v, want %v", p, racy, c.racy)
		}
	}
}

// TestRaceIsReportedWhereItIs checks task, position and kind of a report.
func TestRaceIsReportedWhereItIs(t *testing.T) {
	p := lang.MustParse("coarse; t0: lock(l0) wx unlock(l0); t1: yield Rx")
	write, read := "write at t0:2 by main/1", "atomic read at t1:2 by main/2"
	for _, ds := range mustCount(t, p).Traces {
		detector := checker.NewFirstRace()
		first, second, found := raceIn(p, ds, detector)
		if !found {
			t.Fatalf("no race in %s", lang.Schedule(p, ds))
		}
		want := checker.Failure{Kind: "race", Pos: "t0:2", Details: []string{write, read}, Race: []checker.Effect{first, second},
			Message: "data race: " + write + " and " + read + ", with no synchronisation between them"}
		if first.Write {
			want.Pos, want.Details = "t1:2", []string{read, write}
			want.Message = "data race: " + read + " and " + write + ", with no synchronisation between them"
		}
		// The write is in the step of the lock, t0's second after its beginning;
		// the read is a step of its own, t1's third.
		for nth := map[bool]int{true: 2, false: 3}[second.Write]; nth > 0; want.At++ {
			if ds[want.At].Task == second.Task {
				nth--
			}
		}
		want.At-- // the last that was counted
		if got := detector.Failure(p); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func mustCount(t *testing.T, p *lang.Program) *oracle.Result {
	t.Helper()
	r, err := oracle.Count(p, 20000)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRacesByBruteForce compares the detector with the definition, on the
// executions of random programs.
func TestRacesByBruteForce(t *testing.T) {
	detector := checker.NewFirstRace()
	executions, races := 0, 0
	for _, k := range gen.Kinds {
		for i := range max(*campaign/2, 10) {
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
	group    bool // an operation on a WaitGroup
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
		for i := range max(*campaign/5, 5) {
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
			coarse, detector := false, checker.NewFirstRace()
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

// TestRaceDetectorReusesMemory: no allocation once the arrays have grown.
func TestRaceDetectorReusesMemory(t *testing.T) {
	p := lang.MustParse("coarse; chan c0=2; fifo h0; t0: wx send(c0,1) lock(l0) wy unlock(l0) post(m,h0); t1: recv(c0) rx lock(l0) ry unlock(l0) lock(k0) unlock(k0) bcast(q0); m: rlock(k0) runlock(k0)")
	ds := mustCount(t, p).Traces
	detector := checker.NewFirstRace()
	m := lang.NewMachine(p)
	n := testing.AllocsPerRun(100, func() {
		for _, d := range ds {
			m.Reset()
			detector.Reset()
			for _, e := range d {
				detector.Add(m, m.Step(e))
			}
		}
	})
	if n > 0 {
		t.Errorf("%v allocations over %d executions", n, len(ds))
	}
}

// TestExploreReportsRaces: with Options.Races a race is the failure of the
// execution, unless it failed in another way.
func TestExploreReportsRaces(t *testing.T) {
	for _, c := range []struct{ program, kind string }{
		{"t0: lock(l0) wx unlock(l0); t1: rx", "race"},
		{"t0: lock(l0) wx unlock(l0); t1: lock(l0) rx unlock(l0)", ""},
		{"t0: wx assert==1; t1: wx", "assert"},
	} {
		p := lang.MustParse("coarse; " + c.program)
		res, err := checker.Explore(p, checker.Options{Races: true})
		if err != nil {
			t.Fatal(err)
		}
		kind := ""
		if len(res.Failures) > 0 {
			kind = res.Failures[0].Failure.Kind
		}
		if kind != c.kind {
			t.Errorf("%s: failure %q, want %q", p, kind, c.kind)
		}
		if res, _ := checker.Explore(p, checker.Options{}); c.kind == "race" && len(res.Failures) > 0 {
			t.Errorf("%s: a race without Options.Races", p)
		}
	}
}

// TestWitness: where updates commute, a race may be hidden in the order in which
// it was found. The witness shows it although nothing commutes.
func TestWitness(t *testing.T) {
	hidden, races := 0, 0
	for _, name := range []string{"updates", "updates-branch", "updates-locks", "updates-handlers", "updates-coarse", "updates-threads"} {
		k, _ := gen.Named(name)
		for i := range max(*campaign, 200) {
			p := gen.Coarse(k.Program(gen.Seeded(int64(9000+i)), k.Size(i)))
			r, err := oracle.Count(p, 1000)
			if err != nil {
				continue
			}
			q, ok := ordered(p)
			if !ok {
				continue
			}
			for _, ds := range r.Traces {
				o := checker.Options{Races: true, Steps: 10000}
				if f := checker.Replay(p, ds, o, nil).Outcome.Failure; f == nil || f.Kind != "race" {
					continue
				}
				races++
				if again := checker.Replay(q, translated(p, q, ds), o, nil).Outcome.Failure; again != nil && again.Kind == "race" {
					continue
				}
				hidden++
				again := checker.Replay(q, translated(p, q, checker.Witness(p, ds, o)), o, nil)
				if f := again.Outcome.Failure; f == nil || f.Kind != "race" {
					t.Fatalf("%s: the witness has no race: %s\nof %s\n%s", name, lang.Schedule(q, again.Decisions), lang.Schedule(p, ds), p)
				}
			}
		}
	}
	t.Logf("%d races, %d of them hidden in their order", races, hidden)
	if hidden == 0 {
		t.Error("the programs say nothing")
	}
}

// translated is a schedule of p in the numbers that q has for its tasks: each
// program numbers them as it meets them.
func translated(p, q *lang.Program, ds []checker.Decision) []checker.Decision {
	task := func(t checker.Task) checker.Task {
		if t == checker.NoTask {
			return t
		}
		return q.TaskNamed(p.TaskName(t))
	}
	var in []checker.Decision
	for _, d := range ds {
		d.Task, d.Partner = task(d.Task), task(d.Partner)
		in = append(in, d)
	}
	return in
}

// ordered is a program in which the updates and stores of p are plain atomic
// writes; false if it has updates for which the language has none.
func ordered(p *lang.Program) (*lang.Program, bool) {
	q := *p
	q.Bodies = nil
	ok := true
	var block func(code []lang.Stmt) []lang.Stmt
	block = func(code []lang.Stmt) []lang.Stmt {
		code = append([]lang.Stmt(nil), code...)
		for i := range code {
			s := &code[i]
			switch s.Kind {
			case lang.Inc:
				s.Kind, s.Reg = lang.AddVar, 3
			case lang.Put:
				s.Kind = lang.AtomicStore
			case lang.Mask, lang.Merge:
				ok = false
			}
			s.Then, s.Else, s.Cases = block(s.Then), block(s.Else), block(s.Cases)
		}
		return code
	}
	for _, b := range p.Bodies {
		b.Code = block(b.Code)
		q.Bodies = append(q.Bodies, b)
	}
	return &q, ok && q.Compile() == nil
}
