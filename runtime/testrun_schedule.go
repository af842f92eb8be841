package runtime

import "gocheck.dev/internal/wire"

// schedule is the schedule of what was recorded.
func (r *testRun) schedule(steps []wire.Step, led *wire.Failure) *wire.Schedule {
	c := &r.cfg
	s := &wire.Schedule{
		Package: r.d.importPath, Test: r.test.name, Steps: steps,
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
	if c.Pools != "" && c.Pools != wire.DefaultPools {
		s.Options["pools"] = c.Pools
	} else if r.x.shared {
		s.Options["pools"] = "shared"
	}
	if c.Rand == "choose" {
		s.Options["rand"] = c.Rand
	}
	if c.Maps == "choose" {
		s.Options["maps"] = c.Maps
	}
	if !r.x.commute && r.x.commutes {
		s.Options["commute"] = "off"
	}
	if p := r.x.selection.run.ofSubtests(); p != "" {
		s.Options["run"] = p
	}
	if p := r.x.selection.skip.ofSubtests(); p != "" {
		s.Options["skip"] = p
	}
	if led != nil {
		s.Failure = &wire.Failure{Kind: led.Kind, Message: led.Message, Pos: led.Pos, Details: led.Details}
	}
	return s
}
