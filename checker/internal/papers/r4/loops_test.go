package r4_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
)

// r4Events are the events of the last sequence of r4, as task and number of steps,
// of the bodies' tasks only.
func r4Events(t *testing.T, text string) ([]string, *checker.Result) {
	t.Helper()
	p, err := lang.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var events []string
	o := checker.Options{Algorithm: "r4"}
	o.OnExecution = func(pr *checker.Progress) bool {
		events = events[:0]
		for _, e := range pr.Sequence.Events {
			if e.Kind != checker.Begin && e.Kind != checker.Spawn {
				events = append(events, fmt.Sprintf("%s %d", strings.TrimPrefix(p.TaskName(e.Task), "main/"), e.Steps))
			}
		}
		slices.Sort(events)
		return true
	}
	res, err := explore.Run(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return events, res
}

// TestR4Loops: an iteration of an event loop is one event, as far as it is atomic
// and does not wait.
func TestR4Loops(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"chan c0=2; t0: send(c0,1) send(c0,2); t1: loop2{recv(c0) wx wy}", "1 1, 1 1, 2 3, 2 3"},
		{"chan c0=2; t0: send(c0,1) send(c0,2); t1: recv(c0) wx wy recv(c0) wx wy", "1 1, 1 1, 2 1, 2 1, 2 1, 2 1, 2 1, 2 1"},
		// A rendezvous is a step of two tasks.
		{"t0: send(c0,1) send(c0,2); t1: loop2{recv(c0) wx wy}", "1 1, 1 1, 2 2, 2 2"},
		{"chan c0=2 c1=2; t0: send(c0,1); t1: send(c1,2); t2: loop2{select{recv(c0){wx} recv(c1){wx wy}} wy}", "1 1, 2 1, 3 3, 3 4"},
		// A lock is waited for. A critical section is one event; between two another task
		// may see that the first one was.
		{"chan c0=2; t0: send(c0,1) lock(l0) unlock(l0); t1: loop1{recv(c0) lock(l0) wx unlock(l0)}", "1 1, 1 1, 1 1, 2 1, 2 3"},
		{"chan c0=2; t0: send(c0,1) lock(l0) unlock(l0) lock(l1) unlock(l1); t1: loop1{recv(c0) lock(l0) unlock(l0) lock(l1) unlock(l1)}",
			"1 1, 1 1, 1 1, 1 1, 1 1, 2 1, 2 2, 2 2"},
		{"chan c0=2; t0: send(c0,1) rx ry; t1: loop1{recv(c0) wx wy}", "1 1, 1 1, 1 1, 2 1, 2 2"},
		// What waits begins another event, by its kind or for having waited once.
		{"chan c0=2 c1=2; t0: send(c0,1) send(c1,1); t1: loop1{recv(c0) wx recv(c1) wx}", "1 1, 1 1, 2 2, 2 2"},
		{"chan c0=2 c1=1; t0: send(c0,1) recv(c1) recv(c1); t1: loop1{recv(c0) send(c1,1) wx send(c1,1) wx}", "1 1, 1 1, 1 1, 2 3, 2 2"},
		// Behind the loop each step is an event.
		{"chan c0=2; t0: send(c0,1) close(c0); t1: loop2{recv(c0) wx wy} wx wy", "1 1, 1 1, 2 1, 2 1, 2 1, 2 1, 2 1, 2 3"},
	} {
		want := strings.Split(c.want, ", ")
		slices.Sort(want)
		if got, res := r4Events(t, c.text); !slices.Equal(got, want) || !res.Exhaustive {
			t.Errorf("%s: events of %v steps, want %v; bound %q", c.text, got, want, res.Bound)
		}
	}
}

// TestR4Inputs: what a user posts and sends stays in order, and that something was
// left out for it is said.
func TestR4Inputs(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  int64
		bound string
	}{
		{"t0: post(m0,h0); t1: post(m1,h0); m0: wx1; m1: wx2", 2, ""},
		{"user0: post(m0,h0); user1: post(m1,h0); m0: wx1; m1: wx2", 1, "user"},
		{"t0: post(m0,h0) post(m1,h0); m0: wx1; m1: wx2", 2, ""},
		{"user0: post(m0,h0) post(m1,h0); m0: wx1; m1: wx2", 1, "user"},
		{"fifo h0; user0: post(m0,h0) post(m1,h0); m0: wx1; m1: wx2", 1, ""},
		// A timer may still come before, between and after.
		{"user0: post(m0,h0); user1: post(m1,h0); t: post(m2,h0); m0: wx1; m1: wx2; m2: wx3", 3, "user"},
		{"chan c0=2; user0: send(c0,1); user1: send(c0,2); t1: loop2{recv(c0) wx}", 1, "user"},
		{"chan c0=2; t0: send(c0,1); t1: send(c0,2); t2: loop2{recv(c0) wx}", 2, ""},
		{"user0: send(c0,1); user1: send(c0,2); t1: loop2{recv(c0) wx}", 1, "user"},
		// Which task is served is the choice of the program, not the user's.
		{"user0: select{send(c0,1){} send(c1,1){}}; t1: recv(c0); t2: recv(c1)", 2, ""},
	} {
		p, err := lang.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		res, err := explore.Run(p, checker.Options{Algorithm: "r4", CountRedundant: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Executions - res.Redundant; got != c.want || res.Bound != c.bound {
			t.Errorf("%s: %d traces, bound %q; want %d and %q", c.text, got, res.Bound, c.want, c.bound)
		}
	}
}

// inputsOf follows a schedule and notes what comes from outside, and the messages
// that were posted by it.
type inputsOf struct {
	schedule []checker.Decision
	at       int
	posted   map[checker.Task]bool
	inputs   [2][]string
}

func (f *inputsOf) Next(checker.State) (checker.Decision, bool) {
	if f.at == len(f.schedule) {
		return checker.Decision{}, false
	}
	f.at++
	return f.schedule[f.at-1], true
}

func (f *inputsOf) Did(_ checker.State, ev *checker.Event) {
	switch {
	case ev.Op.User:
		f.inputs[0] = append(f.inputs[0], fmt.Sprint(ev.Task, ev.Index))
		if ev.Child != checker.NoTask {
			f.posted[ev.Child] = true
		}
	case ev.Kind == checker.Begin && f.posted[ev.Task]:
		f.inputs[1] = append(f.inputs[1], fmt.Sprint(ev.Task))
	}
}

// TestR4InputsComplete: of random programs in which all threads are a user's, r4
// explores every trace that has an execution with the inputs in the order of the
// initial sequence, as far as the oracle has found it that way. (Of 200 programs a
// kind it misses two traces, and says so by its bound: docs/design/algorithms-r4.md.)
func TestR4InputsComplete(t *testing.T) {
	compared, ordered := 0, 0
	for _, k := range gen.Kinds {
		if !strings.HasPrefix(k.Name, "unordered") && !strings.HasPrefix(k.Name, "fifo") && !strings.HasPrefix(k.Name, "loops") && !strings.HasPrefix(k.Name, "handlers-") {
			continue
		}
		for i := range *inputsPrograms {
			p := k.Program(gen.Seeded(int64(i)), k.Size(i))
			for b := range p.Bodies {
				if strings.HasPrefix(p.Bodies[b].Name, "t") {
					p.Bodies[b].Name = "user" + p.Bodies[b].Name
				}
			}
			if err := p.Compile(); err != nil {
				t.Fatal(err)
			}
			want, err := oracle.Count(p, 300)
			if err != nil {
				continue
			}
			follow := func(ds []checker.Decision) [2][]string {
				f := inputsOf{schedule: ds, posted: map[checker.Task]bool{}}
				p.Run(&f)
				return f.inputs
			}
			var initial [2][]string
			got := map[string]bool{}
			o := checker.Options{Algorithm: "r4", Executions: 3000}
			o.OnExecution = func(pr *checker.Progress) bool {
				if len(got) == 0 {
					initial = follow(pr.Decisions)
				}
				key, _, _ := want.Key(pr.Decisions)
				got[key] = true
				return true
			}
			res, err := explore.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if res.Bound != "" && res.Bound != "user" {
				continue
			}
			compared++
			for key, ds := range want.Traces {
				if inputs := follow(ds); slices.Equal(inputs[0], initial[0]) && slices.Equal(inputs[1], initial[1]) {
					ordered++
					if !got[key] {
						t.Errorf("%s %d: %v\nmissed: %s", k.Name, i, p, lang.Schedule(p, ds))
						break
					}
				}
				if res.Bound == "" && !got[key] {
					t.Errorf("%s %d: %v\nsaid to be exhaustive, missed: %s", k.Name, i, p, lang.Schedule(p, ds))
					break
				}
			}
		}
	}
	if t.Logf("%d programs, %d traces with inputs in order", compared, ordered); ordered < 100 {
		t.Errorf("only %d traces", ordered)
	}
}

var inputsPrograms = flag.Int("r4inputs", 8, "programs of each kind for TestR4InputsComplete")
