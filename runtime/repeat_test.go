package runtime

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gocheck.dev"
	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// asking is a program that asks its scheduler for each step.
type asking struct{ checker.Program }

func (p asking) Run(s checker.Scheduler) checker.Outcome {
	return p.Program.Run(struct{ checker.Scheduler }{s})
}

// counting counts the events that a program makes again by itself, and those that its
// schedulers are told of.
type counting struct {
	checker.Program
	of             map[checker.Repeater]*counted
	again, told    int
	news, surprise int // of the first ones: those with new values; that were not what they were
}

// counted is one of the schedulers: there may be several, and a program tells them apart.
type counted struct {
	*counting
	checker.Repeater
}

func (p *counting) Run(s checker.Scheduler) checker.Outcome {
	if r, ok := s.(checker.Repeater); ok {
		if p.of == nil {
			p.of = make(map[checker.Repeater]*counted)
		}
		if p.of[r] == nil {
			p.of[r] = &counted{p, r}
		}
		return p.Program.Run(p.of[r])
	}
	return p.Program.Run(s)
}

func (p *counted) Did(st checker.State, ev *checker.Event) {
	p.told++
	p.Repeater.Did(st, ev)
}

func (p *counted) Repeated(st checker.State, n int, values []checker.Value, ev *checker.Event) {
	p.again += n
	p.news += len(values)
	if ev != nil {
		p.surprise++
	}
	p.Repeater.Repeated(st, n, values, ev)
}

// TestRepeats explores programs that make the beginnings of executions again by
// themselves, and that are asked for each step: the same must come of both.
func TestRepeats(t *testing.T) {
	s := testSites(t, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
	type node struct{ next *node }
	runs, folded := 0, 0
	for _, c := range []struct {
		what           string
		news, surprise bool
		failing        string
		set            Settings
		body           func()
	}{
		{what: "messages", set: postersSettings, body: posters(3, s)},
		{what: "addresses in atomics", news: true, body: func() {
			var top atomic.Pointer[node]
			for range 3 {
				Go(s, func() {
					n := &node{}
					n.next = atomicPointerLoad(&top, s+1)
					if atomicPointerCompareAndSwap(&top, s+2, n.next, n) {
						atomicPointerStore(&top, s+3, n)
					}
				})
			}
		}},
		{what: "plain accesses under locks, and channels", body: func() {
			var mu sync.RWMutex
			var x int
			c := make(chan int, 1)
			for i := range 3 {
				Go(s, func() {
					RWMutexLock(&mu, s+1)
					*R(&x, s+2)++
					RWMutexUnlock(&mu, s+3)
					Select(s+4, true, SendCase(c, s+5).With(i), RecvCase(c, s+6))
				})
			}
		}},
		{what: "a race", failing: "race", body: func() {
			var x int
			var a atomic.Int64
			for range 2 {
				Go(s, func() {
					StoreWord(s+1, wordOfInt64(&a), 1)
					LoadWord(s+2, wordOfInt64(&a))
					At(&x, s+3).Set(1)
				})
			}
		}},
		{what: "another program every fifth time", surprise: true, failing: "divergence", body: func() {
			runs++
			var a, b atomic.Int64
			h := gocheck.NewHandler("h")
			for i := range 4 {
				Go(s, func() {
					HandlerPost(h, s+1, func() { StoreWord(s+2, wordOfInt64(&a), int64(i)) })
					if runs%5 == 0 {
						LoadWord(s+4, wordOfInt64(&b))
					}
					LoadWord(s+3, wordOfInt64(&a))
				})
			}
		}},
	} {
		for _, algorithm := range []string{"closure", "auto", "auto, folding"} {
			name, folding := strings.CutSuffix(algorithm, ", folding")
			if folding && c.surprise {
				continue // what was assumed is void then, for the one; the other finds that it diverges
			}
			explore := func(p checker.Program) string {
				runs = 0
				o := checker.Options{Algorithm: name, Races: c.set.Races == RacesReport, KeepGoing: true, Executions: 300}
				if folding {
					o.Executions = 3000 // for a few hundred it is not looked for
					o.OnRestart = func() { folded++ }
				}
				res, err := explore.Run(p, o)
				if err != nil {
					t.Fatal(err)
				}
				said := fmt.Sprint(res.Executions, res.Events, res.Deadlocks, res.Failing, res.Blocked, res.Bound)
				for _, f := range res.Failures {
					said += fmt.Sprintf("\n%s %s %s at %d, execution %d: %v", f.Failure.Kind, f.Failure.Message, f.Failure.Pos, f.Failure.At, f.Execution, f.Decisions)
					if f.Failure.Kind != c.failing {
						t.Errorf("%s: %+v", c.what, f.Failure)
					}
				}
				if len(res.Failures) == 0 && c.failing != "" {
					t.Errorf("%s: no failure", c.what)
				}
				return said
			}
			counted := &counting{Program: newExecution(among(c.set), c.body)}
			got, want := explore(counted), explore(asking{newExecution(among(c.set), c.body)})
			if got != want {
				t.Errorf("%s, %s: %s\nwant %s", c.what, algorithm, got, want)
			}
			if counted.again < counted.told/4 || counted.news > 0 != c.news || counted.surprise > 0 != c.surprise {
				t.Errorf("%s, %s: %d events made again, %d told, %d new values, %d surprises", c.what, algorithm,
					counted.again, counted.told, counted.news, counted.surprise)
			}
		}
	}
	if folded == 0 {
		t.Error("nothing was folded")
	}
}
