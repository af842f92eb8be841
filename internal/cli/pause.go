package cli

import (
	"errors"
	"time"

	"gocheck.dev/internal/wire"
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
		return errors.New("want a duration like 100ms, 0 or inf")
	}
	*p = pause{given: true, of: d}
	return nil
}

// pauses is for how long goroutines may be held up, and whether what fails by that only is a
// warning.
func (o *options) pauses() (within time.Duration, warns bool) { return o.pause.of, false }

// pauseOf is the pause that a schedule was found with.
func pauseOf(s *wire.Schedule) (p pause) {
	if value := s.Options["pause"]; value != "" {
		if p.Set(value) != nil {
			return pause{}
		}
	}
	return p
}
