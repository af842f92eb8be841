package testbin

import (
	"testing"
	"time"
)

// What counts as silence is the time in which the task could have run, not that in
// which the process was stopped.
func TestSilence(t *testing.T) {
	now := time.Unix(1000, 0)
	var s silence
	look := func(answer bool, after time.Duration) time.Duration {
		now = now.Add(after)
		return s.heard(answer, now)
	}
	look(true, 0)
	for i, l := range []struct {
		answer      bool
		after, want time.Duration
	}{
		{false, lookEvery, lookEvery},
		{false, time.Hour, 3 * lookEvery}, // stopped, and continued
		{false, lookEvery, 4 * lookEvery},
		{true, lookEvery, 0},
		{false, lookEvery, lookEvery},
		{true, time.Hour, 0},
	} {
		if got := look(l.answer, l.after); got != l.want {
			t.Errorf("look %d, %v later: silent for %v, want %v", i, l.after, got, l.want)
		}
	}
	for range int(blockedFor / lookEvery) {
		look(false, lookEvery)
	}
	if got := look(false, lookEvery); got <= blockedFor {
		t.Errorf("it looks every %v, and comes to %v only", lookEvery, got)
	}
}

// TestWhereabouts: an empty loop has an instruction that is on no line.
func TestWhereabouts(t *testing.T) {
	last := testSites(t, "")
	for frame, want := range map[string][2]string{
		"a_test.go:55":  {"a_test.go:55", "at a_test.go:55"},
		"a_test.go:0":   {"p_test.go:1:1", "after p_test.go:1"},
		"a_test.go:1":   {"p_test.go:1:1", "after p_test.go:1"},
		"a_test.go:101": {"a_test.go:101", "at a_test.go:101"},
	} {
		if pos, at := whereabouts(frame, last); pos != want[0] || at != want[1] {
			t.Errorf("%s: %q, %q", frame, pos, at)
		}
	}
}
