package r4_test

import (
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

// figure1 is the slide show of the paper's Figure 1: e0 and e3 load an image into
// the queue n, a click (e1, then e2, by the same user) takes one or, if there is
// none, sets a timer that is to try again, e5 is the script that has nothing to do
// with it.
const figure1 = `
	main: post(load,h0) post(click1,h0) post(load,h0) post(script,h0)
	load: n++
	click1: post(click2,h0) rn>1 if$1==0{post(timer,h0)}else{add(n,-1)}
	click2: rn>1 if$1==0{post(timer,h0)}else{add(n,-1)}
	timer: rn>1 if$1==0{post(timer,h0)}else{add(n,-1)}
	script: ws1`

// names by task of the events of Figure 2; t is the timer that the first click
// sets, u the one that a timer sets.
var figure2Names = map[string]string{
	"main/1": "e0", "main/2": "e1", "main/2/1": "e2", "main/3": "e3", "main/2/1/1": "e4", "main/4": "e5",
	"main/2/2": "t", "main/2/1/1/1": "u",
}

// sequences are those that r4 explores with the bound, as: index, parent, depth,
// reversed pair, events, and in parentheses those of the plan that were skipped.
func sequences(t *testing.T, p *lang.Program, initial []checker.Decision, bound int, names map[string]string) ([]string, *checker.Result) {
	t.Helper()
	name := func(id checker.EventID) string {
		if n := names[p.TaskName(id.Task)]; n != "" {
			return n
		}
		return fmt.Sprintf("%s#%d", p.TaskName(id.Task), id.Index)
	}
	var got []string
	o := checker.Options{Algorithm: "r4", Reversals: &bound, Initial: initial}
	o.OnExecution = func(pr *checker.Progress) bool {
		q := pr.Sequence
		s := fmt.Sprintf("%d<%d d%d", q.Index+1, q.Parent+1, q.Depth)
		if q.Parent >= 0 {
			s += fmt.Sprintf(" %s/%s", name(q.Reversed[0]), name(q.Reversed[1]))
		}
		s += ":"
		for _, e := range q.Events {
			if n := names[p.TaskName(e.Task)]; n != "" {
				s += " " + n
				if e.New {
					s += "+"
				}
			}
		}
		for _, id := range q.Skipped {
			s += " (" + name(id) + ")"
		}
		got = append(got, s)
		if !q.Whole {
			t.Errorf("sequence %d: messages are not atomic", q.Index)
		}
		return true
	}
	res, err := explore.Run(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return got, res
}

// order has the decisions that begin the messages of the names, after all that
// main does.
func order(p *lang.Program, names ...string) []checker.Decision {
	var ds []checker.Decision
	for _, n := range names {
		ds = append(ds, checker.Decision{Task: p.TaskNamed(n), Partner: checker.NoTask})
	}
	return ds
}

// TestR4Figure2: with two reversals the seven sequences of the paper's Figure 2,
// with their parents, and at their ends timers that the figure leaves out. (The
// text of section 2.2 gives Q5 depth 1 and Q4 depth 2, which its own definition,
// one more than the parent's, does not allow.)
func TestR4Figure2(t *testing.T) {
	p, err := lang.Parse(figure1)
	if err != nil {
		t.Fatal(err)
	}
	initial := order(p, "main", "main", "main", "main", "main", "main/1", "main/2", "main/2/1", "main/3", "main/2/1/1", "main/4")
	got, res := sequences(t, p, initial, 2, figure2Names)
	want := []string{
		"1<0 d0: e0 e1 e2 e3 e4 e5",            // Q1
		"2<1 d1 e3/e4: e0 e1 e2 e4 e3 e5 u+",   // Q2
		"3<1 d1 e2/e3: e0 e1 e3 e2 e5 (e4)",    // Q3
		"4<1 d1 e0/e1: e1 e0 e2 e3 e5 t+ (e4)", // Q4
		"5<3 d2 e1/e3: e0 e3 e1 e2 e5",         // Q5
		"6<4 d2 e2/e3: e1 e0 e3 e2 e5 t",       // Q6
		"7<4 d2 e0/e2: e1 e2 e0 e3 e5 t e4+",   // Q7
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("explored\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := res.Reversals; !slices.Equal(r.Sequences, []int64{1, 3, 3}) || r.Completed != 2 || res.Bound != "reversals" {
		t.Errorf("sequences by bound %v, completed %d, bound %q", r.Sequences, r.Completed, res.Bound)
	}
}

// TestR4Bounds: of random programs with handlers every sequence has a parent
// that was explored before and is a reversal or two nearer to the initial one,
// no sequence is reported twice, and a bound that leaves nothing out is as good as
// none: no trace is missed.
func TestR4Bounds(t *testing.T) {
	bound := 60
	for _, k := range gen.Kinds {
		if k.Name != "unordered" && k.Name != "heavy-events-branch" && k.Name != "fifo" && k.Name != "choices-events" {
			continue
		}
		done := 0
		for i := range 40 {
			p := k.Program(gen.Seeded(int64(i)), k.Size(i))
			want, err := oracle.Count(p, 300)
			if err != nil || len(want.Traces) < 3 {
				continue
			}
			var depths []int
			got := map[string]bool{}
			seen := map[string]bool{}
			o := checker.Options{Algorithm: "r4", Reversals: &bound, Executions: 3000}
			o.OnExecution = func(pr *checker.Progress) bool {
				q := pr.Sequence
				switch {
				case int(q.Index) != len(depths):
					t.Errorf("%v: sequence %d comes after %d", p, q.Index, len(depths)-1)
				case q.Index == 0 && (q.Parent != -1 || q.Depth != 0):
					t.Errorf("%v: the initial sequence has parent %d and depth %d", p, q.Parent, q.Depth)
				case q.Index > 0 && (q.Parent < 0 || q.Parent >= q.Index || q.Depth-depths[q.Parent] < 1 || q.Depth-depths[q.Parent] > 2):
					t.Errorf("%v: sequence %d has parent %d and depth %d", p, q.Index, q.Parent, q.Depth)
				}
				depths = append(depths, q.Depth)
				if s := lang.Schedule(p, pr.Decisions); seen[s] {
					t.Errorf("%v: explored twice: %s", p, s)
				} else {
					seen[s] = true
				}
				key, _, _ := want.Key(pr.Decisions)
				got[key] = true
				return !t.Failed()
			}
			res, err := explore.Run(p, o)
			if err != nil {
				t.Fatal(err)
			}
			if res.Bound == "executions" || t.Failed() {
				continue
			}
			var sum int64
			for _, n := range res.Reversals.Sequences {
				sum += n
			}
			if !res.Exhaustive || len(got) != len(want.Traces) || sum != res.Executions {
				t.Errorf("%v: bound %q, %d traces of %d, %d sequences in %d executions", p, res.Bound, len(got), len(want.Traces), sum, res.Executions)
			}
			done++
		}
		if done < 5 {
			t.Errorf("%s: only %d programs", k.Name, done)
		}
	}
}

// TestR4Share: the events that were explored, of those that were possible, are the
// edges of the tree of explored sequences; where the exploration is ended early,
// too.
func TestR4Share(t *testing.T) {
	p, err := lang.Parse(figure1)
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int64{1, 5, 200} { // there is no end of timers that try again
		edges := map[string]bool{}
		o := checker.Options{Algorithm: "r4", Executions: limit}
		o.OnExecution = func(pr *checker.Progress) bool {
			way := ""
			for _, e := range pr.Sequence.Events {
				way += fmt.Sprint(" ", pr.Decisions[e.First])
				edges[way] = true
			}
			return true
		}
		res, err := explore.Run(p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r := res.Reversals; r.Visited != int64(len(edges)) || r.Enabled <= r.Visited {
			t.Errorf("limit %d: %d events visited of %d enabled, want %d visited", limit, r.Visited, r.Enabled, len(edges))
		}
	}
}
