package cli

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// pause is the value of -pause: for how long goroutines may be held up in one execution.
type pause struct {
	given bool
	of    time.Duration
	free  bool // inf
}

// String implements flag.Value.
func (p *pause) String() string {
	switch {
	case p.free:
		return "inf"
	case !p.given:
		return ""
	case p.of == 0:
		return "0"
	}
	return p.of.String()
}

// Set implements flag.Value.
func (p *pause) Set(s string) error {
	if s == "inf" {
		*p = pause{given: true, free: true}
		return nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		text := "want a duration like 100ms, 0 or inf"
		if n, err := strconv.ParseUint(s, 10, 32); err == nil {
			text += fmt.Sprintf("; did you mean %dms?", n)
		}
		return errors.New(text)
	}
	*p = pause{given: true, of: d}
	return nil
}

// pauses is for how long goroutines may be held up, and whether what fails by that only is a
// warning.
func (o *options) pauses() (within time.Duration, warns bool) {
	_, timed := o.given["time"]
	a := worker.Algorithm(&wire.Settings{Algorithm: o.algo, Preemptions: o.preemptions, Delays: o.delays, Reversals: o.reversals})
	switch {
	case o.pause.given, timed, !a.Pauses, a.Samples, a.Deviates:
		return o.pause.of, false
	}
	return defaultPause, true
}

// defaultPause is for how long goroutines may be held up where nobody says. It is what a machine
// may take that has other things to do.
const defaultPause = 100 * time.Millisecond

// pauseOf is the pause that a schedule was found with.
func pauseOf(s *wire.Schedule) (p pause) {
	if value := s.Options["pause"]; value != "" {
		if p.Set(value) != nil {
			return pause{}
		}
	}
	return p
}

// timing saves the schedule of a failure that needs a pause, and puts the warning into words.
func (r *run) timing(t *testState, test string, w *wire.Warning) {
	f := &found{Failure: withColumns(w.Failure, r.report.Source)}
	if r.keep(f, test) {
		t.tips = append(t.tips, tips.Saved)
	}
	w.Message, w.Pos, w.Details = report.Timing(f.Failure), f.Pos, f.Details
	if f.Pos != "" {
		w.Details = append([]string{"at " + f.Pos}, w.Details...)
	}
	w.Details = append(w.Details, f.notes...)
	if f.file != "" {
		w.Details = append(w.Details, "To see it: gocheck replay "+printable.Word(relative(r.dir, f.file)))
	}
	w.Failure = nil // it is in the file
}
