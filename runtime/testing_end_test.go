package runtime

import (
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// TestLogAtTheEnd: the orders of a message and of the end of the test are
// explored, those of messages among themselves are not.
func TestLogAtTheEnd(t *testing.T) {
	s := testSites(t, "x")
	for _, c := range []struct {
		name                string
		test                func(*testing.T)
		executions, failing int64
	}{
		{"default order is harmless", func(tt *testing.T) {
			c := make(chan int, 1)
			Go(s, func() {
				SendTo(c, s).Send(1)
				TLog(tt, s, "sent")
			})
			Recv(c, s)
		}, 2, 1},
		{"an error after the end", func(tt *testing.T) {
			Go(s, func() { TErrorf(tt, s, "late") })
		}, 3, 3},
		{"joined", func(tt *testing.T) {
			var wg sync.WaitGroup
			for range 4 {
				WaitGroupGo(&wg, s, func() {
					TLog(tt, s, "one of")
					TLog(tt, s, "several")
				})
			}
			WaitGroupWait(&wg, s)
		}, 1, 0},
		{"its own task's", func(tt *testing.T) {
			Go(s, func() {})
			TLog(tt, s, "main")
		}, 1, 0},
		{"a subtest's", func(tt *testing.T) {
			TRun(tt, s, "sub", func(sub *testing.T) {
				TLog(tt, s, "outer")
				Go(s, func() { TLog(sub, s, "inner") })
			})
		}, 3, 1}, // before the end of sub, before that of the test, and after both
	} {
		for _, algorithm := range []string{"revisit", "closure"} {
			x := newExecution(Settings{}, func() { runTest("TestX", c.test) })
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
