package runtime

import (
	"testing"
	"time"
)

// What counts as silence is the time in which the task could have run: neither
// that before it began, nor that in which the process was stopped.
func TestSilence(t *testing.T) {
	now := time.Unix(1000, 0)
	var s silence
	look := func(beat uint64, after time.Duration) time.Duration {
		now = now.Add(after)
		return s.heard(beat, now)
	}
	look(0, 0)
	for _, l := range []struct {
		beat        uint64
		after, want time.Duration
	}{
		{1, lookEvery, 0}, // it begins
		{1, lookEvery, lookEvery},
		{1, time.Hour, 3 * lookEvery}, // stopped, and continued
		{1, lookEvery, 4 * lookEvery},
		{3, lookEvery, 0}, // an operation
		{3, lookEvery, lookEvery},
		{4, lookEvery, 0}, // no task runs
		{4, lookEvery, 0},
		{5, time.Hour, 0}, // that was before it began
		{5, lookEvery, lookEvery},
		{7, time.Hour, 0},
	} {
		if got := look(l.beat, l.after); got != l.want {
			t.Errorf("heartbeat %d, %v later: silent for %v, want %v", l.beat, l.after, got, l.want)
		}
	}
	for range int(blockedFor / lookEvery) {
		look(7, lookEvery)
	}
	if got := look(7, lookEvery); got <= blockedFor {
		t.Errorf("it looks every %v, and comes to %v only", lookEvery, got)
	}
}
