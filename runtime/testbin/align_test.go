package testbin

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/internal/wire"
)

// stepsOf reads steps: "task op object", or "task op object > partner", one a
// line. The line is the position.
func stepsOf(text string) []wire.Step {
	var all []wire.Step
	for line := range strings.Lines(strings.TrimSpace(text)) {
		f := strings.Fields(line)
		s := wire.Step{Task: f[0], Op: f[1], Pos: fmt.Sprintf("p.go:%d:1", len(all)+1)}
		if len(f) > 2 {
			s.Object = f[2]
		}
		if len(f) > 4 {
			s.Partner = f[4]
		}
		all = append(all, s)
	}
	return all
}

// TestAlign: which saved step each step of now is, 1-based; 0: it is new.
func TestAlign(t *testing.T) {
	for _, c := range []struct{ name, saved, now, want string }{
		{"the same", "main begin\nmain lock a\nmain unlock a", "main begin\nmain lock a\nmain unlock a", "1 2 3"},
		{"inserted", "main begin\nmain lock a\nmain unlock a", "main begin\nmain lock log\nmain unlock log\nmain lock a\nmain unlock a", "1 0 0 2 3"},
		{"removed", "main lock a\nmain read n\nmain unlock a", "main lock a\nmain unlock a", "1 3"},
		{"renamed", "main lock a\nmain read n\nmain unlock a", "main lock x\nmain read m\nmain unlock x", "1 2 3"},
		{"exchanged", "main lock a\nmain lock b\nmain unlock b\nmain unlock a", "main lock all\nmain lock all\nmain unlock all\nmain unlock all", "0 0 0 0"},
		{"read lock", "main lock a\nmain unlock a", "main rlock a\nmain runlock a", "1 2"},
		{"goroutine before", "main begin\nmain/1 begin\nmain/1 read n\nmain/1 write n", "main begin\nmain/1 begin\nmain/1 send c\nmain/2 begin\nmain/2 read n\nmain/2 write n", "1 0 0 2 3 4"},
		{"goroutine gone", "main/1 begin\nmain/1 send c\nmain/2 begin\nmain/2 read n", "main/1 begin\nmain/1 read n", "3 4"},
		{"by another", "main begin\nmain/1 begin\nmain/1 read n\nmain/2 begin\nmain/2 write n", "main begin\nmain/1 begin\nmain/1 spawn\nmain/1/1 begin\nmain/1/1 read n\nmain/1/2 begin\nmain/1/2 write n", "1 0 0 2 3 4 5"},
		{"rendezvous", "main/1 begin\nmain send c > main/1\nmain/1 write n", "main/1 begin\nmain/1 lock a\nmain send c > main/1\nmain/1 write n", "1 0 2 3"},
		{"nothing", "main begin\nmain read n", "", ""},
	} {
		now := stepsOf(c.now)
		if c.now == "" {
			now = nil
		}
		places, _ := lie(&wire.Schedule{Steps: stepsOf(c.saved)}, now)
		var got []string
		for _, p := range places {
			got = append(got, fmt.Sprint(p+1))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// A task of thousands of operations is aligned as one of ten is, in no time.
func TestAlignLong(t *testing.T) {
	line := func(i int) string { return fmt.Sprintf("main write v%d\n", i%97) }
	var saved, now strings.Builder
	for i := range 6000 {
		saved.WriteString(line(i))
		if i == 3000 {
			now.WriteString("main lock log\nmain unlock log\n")
		}
		if i != 4000 {
			now.WriteString(line(i))
		}
	}
	places, _ := lie(&wire.Schedule{Steps: stepsOf(saved.String())}, stepsOf(now.String()))
	for i, want := range map[int]int{0: 0, 2999: 2999, 3000: -1, 3001: -1, 3002: 3000, 4001: 3999, 4002: 4001, 6000: 5999} {
		if places[i] != want {
			t.Errorf("step %d is %d, want %d", i, places[i], want)
		}
	}
}
