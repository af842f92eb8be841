package runtime

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// fails fails a test at once.
func fails(tt *testing.T, s Site, message string) {
	TestOf(tt).Fail(s, message)
	TestOf(tt).Leave()
}

// asserts fails as a library's assertion does, which says that it is a helper.
func asserts(tt *testing.T, s Site) {
	TestOf(tt).Helper()
	TestOf(tt).Fail(s, "x")
}

// TestHelpersFail: a failure in a test helper is where the test calls the helper, so that two
// assertions that fail in one line of their library are two failures.
func TestHelpersFail(t *testing.T) {
	s := testSites(t, "x")
	var found []*checker.Failure
	for _, call := range []func(tt *testing.T){
		func(tt *testing.T) { asserts(tt, s) },
		func(tt *testing.T) { asserts(tt, s) },
		func(tt *testing.T) {
			TestOf(tt).Helper()
			func() { TestOf(tt).Fail(s, "x") }() // in no helper itself
		},
	} {
		x := newExecution(Settings{}, func() { runTest("TestX", call) })
		found = append(found, explore.Replay(x, nil, checker.Options{Steps: 1000}, nil).Outcome.Failure)
	}
	for _, f := range found[:2] {
		if !strings.Contains(f.Pos, "testing_test.go:") {
			t.Errorf("a helper's failure is at %q", f.Pos)
		}
	}
	if found[0].Same(found[1]) {
		t.Errorf("the failures of two assertions are one, at %s", found[0].Pos)
	}
	if found[2].Pos != s.Position() {
		t.Errorf("a failure in no helper is at %q, not at its own %q", found[2].Pos, s.Position())
	}
}

// TestMeanwhile: a failure that a test reports says who waits for each other by then, and nothing
// of who fails, who waits for what can still come, and locks that are free again.
func TestMeanwhile(t *testing.T) {
	s := testSites(t, "mu")
	for _, c := range []struct {
		of   string
		test func(tt *testing.T, mu *sync.Mutex)
		want []string
	}{
		{"a task that waits for itself", func(tt *testing.T, mu *sync.Mutex) {
			Go(s, func() { MutexLock(mu, s); MutexLock(mu, s) })
			TimeSleep(s, 1)
			fails(tt, s, "late")
		}, []string{"meanwhile goroutine 1 waits for itself:", "holds mu"}},
		{"tasks that wait for who fails", func(tt *testing.T, mu *sync.Mutex) {
			MutexLock(mu, s)
			Go(s, func() { MutexLock(mu, s) })
			TimeSleep(s, 1)
			fails(tt, s, "late")
		}, nil},
		{"a lock that was taken and given back", func(tt *testing.T, mu *sync.Mutex) {
			Go(s, func() { MutexLock(mu, s); TimeSleep(s, 9); MutexUnlock(mu, s) })
			TimeSleep(s, 1)
			fails(tt, s, "early")
		}, nil},
	} {
		x := newExecution(Settings{}, func() {
			var mu sync.Mutex
			runTest("TestX", func(tt *testing.T) { c.test(tt, &mu) })
		})
		f := runOnce(x).Outcome.Failure
		if f == nil || f.Kind != "fatal" || len(f.Details) != len(c.want) {
			t.Errorf("%s: %+v", c.of, f)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(f.Details[i], want) {
				t.Errorf("%s: %q, want %q", c.of, f.Details, c.want)
			}
		}
	}
}

// TestKeptT: the T of a test that gives it to nobody is the same one in each execution,
// and nothing of the last execution is in it; else it is another one.
func TestKeptT(t *testing.T) {
	s := testSites(t, "x")
	for _, keeps := range []bool{true, false} {
		var seen []*testing.T
		x := newExecution(Settings{}, func() {
			runTest("TestX", func(tt *testing.T) {
				if tt.Failed() || tt.Skipped() || tt.Name() != "TestX" || *TestOf(tt).Output != nil || reflect.ValueOf(TestOf(tt)).Elem().FieldByName("helpers").Len() > 0 || *TestOf(tt).Done {
					t.Errorf("keeps %t: the last execution has left something", keeps)
				}
				seen = append(seen, tt)
				TestOf(tt).Helper()
				tt.Errorf("plain")
				fails(tt, s, "a")
			})
		})
		if x.suite.newT = nil; !keeps {
			x.suite.newT = func() *testing.T { return new(testing.T) }
		}
		for range 2 {
			if f := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil).Outcome.Failure; f == nil || f.Kind != "fatal" {
				t.Errorf("keeps %t: %v", keeps, f)
			}
		}
		if same := seen[0] == seen[1]; same != keeps {
			t.Errorf("keeps %t: the same T: %t", keeps, same)
		}
	}
}

func TestLogAfterTheEnd(t *testing.T) {
	// Whether it comes after the end depends on the schedule but not on the
	// trace. closure's only execution is the bad one, because the default
	// scheduler lets main go on as long as it can.
	s := testSites(t, "x")
	late := func(s Site, _ func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			Go(s, func() { TestOf(tt).Say(s, "late") })
			Gosched(s)
		})
	}
	if got, _, _ := outcomes(t, "dfs", Settings{Races: RacesOff}, s, late); !reflect.DeepEqual(got, []string{"", "!panic"}) {
		t.Errorf("dfs: %q", got)
	}
	if got, _, _ := outcomes(t, "closure", Settings{Races: RacesOff}, s, late); !reflect.DeepEqual(got, []string{"!panic"}) {
		t.Errorf("closure: %q", got)
	}
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			done := make(chan bool)
			Go(s, func() {
				TestOf(tt).Say(s, "in time")
				Close(done, s)
			})
			Recv(done, s)
		})
	}, spec{outcomes: []string{""}})
}

// The context of a test has the name of the call that asks for it first, also where each test has
// one from the beginning.
func TestContextOfTheTestIsNamed(t *testing.T) {
	s := testSites(t, "other", "context t.Context()")
	for _, known := range []wire.Announced{0, wire.Contexts} {
		var name string
		var x *Execution
		x = newExecution(among(Settings{}), func() {
			runTest("TestX", func(tt *testing.T) {
				ctx := TContext(tt, s+1).(*cancelCtx)
				TContext(tt, s)
				name = x.ObjectName(ctx.object(x))
			})
		})
		x.Known.Ends = known
		runOnce(x)
		x.Release()
		if name != "context t.Context()" {
			t.Errorf("with %v known it is called %q", known, name)
		}
	}
}

func TestContextOfTheTestUnderControl(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			ctx := TContext(tt, s)
			child, _ := ContextWithCancel(s, ctx)
			Go(s, func() {
				Recv(child.Done(), s)
				out("%v", context.Cause(child))
			})
		})
	}, spec{outcomes: []string{"context canceled"}})
}
