package testbin

import (
	"strconv"

	"gocheck.dev/internal/wire"
)

// optionShared is the option of schedules that says what has turned out to be shared, in
// executions before: pools. It is no flag, but how -pools=own went on.
const optionShared = "shared"

// schedule is the schedule of what was recorded, and counted.
func (r *testRun) schedule(steps []wire.Step, led *wire.Failure, preemptions int) *wire.Schedule {
	c := &r.cfg
	s := &wire.Schedule{
		Package: r.d.importPath, Test: r.test.Name, Steps: steps, Preemptions: &preemptions,
		Options: map[string]string{"queue": "fifo", "races": "report", "time": "idle"},
	}
	if c.Queue != "" {
		s.Options["queue"] = c.Queue
	}
	if c.Time != "" {
		s.Options["time"] = c.Time
	}
	if c.Races != "" {
		s.Options["races"] = c.Races
	}
	if in := r.d.cfg.Instrument; in != "" {
		s.Options["instrument"] = in
	}
	noteChance(r.x.Chance, s.Options)
	if r.x.Known.Pools {
		s.Options[optionShared] = "pools"
	}
	if r.x.Pause > 0 {
		s.Options["pause"] = r.x.Pause.String()
	}
	if r.x.Net != wire.DefaultNet && r.x.Net != "" {
		s.Options["net"] = r.x.Net
	}
	if r.x.Faults > 0 {
		s.Options["faults"] = strconv.Itoa(r.x.Faults)
	}
	if !r.x.Commute && r.x.Known.Commutes {
		s.Options["commute"] = "off"
	}
	run, skip := r.x.Selection.OfSubtests()
	if run != "" {
		s.Options["run"] = run
	}
	if skip != "" {
		s.Options["skip"] = skip
	}
	if led != nil {
		s.Failure = &wire.Failure{Kind: led.Kind, Message: led.Message, Pos: led.Pos, Details: led.Details}
	}
	return s
}
