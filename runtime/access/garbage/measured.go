package garbage

import (
	"runtime"

	rt "gocheck.dev/runtime"
)

// ReadMemStats is runtime.ReadMemStats. What it counts is the process's: gocheck's own allocations
// are among them.
func ReadMemStats(s rt.Site, m *runtime.MemStats) {
	runtime.ReadMemStats(m)
	if rt.Controlled() {
		// Programs go over the collections since they asked last: these are the process's.
		m.NumGC, m.NumForcedGC, m.LastGC, m.PauseTotalNs, m.GCCPUFraction = 0, 0, 0, 0, 0
		m.PauseNs, m.PauseEnd = [256]uint64{}, [256]uint64{}
	}
	const what = "what runtime.ReadMemStats counts"
	rt.Measures(s, what, "")
	rt.Depends(s, what)
}

// AllocsPerRun is testing.AllocsPerRun. It calls f as often as that, and says that f allocates
// nothing: gocheck allocates, too, and not the same each time.
func AllocsPerRun(s rt.Site, runs int, f func()) float64 {
	rt.Measures(s, "what testing.AllocsPerRun counts", "testing.AllocsPerRun, called at "+s.Line()+", counts nothing under gocheck: it says 0")
	for range runs + 1 {
		f()
	}
	return 0
}
