package runtime

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

func TestTasksRunAndEnd(t *testing.T) {
	s := testSites(t, "go", "mu")
	var mu sync.Mutex
	n := 0
	res := explored(t, Settings{}, "dfs", func() {
		n = 0
		for range 2 {
			Go(s, func() {
				MutexLock(&mu, s+1)
				n++
				MutexUnlock(&mu, s+1)
			})
		}
	})
	if !res.Exhaustive || res.Deadlocks != 0 || len(res.Failures) > 0 {
		t.Fatalf("%+v", res)
	}
	// Begin, Lock, Unlock of two tasks, without those orders in which the lock
	// is taken twice, and main's two Spawns: counted by hand as paths of the
	// product automaton.
	if res.Executions == 0 || n != 2 {
		t.Fatalf("%d executions, n = %d", res.Executions, n)
	}
}

func TestGoexitRunsDeferredOperations(t *testing.T) {
	s := testSites(t, "x")
	var log []string
	r := once(Settings{}, func() {
		log = nil
		Go(s, func() {
			defer func() {
				log = append(log, "outer")
				if recover() != nil {
					log = append(log, "recovered")
				}
			}()
			defer func() {
				Gosched(s)
				log = append(log, "inner")
			}()
			Goexit(s)
			log = append(log, "not reached")
		})
		Gosched(s)
		log = append(log, "main")
	})
	if got := strings.Join(log, " "); got != "main inner outer" && got != "inner outer main" && got != "inner main outer" {
		t.Errorf("%s", got)
	}
	if r.Outcome.Failure != nil {
		t.Errorf("%+v", r.Outcome.Failure)
	}
}

func TestPanicEndsItsTask(t *testing.T) {
	s := testSites(t, "x")
	ran := false
	r := once(Settings{}, func() {
		Go(s, func() {
			defer Gosched(s)
			panic("boom")
		})
		Go(s, func() { ran = true })
	})
	if f := r.Outcome.Failure; f == nil || f.Kind != "panic" || f.Message != "boom" {
		t.Errorf("%+v", f)
	}
	if !ran {
		t.Error("the others do not go on")
	}
}

func TestRecoveredPanicIsNoFailure(t *testing.T) {
	r := once(Settings{}, func() {
		defer func() { recover() }()
		panic("boom")
	})
	if r.Outcome.Failure != nil {
		t.Errorf("%+v", r.Outcome.Failure)
	}
}

func TestMutexMisuse(t *testing.T) {
	s := testSites(t, "mu")
	deferred := false
	r := once(Settings{}, func() {
		defer func() { Gosched(s); deferred = true }()
		MutexUnlock(new(sync.Mutex), s)
	})
	if f := r.Outcome.Failure; f == nil || f.Kind != "unlock" || f.Pos != "p_test.go:1:1" {
		t.Errorf("%+v", f)
	}
	if deferred {
		t.Error("deferred functions ran on after a fatal error")
	}
}

// Leftover tasks are ended, and nothing of them remains.
func TestLeaksOfTheExecutionDoNotLeakHere(t *testing.T) {
	s := testSites(t, "mu")
	unwound := 0
	x := newExecution(Settings{Leaks: "off"}, func() {
		mu := new(sync.Mutex)
		MutexLock(mu, s)
		for range 2 {
			Go(s, func() {
				defer func() { unwound++ }()
				MutexLock(mu, s)
			})
		}
	})
	const executions = 100_000
	var before, after runtime.MemStats
	goroutines := 0
	for i := range executions {
		explore.Replay(x, nil, checker.Options{}, nil)
		if i == executions/10 {
			runtime.GC()
			runtime.ReadMemStats(&before)
			goroutines = runtime.NumGoroutine()
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if unwound != 2*executions {
		t.Errorf("%d tasks were unwound, not %d", unwound, 2*executions)
	}
	if n := runtime.NumGoroutine(); n > goroutines+10 {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
	if after.HeapAlloc > before.HeapAlloc+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before.HeapAlloc, after.HeapAlloc)
	}
}

func TestIdleCoroutinesAreLetGo(t *testing.T) {
	s := testSites(t, "ch")
	x := newExecution(Settings{}, func() {
		for range 3 {
			Go(s, func() {})
		}
		Gosched(s)
	})
	x.Run(&rotating{})
	idle, all := len(x.free), runtime.NumGoroutine()
	x.Release()
	if n := runtime.NumGoroutine(); idle == 0 || n > all-idle {
		t.Errorf("%d goroutines, %d before %d of them were let go", n, all, idle)
	}
}
