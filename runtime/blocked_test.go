package runtime

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestStates: of each state that this release of Go knows it is said whether a goroutine
// in it is blocked.
func TestStates(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(standardRoot, "runtime", "runtime2.go"))
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
		{"semacquire", "internal/poll.runtime_Semacquire(...)\n" + user, false},
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
