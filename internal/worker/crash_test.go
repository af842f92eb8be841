package worker

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOverflowInOperation: a recursion that overflows its stack within an
// operation, in gocheck's own code, is the program's fault all the same.
func TestOverflowInOperation(t *testing.T) {
	const stack = `runtime: goroutine stack exceeds 67108864-byte limit
fatal error: stack overflow

runtime stack:
runtime.throw({0x1?, 0x2?})
	/go/src/runtime/panic.go:1229 +0x48

goroutine 20 [running]:
gocheck.dev/runtime.(*task).access(0x1)
	/cache/runtime/memory.go:139 +0x106
gocheck.dev/runtime/access.Get[...](0x1)
	/cache/runtime/access/access.go:13 +0x10
example.com/m.(*node).walk(0x1)
	m_test.go:8 +0x52
`
	failure, result := lastWords(&ending{stderr: stack, err: errors.New("exit status 2")})
	if failure == nil || failure.Kind != "panic" || failure.Pos != "m_test.go:8" || failure.Message != "fatal error: stack overflow" || result.Verdict != "fail" {
		t.Errorf("%+v, %+v", failure, result)
	}
	if diff := cmp.Diff([]string{"example.com/m.(*node).walk at m_test.go:8"}, failure.Details); diff != "" {
		t.Error(diff)
	}
}

// What a crash prints is told as a panic's stack is: what the runtime says first, then the
// calls, without the runtime's own, gocheck's, and the arguments.
func TestCalls(t *testing.T) {
	const stack = `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]

goroutine 20 gp=0x1 m=6 mp=0x2 [running]:
runtime.sigpanic()
	/go/src/runtime/signal_unix.go:900 +0x48
example.com/m.deref[...]({0x1?, 0x2?})
	/home/m/x.go:8 +0x52 fp=0x1 sp=0x2 pc=0x3
...1234 frames elided...
sort.Slice({0x1, 0x2}, 0x3)
	/go/src/sort/slice.go:26 +0x1
example.com/m.TestX(0x1)
	/home/m/x_test.go:9 +0x52
runtime.goexit()
	/go/src/runtime/asm_amd64.s:1 +0x1
iter.Pull(0x1)
	/go/src/iter/iter.go:1 +0x1
gocheck.dev/runtime.(*task).run(0x1)
	/cache/runtime/task.go:9 +0x10
created by gocheck.dev/runtime.start in goroutine 1
	/cache/runtime/task.go:5 +0x10

goroutine 21 [select]:
example.com/m.other()
	/home/m/y.go:1 +0x1
`
	failure, _ := lastWords(&ending{stderr: stack, err: errors.New("exit status 2")})
	want := []string{
		"[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x1]",
		"example.com/m.deref[...] at /home/m/x.go:8",
		"sort.Slice at /go/src/sort/slice.go:26",
		"example.com/m.TestX at /home/m/x_test.go:9",
		"… and 1234 frames that Go does not print",
	}
	if diff := cmp.Diff(want, failure.Details); diff != "" {
		t.Error(diff)
	}
}

// TestOwnWork: who computes when a process is ended for its silence is to blame for it.
func TestOwnWork(t *testing.T) {
	const own = `SIGQUIT: quit
PC=0x1 m=0 sigcode=0

goroutine 1 [coroutine]:
gocheck.dev/runtime.(*task).turn(0x1)
	/cache/runtime/task.go:139 +0x106
example.com/m.TestX(0x1)
	/home/m/x_test.go:9 +0x52

goroutine 7 [runnable]:
slices.Sort(0x1)
	/go/src/slices/sort.go:9 +0x106
gocheck.dev/runtime/testbin.(*testRun).described(0x1)
	/cache/runtime/testbin/testrun.go:139 +0x106
main.main()
	/home/m/0gocheck_test.go:183 +0x52

goroutine 9 [select]:
runtime.gopark(0x1)
	/go/src/runtime/proc.go:9 +0x106
example.com/m.waits(0x1)
	/home/m/x.go:9 +0x52
`
	users := strings.Replace(own, "gocheck.dev/runtime/testbin.(*testRun).described", "example.com/m.computes", 1)
	_, r := lastWords(&ending{stderr: own, hung: true})
	if want := "gocheck itself did not come back, long after the test's budget; it was last seen in gocheck.dev/runtime/testbin.(*testRun).described at /cache/runtime/testbin/testrun.go:139"; r.Verdict != "error" || r.Reason != want {
		t.Errorf("%+v", r)
	}
	if _, r := lastWords(&ending{stderr: users, hung: true}); r.Verdict != "unsupported" || r.Pos != "/cache/runtime/testbin/testrun.go:139" {
		t.Errorf("%+v", r)
	}
}

// Of a long text both ends are kept.
func TestBothEnds(t *testing.T) {
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprint(i))
		got := bothEnds(strings.Join(lines, "\n"))
		n := strings.Count(got, "\n") + 1
		if want := min(i+1, 21); n != want || !strings.HasPrefix(got, "0") || !strings.HasSuffix(got, lines[i]) {
			t.Errorf("%d lines: %q", i+1, got)
		}
	}
}
