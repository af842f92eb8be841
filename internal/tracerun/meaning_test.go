package tracerun

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/tracefile"
)

// parse reads a trace from lines without numbers. Lines marked with "!" are
// left out if that is asked for.
func parse(t *testing.T, text string, leaveOut bool) *tracefile.Trace {
	t.Helper()
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		line, marked := strings.CutSuffix(strings.TrimSpace(line), " !")
		if !marked || !leaveOut {
			fmt.Fprintf(&b, "%d %s\n", i+1, line)
		}
	}
	tr, err := tracefile.Parse("t", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestMeaning has a trace for each operation that orders others: how many
// reorderings there are, and how many without the lines that are marked and
// without the dependence file.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text      string
		depend          string // dependence file
		traces, without int64  // without: 0 is not tried
		deadlocks       int64  // of traces
	}{
		{name: "JOIN", traces: 1, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			JOIN par-tid:1 child-tid:2 !
			WRITE tid:1 obj:x`},
		{name: "JOIN of another's child", traces: 2, without: 4, text: `
			FORK par-tid:1 child-tid:2
			FORK par-tid:2 child-tid:3
			WRITE tid:3 obj:x
			JOIN par-tid:1 child-tid:3 !
			WRITE tid:1 obj:x
			WRITE tid:2 obj:y
			FORK par-tid:1 child-tid:4
			READ tid:4 obj:y`},
		{name: "JOIN of a looping thread", traces: 1, without: 2, text: `
			FORK par-tid:1 child-tid:2
			ATTACH-Q tid:2
			LOOP tid:2
			POST src:1 msg:m dest:2
			CALL tid:2 msg:m
			WRITE tid:2 obj:x
			RET tid:2 msg:m
			THREADEXIT tid:2
			JOIN par-tid:1 child-tid:2 !
			WRITE tid:1 obj:x`},
		{name: "NOTIFY before WAIT", traces: 1, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			NOTIFY tid:2 notifiedTid:1
			WAIT tid:1 !
			WRITE tid:1 obj:x`},
		{name: "ENABLE before TRIGGER", traces: 1, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			ENABLE-EVENT tid:2 view:7 event:0 !
			TRIGGER-EVENT tid:1 view:7 event:0
			WRITE tid:1 obj:x`},
		{name: "another's ENABLE", traces: 2, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			ENABLE-EVENT tid:2 view:6 event:0 !
			TRIGGER-EVENT tid:1 view:7 event:0
			WRITE tid:1 obj:x`},
		{name: "ENABLE where there is a dependence file", depend: "src:1 dest:2", traces: 2, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			ENABLE-EVENT tid:2 view:7 event:0 !
			TRIGGER-EVENT tid:1 view:7 event:0
			WRITE tid:1 obj:x`},
		{name: "dependence", depend: "src:2 dest:3", traces: 1, without: 2, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			WRITE tid:1 obj:x`},
		{name: "a queue is attached before a POST", traces: 1, text: `
			FORK par-tid:1 child-tid:2
			WRITE tid:2 obj:x
			ATTACH-Q tid:2
			LOOP tid:2
			POST src:1 msg:m dest:2
			WRITE tid:1 obj:x`},
		{name: "LOOP before messages", traces: 1, text: `
			FORK par-tid:1 child-tid:2
			ATTACH-Q tid:2
			WRITE tid:2 obj:x
			LOOP tid:2
			POST src:1 msg:m dest:2
			CALL tid:2 msg:m
			WRITE tid:2 obj:x
			RET tid:2 msg:m`},
		{name: "messages are FIFO", traces: 1, text: `
			FORK par-tid:1 child-tid:2
			ATTACH-Q tid:2
			LOOP tid:2
			POST src:1 msg:m dest:2
			POST src:1 msg:n dest:2
			CALL tid:2 msg:m
			WRITE tid:2 obj:x
			RET tid:2 msg:m
			CALL tid:2 msg:n
			WRITE tid:2 obj:x
			RET tid:2 msg:n`},
		{name: "but a DELAY-POST is a fresh thread's", traces: 2, text: `
			FORK par-tid:1 child-tid:2
			ATTACH-Q tid:2
			LOOP tid:2
			DELAY-POST src:1 msg:m dest:2
			POST src:1 msg:n dest:2
			CALL tid:2 msg:m
			WRITE tid:2 obj:x
			RET tid:2 msg:m
			CALL tid:2 msg:n
			WRITE tid:2 obj:x
			RET tid:2 msg:n`},
		{name: "locks are reentrant", traces: 2, text: `
			FORK par-tid:1 child-tid:2
			LOCK tid:1 lock-obj:l
			LOCK tid:1 lock-obj:l
			WRITE tid:1 obj:x
			UNLOCK tid:1 lock-obj:l
			UNLOCK tid:1 lock-obj:l
			LOCK tid:2 lock-obj:l
			WRITE tid:2 obj:x
			UNLOCK tid:2 lock-obj:l`},
		{name: "deadlock", traces: 3, deadlocks: 1, text: `
			FORK par-tid:1 child-tid:2
			LOCK tid:1 lock-obj:k
			LOCK tid:1 lock-obj:l
			UNLOCK tid:1 lock-obj:l
			UNLOCK tid:1 lock-obj:k
			LOCK tid:2 lock-obj:l
			LOCK tid:2 lock-obj:k
			UNLOCK tid:2 lock-obj:k
			UNLOCK tid:2 lock-obj:l`},
		{name: "a queue waits for a message that waits for one behind it", depend: "src:7 dest:9", traces: 2, deadlocks: 1, without: 1, text: `
			FORK par-tid:1 child-tid:2
			FORK par-tid:1 child-tid:3
			ATTACH-Q tid:1
			LOOP tid:1
			POST src:2 msg:m dest:1
			POST src:3 msg:n dest:1
			CALL tid:1 msg:m
			RET tid:1 msg:m
			CALL tid:1 msg:n
			RET tid:1 msg:n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := parse(t, c.text, false)
			if c.depend != "" {
				if err := tr.AddEdges("d", []byte(c.depend)); err != nil {
					t.Fatal(err)
				}
			}
			demand(t, tr, c.traces, c.deadlocks)
			if c.without > 0 {
				demand(t, parse(t, c.text, true), c.without, 0)
			}
		})
	}
}

// demand explores a trace with and without what is left out of it.
func demand(t *testing.T, tr *tracefile.Trace, traces, deadlocks int64) {
	t.Helper()
	for _, reduce := range []bool{true, false} {
		p, err := translate(tr, reduce)
		if err != nil {
			t.Fatal(err)
		}
		res, err := explore.Run(p, checker.Options{KeepGoing: true, CountRedundant: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != traces || res.Deadlocks != deadlocks || res.Redundant+res.Blocked > 0 {
			t.Errorf("reduced %v: %d traces with %d deadlocks (%d redundant), want %d with %d", reduce, res.Executions, res.Deadlocks, res.Redundant, traces, deadlocks)
		}
	}
}

// FuzzRun: whatever trace is accepted can be explored.
func FuzzRun(f *testing.F) {
	for _, name := range []string{"single-queue/trace13", "multi-queue/trace1", "apps/remind-me"} {
		data, err := os.ReadFile(filepath.Join(traces, name, "trace.txt"))
		if err != nil {
			f.Fatal(err)
		}
		depend, err := os.ReadFile(filepath.Join(traces, name, "dependence.txt"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, depend)
	}
	data, err := os.ReadFile("../tracefile/testdata/go.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, []byte("src:1 dest:2"))
	f.Fuzz(func(t *testing.T, data, depend []byte) {
		tr, err := tracefile.Parse("t", data)
		if err != nil || len(tr.Ops) > 500 || tr.AddEdges("d", depend) != nil {
			return
		}
		p, err := New(tr)
		if err != nil {
			t.Fatal(err)
		}
		res, err := explore.Run(p, checker.Options{KeepGoing: true, Executions: 20, Deadline: time.Now().Add(time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Blocked > 0 {
			t.Errorf("%d executions blocked", res.Blocked)
		}
	})
}
