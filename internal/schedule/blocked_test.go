package schedule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gocheck.dev/internal/wire"
)

// pending is a test that sets so many timers, of which the first one fires, while main waits
// now and then.
func pending(timers int) *wire.Schedule {
	s := &wire.Schedule{Package: "p", Test: "T"}
	var blocked []string
	for i := range timers {
		blocked = append(slices.Clone(blocked), fmt.Sprintf("main/%d", i+1))
		s.Steps = append(s.Steps, wire.Step{Task: "main", Op: "timerset", Object: fmt.Sprint("t #", i+1), Pos: "a.go:9:3", Blocked: blocked},
			wire.Step{Task: "main/1", Op: "lock", Object: "mu", Pos: "a.go:8:3", Blocked: append([]string{"main"}, blocked...)})
	}
	s.Steps = append(s.Steps, wire.Step{Task: "main/1", Op: "timerfire", Object: "t #1", Pos: "a.go:9:3", Blocked: blocked[1:]})
	return s
}

// A schedule with many timers that are pending grows with its steps, not with their square, and is
// read again as it was.
func TestPending(t *testing.T) {
	size := func(timers int) int {
		s := pending(timers)
		text := Format(s)
		got, err := Parse("f", text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Fatal(diff)
		}
		return len(text)
	}
	if small, large := size(100), size(400); large > 5*small {
		t.Errorf("%d bytes of 100 timers, %d of 400", small, large)
	}
	if text := string(Format(pending(12))); !strings.Contains(text, "step main/1 timerfire \"t #1\" a.go:9:3 frees=main,main/1\n") ||
		!strings.Contains(text, "step main timerset \"t #9\" a.go:9:3 frees=main blocks=8,main/9\n") ||
		!strings.Contains(text, "step main timerset \"t #4\" a.go:9:3 blocked=main/1,main/2,main/3,main/4\n") {
		t.Error(text)
	}
}

// Whatever the lists are, they are read as they were.
func TestBlockedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"main", "main/1", "main/2", "main/3", "main/4", "main/5", "main/6", "main/7", "main/8", "main/9", "main/1/1", `a,"b`, "handler ui"})
		list := rapid.OneOf(rapid.SliceOfNDistinct(name, 0, 13, rapid.ID), rapid.SliceOfN(name, 0, 14))
		s := &wire.Schedule{Package: "p", Test: "T"}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			step := wire.Step{Task: "main", Op: "lock"}
			if blocked := list.Draw(t, "blocked"); len(blocked) > 0 {
				step.Blocked = blocked
			}
			if n := len(s.Steps); n > 0 && rapid.Bool().Draw(t, "little changes") {
				step.Blocked = append(slices.Clone(s.Steps[n-1].Blocked), step.Blocked[:len(step.Blocked)/4]...)
			}
			s.Steps = append(s.Steps, step)
		}
		text := Format(s)
		got, err := Parse("f", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Fatalf("%s\n%s", diff, text)
		}
	})
}

// What a file may not say of who is blocked.
func TestBlockedDamaged(t *testing.T) {
	const head = "gocheck schedule v1\npackage p\ntest T\nstep main lock mu x.go:1 blocked=a,b,c\nstep main lock mu x.go:1 "
	for attributes, want := range map[string]string{
		"frees=d":             `frees= names "d", who is not blocked`,
		"blocks=4,d":          "blocks= names places that are not there",
		"blocks=x,d":          "blocks= names places that are not there",
		"blocks=-1,d":         "blocks= names places that are not there",
		"blocks=1,d,0,e":      "blocks= names places that are not there",
		"blocks=d":            "blocks= wants a place and a task of each",
		"blocked=a blocks=d":  "blocked= beside frees= or blocks= in one step",
		"frees=a blocked=":    "blocked= beside frees= or blocks= in one step",
		"frees=a frees=b":     "a second frees= in one step",
		"frees=a,b,c,a":       "",
		"frees=c blocks=0,c":  "",
		"blocks=0,d,1,e,5,f":  "",
		"blocks=0,d frees=a,": "blocked",
	} {
		_, err := Parse("f", []byte(head+attributes+"\nend 2\n"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) && want != "blocked") {
			t.Errorf("%s: %v", attributes, err)
		}
	}

	// Few lines cannot stand for more than the memory holds.
	var b strings.Builder
	b.WriteString("gocheck schedule v1\npackage p\ntest T\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "step main lock mu x.go:1 blocks=%d,t%d\n", i, i)
	}
	b.WriteString("end 5000\n")
	if _, err := Parse("f", []byte(b.String())); err == nil || !strings.Contains(err.Error(), "more than 8388608 names") {
		t.Error(err)
	}
}
