package runtime

import (
	"time"

	"gocheck.dev/runtime/internal/polls"
)

// Loop stands before a loop whose rounds leave nothing behind in local variables.
func Loop(s Site) *Waiting {
	if t := current(); t != nil {
		return &Waiting{site: s}
	}
	return nil
}

// Waiting is such a loop, for as long as a task is in it.
type Waiting struct {
	site Site
	t    *task
	roundStart
	before *roundStart // of the round before, if that goes on in this one (errands.go)
	around *Waiting    // the loop that it was entered in
	errands
	waits    bool
	excluded uint64
	step     time.Duration // by how much it makes the time advance the next time
	dated    bool          // its rounds use the times that they receive
	compares bool          // they only compare what the clock shows
	alarm    alarm
	number   polls.Rounds
	endless  *Endless // only others end it; nil: it may end by itself
}

// Dated says that rounds of the loop use the times that they receive from timers.
func (w *Waiting) Dated() *Waiting {
	if w != nil {
		w.dated = true
	}
	return w
}

// Compares says that rounds of the loop do nothing with what the clock shows but to compare
// it, by functions that note when that comes to something else.
func (w *Waiting) Compares() *Waiting {
	if w != nil {
		w.compares = true
	}
	return w
}

// Alike says that the loop counts its rounds, and how many are alike from the one that begins;
// shown, that it shows how many they were.
func (w *Waiting) Alike(rounds int64, shown bool) {
	if w != nil {
		w.number.Counts, w.number.Shown, w.number.Alike = true, shown, rounds
	}
}

// LeftOut is how many rounds were left out since the last was counted.
func (w *Waiting) LeftOut() (rounds int64) {
	if w != nil {
		rounds, w.number.Left = w.number.Left, 0
	}
	return rounds
}

// knowsLimits says whether t is in a loop that waits for what the clock shows, or for others.
func (t *task) knowsLimits() bool {
	w := t.rounds.in
	for w != nil && w.number.Counts {
		w = w.around
	}
	return w != nil
}

// span is how many nanoseconds the round that is over has waited for; 0: not once.
func (w *Waiting) span(r *rounds) int64 {
	if r.slept == w.slept+1 {
		return r.span
	}
	return 0
}
