package runtime

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// ran runs a test function under the default scheduler and returns how it
// ended and what it printed.
func ran(t *testing.T, f func(*testing.T)) (*checker.Failure, string) {
	t.Helper()
	x := newExecution(Settings{}, func() { runTest("TestX", f) })
	printed := ""
	x.atBegin = append(x.atBegin, func() {
		x.atEnd = append(x.atEnd, func() {
			r := x.suite.top
			r.Unfinished()
			printed = string(*r.Output)
			*r.Output = nil
		})
	})
	out := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil)
	return out.Outcome.Failure, printed
}

// TestKeptT: the T of a test that gives it to nobody is the same one in each execution,
// and nothing of the last execution is in it; else it is another one.
func TestKeptT(t *testing.T) {
	s := testSites(t, "x")
	for _, keeps := range []bool{true, false} {
		var seen []*testing.T
		x := newExecution(Settings{}, func() {
			runTest("TestX", func(tt *testing.T) {
				if TFailed(tt, s) || TSkipped(tt, s) || tt.Name() != "TestX" || *testOf(tt).Output != nil || reflect.ValueOf(testOf(tt)).Elem().FieldByName("helpers").Len() > 0 || *testOf(tt).Done {
					t.Errorf("keeps %t: the last execution has left something", keeps)
				}
				seen = append(seen, tt)
				THelper(tt, s)
				tt.Errorf("plain")
				TFatal(tt, s, "a")
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

func TestErrorMarksAndGoesOn(t *testing.T) {
	s := testSites(t, "x", "y", "z")
	f, printed := ran(t, func(tt *testing.T) {
		TLog(tt, s, "a", 1)
		TErrorf(tt, s+1, "b\n%d", 2)
		TFatal(tt, s+2, "c")
		t.Error("Fatal goes on")
	})
	if f == nil || f.Kind != "fatal" || f.Message != "b\n2" || f.Pos != "p_test.go:2:1" {
		t.Errorf("%+v", f)
	}
	if want := "    p_test.go:1: a 1\n    p_test.go:2: b\n        2\n    p_test.go:3: c\n"; printed != want {
		t.Errorf("printed\n%s\nwant\n%s", printed, want)
	}
}

func TestMarksOfPlainCode(t *testing.T) {
	f, _ := ran(t, func(tt *testing.T) {
		var a interface{ Errorf(string, ...any) } = tt // as assertion libraries have it
		tt.Log("before")
		a.Errorf("not %d\nbut %d", 1, 2)
	})
	if f == nil || f.Kind != "fatal" || f.Message != "not 1\n        but 2" || !strings.HasPrefix(f.Pos, "testing_test.go:") {
		t.Errorf("%+v", f)
	}
	s := testSites(t, "x")
	f, _ = ran(t, func(tt *testing.T) {
		TRun(tt, s, "sub", func(tt *testing.T) { tt.FailNow() })
		if !TFailed(tt, s) {
			t.Error("a failed subtest leaves its parent unmarked")
		}
	})
	if f == nil || f.Kind != "fatal" || f.Message != "the test is marked as failed" {
		t.Errorf("%+v", f)
	}
}

func TestSkip(t *testing.T) {
	s := testSites(t, "x")
	f, _ := ran(t, func(tt *testing.T) {
		defer func() {
			if !TSkipped(tt, s) {
				t.Error("not marked as skipped")
			}
		}()
		TSkipf(tt, s, "no %s", "reason")
		t.Error("Skip goes on")
	})
	if f != nil {
		t.Errorf("%+v", f)
	}
}

func TestCleanups(t *testing.T) {
	s := testSites(t, "x")
	var log []string
	f, _ := ran(t, func(tt *testing.T) {
		log = nil
		note := func(what string) func() { return func() { log = append(log, what) } }
		TCleanup(tt, s, note("last"))
		tt.Cleanup(note("by plain code"))
		TCleanup(tt, s, func() {
			note("failing")()
			TFailNow(tt, s)
		})
		ctx := TContext(tt, s)
		TCleanup(tt, s, func() { log = append(log, fmt.Sprint(ctx.Err())) })
		defer note("deferred")()
		if ctx.Err() != nil {
			t.Error("the test's context is cancelled too early")
		}
		TFailNow(tt, s)
	})
	if got := strings.Join(log, ", "); got != "deferred, context canceled, failing, by plain code, last" {
		t.Errorf("%s", got)
	}
	if f == nil || f.Kind != "fatal" {
		t.Errorf("%+v", f)
	}
}

func TestSubtests(t *testing.T) {
	s := testSites(t, "x")
	var names []string
	f, printed := ran(t, func(tt *testing.T) {
		names = nil
		for _, name := range []string{"a", "a", "a#01", "b c\t", "", "", "\x01"} {
			ok := TRun(tt, s, name, func(tt *testing.T) {
				names = append(names, TName(tt, s))
				if name == "a" {
					TLog(tt, s, "hello")
				}
			})
			if !ok {
				t.Errorf("%q has failed", name)
			}
		}
	})
	if f != nil {
		t.Errorf("%+v", f)
	}
	want := []string{"TestX/a", "TestX/a#01", "TestX/a#01#01", "TestX/b_c_", "TestX/#00", "TestX/#01", `TestX/\x01`}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if want := "    --- PASS: TestX/a\n        p_test.go:1: hello\n"; !strings.HasPrefix(printed, want) {
		t.Errorf("printed\n%s", printed)
	}
}

func TestSubtestThatFails(t *testing.T) {
	s := testSites(t, "x")
	after := false
	f, _ := ran(t, func(tt *testing.T) {
		if TRun(tt, s, "sub", func(tt *testing.T) { TFatal(tt, s, "no") }) {
			t.Error("Run says that a failed subtest has not")
		}
		after = true
	})
	if !after || f == nil || f.Kind != "fatal" || f.Message != "no" {
		t.Errorf("%t %+v", after, f)
	}
}

// TestSubtestThatFailsIsAwaited: a subtest that fails does not ask whether the test around it is
// over, which waits for it.
func TestSubtestThatFailsIsAwaited(t *testing.T) {
	s := testSites(t, "x")
	x := newExecution(Settings{}, func() {
		runTest("TestX", func(tt *testing.T) {
			TRun(tt, s, "sub", func(tt *testing.T) {
				TRun(tt, s, "sub", func(tt *testing.T) {
					TParallel(tt, s)
					TError(tt, s, "no")
				})
			})
		})
	})
	if f := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil).Outcome.Failure; f == nil || x.BeginAgain() {
		t.Errorf("%+v, %+v", f, x.Known)
	}
}

func TestFailNowOfParentInSubtest(t *testing.T) {
	s := testSites(t, "x")
	f, _ := ran(t, func(tt *testing.T) {
		TRun(tt, s, "sub", func(*testing.T) { TFailNow(tt, s) })
		t.Error("the parent goes on")
	})
	if f == nil || f.Kind != "fatal" {
		t.Errorf("%+v", f)
	}
}

func TestGoexitOfATest(t *testing.T) {
	s := testSites(t, "x")
	f, _ := ran(t, func(*testing.T) { Goexit(s) })
	if f == nil || f.Kind != "panic" || !strings.Contains(f.Message, "runtime.Goexit") {
		t.Errorf("%+v", f)
	}
	cleaned := false
	f, _ = ran(t, func(tt *testing.T) {
		TCleanup(tt, s, func() { cleaned = true })
		panic("boom")
	})
	if f == nil || f.Kind != "panic" || f.Message != "boom" || !cleaned {
		t.Errorf("%+v, cleaned up: %t", f, cleaned)
	}
}

func TestLogAfterTheEnd(t *testing.T) {
	// Whether it comes after the end depends on the schedule but not on the
	// trace. closure's only execution is the bad one, because the default
	// scheduler lets main go on as long as it can.
	s := testSites(t, "x")
	late := func(s Site, _ func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			Go(s, func() { TLog(tt, s, "late") })
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
				TLog(tt, s, "in time")
				Close(done, s)
			})
			Recv(done, s)
		})
	}, spec{outcomes: []string{""}})
}

// helper is what THelper is for.
func helper(tt *testing.T, s Site) {
	THelper(tt, s)
	TError(tt, s, "from a helper")
}

func TestHelperIsNotThePosition(t *testing.T) {
	s := testSites(t, "x")
	_, _, here, _ := runtime.Caller(0)
	_, printed := ran(t, func(tt *testing.T) {
		helper(tt, s)
	})
	want := fmt.Sprintf("    testing_test.go:%d: from a helper\n", here+2)
	if printed != want {
		t.Errorf("%s, want %s", printed, want)
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
