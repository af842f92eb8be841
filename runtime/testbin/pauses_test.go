package testbin

import (
	"testing"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// TestNeedsNoPause: an exploration with pauses finds what one without had no time for. If it fails
// where nobody is held up it is a failure, and else a warning.
func TestNeedsNoPause(t *testing.T) {
	out, err := takeOutput()
	if err != nil {
		t.Fatal(err)
	}
	defer out.giveBack()
	s := testSites(t, "n", "go", "timer", "sleep")
	for _, c := range []struct {
		name   string
		body   func(*testing.T)
		failed bool
	}{
		{"none", func(*testing.T) {
			n := 0
			rt.TimeAfterFunc(s+2, 20*time.Millisecond, func() {})
			rt.Go(s+1, func() { rt.At(&n, s).Set(1) })
			_ = *rt.R(&n, s)
			rt.TimeSleep(s+3, 30*time.Millisecond)
		}, true},
		{"some", func(t *testing.T) {
			timer := rt.TimeAfterFunc(s+2, 20*time.Millisecond, func() {})
			rt.TimeSleep(s+3, 10*time.Millisecond)
			if !rt.TimerStop(timer, s) {
				t.Error("too late")
			}
		}, false},
	} {
		for _, how := range []struct {
			minimize string
			stopped  bool // by the user, when it is found: the same is not looked for without pauses
		}{{"off", false}, {"on", false}, {"off", true}} {
			r := &testRun{d: &driver{out: out}, memory: &stability{}, test: rt.Test{Name: "TestX"}}
			r.cfg.Steps, r.cfg.Minimize = 200, how.minimize
			set := rt.Settings{Races: rt.RacesReport, Within: 100 * time.Millisecond, Pause: 100 * time.Millisecond, Plain: calls.NewPlainCode(&wire.Config{})}
			r.x = rt.NewExecution(set, rt.Test{Run: c.body})
			r.phased.in, r.phased.warns = wire.PhasePauses, true
			f := r.firstFailure(t)
			r.d.stop.Store(how.stopped)
			r.report(f, "")
			if r.failed != c.failed || len(r.phased.timing) > 0 == c.failed || r.x.Pause != set.Pause {
				t.Errorf("%s, %+v: failed %v, %d warnings, pause %v", c.name, how, r.failed, len(r.phased.timing), r.x.Pause)
			}
		}
	}
}
