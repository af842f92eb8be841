package runtime

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// faulting is a scheduler that takes the youngest task, and panics when it is asked
// for the n-th time.
type faulting struct {
	n   int
	buf []checker.Decision
}

func (s *faulting) Next(st checker.State) (checker.Decision, bool) {
	if s.n--; s.n == 0 {
		panic("a fault of the scheduler")
	}
	tasks := st.Tasks()
	for i := len(tasks) - 1; i >= 0; i-- {
		if s.buf = st.Decisions(tasks[i], s.buf[:0]); len(s.buf) > 0 {
			return s.buf[0], true
		}
	}
	return checker.Decision{}, false
}

func (s *faulting) Did(checker.State, *checker.Event) {}

// TestSchedulerFaults: a panic of the scheduler comes to the caller of Run, whatever
// the tasks recover, and whoever of them waits for the one that asked.
func TestSchedulerFaults(t *testing.T) {
	s := testSites(t, "go")
	quiet := func() { _ = recover() }
	x := newExecution(among(Settings{}), func() {
		defer quiet()
		Go(s, func() {
			defer quiet()
			Go(s, func() {
				defer quiet()
				Gosched(s)
				Goexit(s)
			})
			Go(s, func() {})
			Gosched(s)
		})
		Gosched(s)
	})
	run := func(n int) (fault any) {
		defer func() { fault = recover() }()
		x.Run(&faulting{n: n})
		return nil
	}
	asked := 1
	for ; ; asked++ {
		fault := run(asked)
		if fault == nil {
			break
		}
		if !strings.Contains(fmt.Sprint(fault), "a fault of the scheduler") {
			t.Errorf("asked for the %d. time: %v", asked, fault)
		}
		x = newExecution(x.Settings, x.body) // as gocheck gives the test up
	}
	if asked < 10 {
		t.Errorf("the scheduler was asked %d times", asked)
	}
}

// TestTasksResumeEachOther: of two tasks that take turns one waits for the other, and
// it is resumed half as often.
func TestTasksResumeEachOther(t *testing.T) {
	s := testSites(t, "go")
	const rounds = 10
	x := newExecution(among(Settings{}), func() {
		Go(s, func() {
			for range rounds {
				Gosched(s)
			}
		})
		for range rounds {
			Gosched(s)
		}
	})
	turns, last := 0, checker.NoTask
	explore.Replay(x, nil, checker.Options{}, func(_ checker.State, ev *checker.Event) {
		if ev.Task != last {
			turns, last = turns+1, ev.Task
		}
	})
	if turns < rounds || x.switches > int64(turns)*2/3 {
		t.Errorf("%d switches by the driver or a task that waits, of %d turns", x.switches, turns)
	}
}
