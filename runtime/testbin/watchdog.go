package testbin

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// watchdog ends a test that is out of gocheck's control: one that blocks for
// real, computes for ever without coming to a visible operation, or uses up
// the memory. There is no way to get such a goroutine back, so that it ends
// the process, after the result; the command starts it again for the tests
// that remain.
type watchdog struct {
	out *output
	run atomic.Pointer[testRun]
	due atomic.Bool // a progress message is due

	memory uint64 // limit of the heap
}

const (
	// A task that is blocked for this long in plain code will hardly go on:
	// nobody else runs who could wake it, but for other processes.
	blockedFor = 2 * time.Second
	// A program that does nothing but allocate gets a GiB in a few looks.
	lookEvery = 50 * time.Millisecond
)

// computesFor is how long a task may compute: it may be slow for good reasons.
// The tests do not wait for that long.
var computesFor = 10 * time.Second

// overrun is how much longer than its budget an exploration may take: a task may compute
// between two steps, where nobody looks at the clock.
var overrun = 3 * time.Second

func startWatchdog(out *output, store int64) *watchdog {
	w := &watchdog{out: out, memory: 4<<30 + uint64(store)}
	if total := totalMemory(); total > 0 {
		w.memory = min(w.memory, total/10*6)
	}
	go w.look()
	return w
}

// collectsBeyond has the collector work harder once the process takes as much as -memory, until
// the function that it returns is called. Otherwise a process may take twice what is alive in it,
// and most of that is the program's and not counted. A bound of the user's that is lower
// (GOMEMLIMIT) stays; of a small -memory the program itself does not have to know.
func collectsBeyond(memory int64) (end func()) {
	if memory <= 0 {
		return func() {}
	}
	was := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(was, max(memory, leastCollected)))
	return func() { debug.SetMemoryLimit(was) }
}

const leastCollected = 1 << 30

// watch makes r the test that runs.
func (w *watchdog) watch(r *testRun) { w.run.Store(r) }

func (w *watchdog) look() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	var quiet silence
	var rests resting
	for i := 0; ; i++ {
		time.Sleep(lookEvery)
		second := i%int(time.Second/lookEvery) == 0
		if second {
			w.due.Store(true)
		}
		r := w.run.Load()
		if r == nil {
			quiet.heard(true, time.Now())
			continue
		}
		if second {
			r.judges(time.Now())
		}
		metrics.Read(sample)
		if heap := sample[0].Value.Uint64(); heap > w.memory {
			w.outOfMemory(r, heap)
		}
		if at := r.overdue.Load(); at != 0 && time.Now().UnixNano() > at {
			w.overran(r)
		}
		if silent := quiet.heard(r.x.Question(), time.Now()); silent <= blockedFor/2 {
			rests = resting{}
		} else if !w.hung(r, silent, &rests) {
			quiet, rests = silence{}, resting{}
		}
	}
}

// silence is how long control has not passed on.
type silence struct {
	since time.Duration
	last  time.Time // of the last look
}

// heard takes down whether control has passed on since the last look. Where the
// looks come late, the process was stopped, or the machine is busy: the task has not
// had that time either, and it does not count.
func (s *silence) heard(answer bool, now time.Time) time.Duration {
	if answer {
		s.since = 0
	} else {
		s.since += min(now.Sub(s.last), 2*lookEvery)
	}
	s.last = now
	return s.since
}

// hung judges a task that has not come to a visible operation for a while. It is not
// to blame, and false, if none has control, or the scheduler: they take the time
// that they need.
func (w *watchdog) hung(r *testRun, silent time.Duration, rests *resting) bool {
	state, stack := calls.RunningTask()
	if r.x.Answered() || calls.Scheduling(stack) {
		return false
	}
	if state == "" { // it has come back
		return false
	}
	frame := calls.UserFrame(stack)
	works, enough := patience(state, stack)
	rested := rests.found(works, stack, time.Now(), threadTime())
	switch {
	case silent < enough || !works && silent < computesFor && rested < blockedFor/2:
		return true
	case works:
		frame, at := whereabouts(frame, r.x.LastSite())
		w.end(r, &wire.Result{
			Verdict: "incomplete", Bound: "computes", Pos: frame,
			Reason: fmt.Sprintf("no scheduling point for %d s %s: an endless loop, or a long computation", int(silent.Seconds()), at),
		})
	default:
		w.end(r, &wire.Result{
			Verdict: "unsupported", Pos: frame,
			Reason: fmt.Sprintf("blocked for %d s outside of gocheck's control at %s (%s)", int(silent.Seconds()), frame, state),
		})
	}
	return true
}

// whereabouts says in which place a task computes whose innermost call is at frame.
// The jump of an empty loop is on no line: it is printed as that of line 0 or 1. Whether
// the task was met there or at the instruction before, which has a line, is chance. The
// task has then done nothing since its last operation.
func whereabouts(frame string, last rt.Site) (pos, at string) {
	if strings.HasSuffix(frame, ":0") || strings.HasSuffix(frame, ":1") {
		return last.Position(), "after " + last.Line()
	}
	return frame, "at " + frame
}

func (w *watchdog) outOfMemory(r *testRun, heap uint64) {
	reason := fmt.Sprintf("the heap has grown to %d MiB, past the limit of %d MiB", heap>>20, w.memory>>20)
	_, stack := calls.RunningTask()
	frame := calls.UserFrame(stack)
	if frame != "" {
		reason += ", last at " + frame
	}
	w.end(r, &wire.Result{Verdict: "incomplete", Bound: "heap", Pos: frame, Reason: reason})
}

// overran ends an exploration in the midst of an execution. One that has found
// failures has still to report them.
func (w *watchdog) overran(r *testRun) {
	var executions int64
	if p := r.progress.Load(); p != nil {
		if executions = p.Executions; p.Failing > 0 {
			return
		}
	}
	res := &checker.Result{Bound: "time", Executions: executions}
	w.end(r, &wire.Result{Verdict: "incomplete", Bound: res.Bound, Reason: r.bound(res.Bound, res) + ", and one that did not end"})
}

// trapped ends the test that runs because of a call that nobody can go on from.
func (w *watchdog) trapped(n *rt.Uncontrolled) {
	w.end(w.run.Load(), &wire.Result{Verdict: "unsupported", Pos: n.Site.Position(), Reason: n.Reason()})
}

// end sends the result of the test and ends the process.
func (w *watchdog) end(r *testRun, result *wire.Result) {
	if p := r.progress.Load(); p != nil {
		result.Executions, result.Blocked, result.Failing, result.Events = r.phased.before+p.Executions, p.Blocked, p.Failing, p.Events
		result.Estimate = wire.Number(p.Estimate)
	}
	if r.failed {
		result.Verdict = "fail"
	}
	result = r.phased.unsettled(result)
	result.Algorithm = explore.AlgorithmOf(r.options()).Name
	result.Seconds = wire.Number(time.Since(r.start).Seconds())
	w.out.send(wire.Message{Type: "result", Test: r.test.Name, Result: result, Last: true})
	os.Exit(exitHung)
}

// totalMemory is the machine's memory in bytes, 0 if that cannot be told.
func totalMemory() uint64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	var kib uint64
	if _, err := fmt.Sscanf(string(data), "MemTotal: %d kB", &kib); err != nil {
		return 0
	}
	return kib << 10
}
