package telling

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	rt "gocheck.dev/runtime"
)

// sites registers n places in the source of a test.
func sites(t *testing.T, n int) rt.Site {
	var table strings.Builder
	for i := range n {
		fmt.Fprintf(&table, "p_test.go:%d:1\tf\tx\n", i+1)
	}
	return rt.RegisterSites(t.Name(), table.String())
}

// executes makes what executes a test.
func executes(test func(*testing.T)) *rt.Execution {
	return rt.NewExecution(rt.Settings{}, rt.Test{Name: "TestX", Run: test})
}

// ran runs a test function under the default scheduler and returns how it
// ended and what it printed.
func ran(t *testing.T, f func(*testing.T)) (*checker.Failure, string) {
	t.Helper()
	printed := ""
	x := executes(func(tt *testing.T) {
		defer func() { printed = string(*rt.TestOf(tt).Output) }()
		f(tt)
	})
	out := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil)
	return out.Outcome.Failure, printed
}

func TestErrorMarksAndGoesOn(t *testing.T) {
	s := sites(t, 3)
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
	if f == nil || f.Kind != "fatal" || f.Message != "not 1\n        but 2" || !strings.HasPrefix(f.Pos, "telling_test.go:") {
		t.Errorf("%+v", f)
	}
	s := sites(t, 1)
	f, _ = ran(t, func(tt *testing.T) {
		rt.TRun(tt, s, "sub", func(tt *testing.T) { tt.FailNow() })
		if !TFailed(tt, s) {
			t.Error("a failed subtest leaves its parent unmarked")
		}
	})
	if f == nil || f.Kind != "fatal" || f.Message != "the test is marked as failed" {
		t.Errorf("%+v", f)
	}
}

func TestSkip(t *testing.T) {
	s := sites(t, 1)
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
	s := sites(t, 1)
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
		ctx := rt.TContext(tt, s)
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
	s := sites(t, 1)
	var names []string
	f, printed := ran(t, func(tt *testing.T) {
		names = nil
		for _, name := range []string{"a", "a", "a#01", "b c\t", "", "", "\x01"} {
			ok := rt.TRun(tt, s, name, func(tt *testing.T) {
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
	s := sites(t, 1)
	after := false
	f, _ := ran(t, func(tt *testing.T) {
		if rt.TRun(tt, s, "sub", func(tt *testing.T) { TFatal(tt, s, "no") }) {
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
	s := sites(t, 1)
	x := executes(func(tt *testing.T) {
		rt.TRun(tt, s, "sub", func(tt *testing.T) {
			rt.TRun(tt, s, "sub", func(tt *testing.T) {
				rt.TParallel(tt, s)
				TError(tt, s, "no")
			})
		})
	})
	if f := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil).Outcome.Failure; f == nil || x.BeginAgain() {
		t.Errorf("%+v, %+v", f, x.Known)
	}
}

func TestFailNowOfParentInSubtest(t *testing.T) {
	s := sites(t, 1)
	f, _ := ran(t, func(tt *testing.T) {
		rt.TRun(tt, s, "sub", func(*testing.T) { TFailNow(tt, s) })
		t.Error("the parent goes on")
	})
	if f == nil || f.Kind != "fatal" {
		t.Errorf("%+v", f)
	}
}

func TestGoexitOfATest(t *testing.T) {
	s := sites(t, 1)
	f, _ := ran(t, func(*testing.T) { rt.Goexit(s) })
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

// helper is what THelper is for.
func helper(tt *testing.T, s rt.Site) {
	THelper(tt, s)
	TError(tt, s, "from a helper")
}

func TestHelperIsNotThePosition(t *testing.T) {
	s := sites(t, 1)
	_, _, here, _ := runtime.Caller(0)
	_, printed := ran(t, func(tt *testing.T) {
		helper(tt, s)
	})
	want := fmt.Sprintf("    telling_test.go:%d: from a helper\n", here+2)
	if printed != want {
		t.Errorf("%s, want %s", printed, want)
	}
}

// TestLogAtTheEnd: the orders of a message and of the end of the test are
// explored, those of messages among themselves are not.
func TestLogAtTheEnd(t *testing.T) {
	s := sites(t, 1)
	for _, c := range []struct {
		name                string
		test                func(*testing.T)
		executions, failing int64
	}{
		{"default order is harmless", func(tt *testing.T) {
			c := make(chan int, 1)
			rt.Go(s, func() {
				rt.SendTo(c, s).Send(1)
				TLog(tt, s, "sent")
			})
			rt.Recv(c, s)
		}, 2, 1},
		{"an error after the end", func(tt *testing.T) {
			rt.Go(s, func() { TErrorf(tt, s, "late") })
		}, 3, 3},
		{"joined", func(tt *testing.T) {
			var wg sync.WaitGroup
			for range 4 {
				rt.WaitGroupGo(&wg, s, func() {
					TLog(tt, s, "one of")
					TLog(tt, s, "several")
				})
			}
			rt.WaitGroupWait(&wg, s)
		}, 1, 0},
		{"its own task's", func(tt *testing.T) {
			rt.Go(s, func() {})
			TLog(tt, s, "main")
		}, 1, 0},
		{"a subtest's", func(tt *testing.T) {
			rt.TRun(tt, s, "sub", func(sub *testing.T) {
				TLog(tt, s, "outer")
				rt.Go(s, func() { TLog(sub, s, "inner") })
			})
		}, 3, 1}, // before the end of sub, before that of the test, and after both
	} {
		for _, algorithm := range []string{"revisit", "closure"} {
			x := executes(c.test)
			res, err := explore.Run(x, checker.Options{Algorithm: algorithm, KeepGoing: true, OnExecution: func(*checker.Progress) bool {
				return !x.BeginAgain()
			}})
			if err == nil && x.Known.Ends != 0 {
				res, err = explore.Run(x, checker.Options{Algorithm: algorithm, KeepGoing: true})
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.Executions != c.executions || res.Failing != c.failing || !res.Exhaustive {
				t.Errorf("%s, %s: %d executions, %d failing, want %d, %d: %+v", algorithm, c.name, res.Executions, res.Failing, c.executions, c.failing, res)
			}
		}
	}
}
