package testbin

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestStates: of each state that this release of Go knows it is said whether a goroutine
// in it is blocked.
func TestStates(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip(err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", "runtime2.go"))
	if err != nil {
		t.Skip(err)
	}
	_, list, ok := strings.Cut(string(data), "var waitReasonStrings = [...]string{\n")
	list, _, ok2 := strings.Cut(list, "\n}")
	if !ok || !ok2 {
		t.Fatalf("%s has no list of states any more", runtime.Version())
	}
	own := states("", "finalizer wait", "cleanup wait", "force gc (idle)", "GOMAXPROCS updater (idle)", "GC worker (idle)", "GC worker (active)",
		"trace reader (blocked)", "coroutine")
	n := 0
	for _, m := range regexp.MustCompile(`"(.*)",`).FindAllStringSubmatch(list, -1) {
		n++
		if state := m[1]; !working[state] && !blocking[state] && !own[state] {
			t.Errorf("state %q: does it block?", state)
		}
	}
	if n < 40 {
		t.Errorf("%d states", n)
	}
}

func TestPatience(t *testing.T) {
	const user = "example.com/p.f(...)\n"
	for _, c := range []struct {
		state, calls string
		works        bool
	}{
		{"running", user, true},
		{"GC assist wait", user, true},
		{"wait for GC cycle", "runtime.GC()\n" + user, true},
		{"GC assist wait (scan)", user, true},
		{"semacquire", "runtime.GC()\n" + user, true},
		{"semacquire", user, true}, // it allocates
		{"semacquire", "strings.Repeat({...})\n" + user, true},
		{"semacquire", "internal/poll.runtime_Semacquire(...)\n" + user, false},
		{"semacquire", "sync.runtime_Semacquire(...)\n" + user, false},
		{"semacquire", "internal/sync.runtime_SemacquireMutex(...)\n" + user, false},
		{"chan receive", user, false},
		{"chan receive (scan)", user, false},
		{"syscall", user, false},
		{"a new state", user, false},
	} {
		if works, d := patience(c.state, c.calls); works != c.works || d < blockedFor {
			t.Errorf("%s, %q: works %v, %v", c.state, c.calls, works, d)
		}
	}
}

// TestResting: a task is blocked for as long as it is met at one place, while the process
// has nothing to do.
func TestResting(t *testing.T) {
	now := time.Unix(1000, 0)
	var threads time.Duration
	var r resting
	for i, l := range []struct {
		works bool
		calls string
		spent time.Duration
		want  time.Duration
	}{
		{false, "a", 0, 0},
		{false, "a", 0, lookEvery},
		{false, "a", lookEvery / 4, 2 * lookEvery},
		{false, "a", lookEvery, 2 * lookEvery}, // another thread has run
		{false, "a", 0, 3 * lookEvery},
		{false, "b", 0, 0}, // it has gone on
		{false, "b", 0, lookEvery},
		{true, "b", 0, 0},
		{false, "b", 0, lookEvery},
	} {
		now, threads = now.Add(lookEvery), threads+l.spent
		if got := r.found(l.works, l.calls, now, threads); got != l.want {
			t.Errorf("look %d: at rest for %v, want %v", i, got, l.want)
		}
	}
}

// TestThreadTime: what this goroutine computes is counted.
func TestThreadTime(t *testing.T) {
	before := threadTime()
	if before == 0 {
		t.Skip("the system does not say how long threads have run")
	}
	for end := time.Now().Add(20 * time.Millisecond); time.Now().Before(end); {
	}
	if after := threadTime(); after <= before {
		t.Errorf("threads have run for %v, and for %v after more", before, after)
	}
}
