package testbin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// working are the states of a goroutine, as stacks print them, in which it does not wait
// for anybody else of the program: it runs, or waits for a processor, or for the runtime,
// which collects garbage on a busy machine for seconds.
var working = states("running", "runnable", "preempted", "copystack",
	"GC assist marking", "GC assist wait", "GC sweep wait", "GC scavenge wait", "GC weak to strong wait", "GC mark termination",
	"garbage collection", "garbage collection scan", "wait for GC cycle", "stopping the world", "flushing proc caches",
	"dumping heap", "debug call", "trace goroutine status", "trace proc status", "page trace flush", "panicwait")

// blocking are those in which it waits for others.
var blocking = states("IO wait", "chan receive (nil chan)", "chan send (nil chan)", "select", "select (no cases)", "chan receive", "chan send",
	"semacquire", "sleep", "sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.RLock", "sync.RWMutex.Lock", "sync.WaitGroup.Wait",
	"synctest.Run", "synctest.Wait", "chan receive (durable)", "chan send (durable)", "select (durable)", "sync.WaitGroup.Wait (durable)")

// Those of the runtime's own goroutines, in which no task is: finalizer wait, cleanup
// wait, force gc (idle), GOMAXPROCS updater (idle), GC worker (idle), GC worker (active),
// trace reader (blocked), coroutine.

func states(names ...string) map[string]bool {
	m := make(map[string]bool)
	for _, n := range names {
		m[n] = true
	}
	return m
}

// patience is how long a task in such a state is waited for: one that is blocked in plain
// code hardly goes on, one that works may be slow for good reasons. A system call may be
// either, as may be what is not known.
func patience(state, calls string) (works bool, d time.Duration) {
	state = strings.TrimSuffix(state, " (scan)")
	// A semaphore of the runtime's own, to start collecting garbage, or to stop the world as
	// this look at the stacks does: stacks do not print the runtime's calls, and begin with
	// whoever has allocated. Those of others are acquired by few packages.
	own := !strings.HasPrefix(calls, "sync.") && !strings.HasPrefix(calls, "internal/sync.") && !strings.HasPrefix(calls, "internal/poll.")
	switch {
	case working[state], state == "semacquire" && own:
		return true, computesFor
	case blocking[state]:
		return false, blockedFor
	}
	return false, max(computesFor, blockedFor)
}

// resting is for how long a task has been found blocked, at one place. One that computes
// may be met where it waits for a moment.
type resting struct {
	calls   string
	since   time.Duration
	last    time.Time
	threads time.Duration // what threadTime was
}

// found takes down a look at the task. What the process computed between two looks, or
// had to wait for a processor, is not counted: whoever is to wake the task may have needed it.
func (r *resting) found(works bool, calls string, now time.Time, threads time.Duration) time.Duration {
	passed, spent := now.Sub(r.last), threads-r.threads
	switch {
	case works || calls != r.calls:
		r.since = 0
	case spent <= passed/2:
		r.since += min(passed, 2*lookEvery)
	}
	r.calls, r.last, r.threads = calls, now, threads
	return r.since
}

// threadTime is for how long the threads of the process have run, or have waited for a
// processor, all together; where the system does not say so, nothing.
func threadTime() time.Duration {
	files, _ := filepath.Glob("/proc/self/task/*/schedstat")
	var sum time.Duration
	for _, name := range files {
		var ran, waited int64
		if data, err := os.ReadFile(name); err == nil {
			fmt.Sscan(string(data), &ran, &waited) // what is missing is nothing
		}
		sum += time.Duration(ran + waited)
	}
	return sum
}
