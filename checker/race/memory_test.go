package race_test

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
)

// TestRaceMemory: what the race detector takes counts. Beginnings kept to be made again are
// dropped before an execution is given up for it.
func TestRaceMemory(t *testing.T) {
	defer trial.SetLeastMemory(1)()
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, " W(v%d,1)", i)
	}
	many := "coarse; main: go(t1)" + b.String() + "; t1: loop3{ W(x,1) }"
	// A thread of many steps, so that much is kept.
	long := "main: go(t1) loop300{ lock(l0) unlock(l0) }; t1: W(x,1)"
	for _, c := range []struct {
		what, program string
		memory        int64
		bound         string
		short         int64
		dropped       bool
	}{
		{"many locations, no bound", many, 0, "", 0, false},
		{"many locations", many, 20_000, "memory", 1, true},
		{"many locations, room enough", many, 4_000_000, "", 0, false},
		{"many steps, no bound", long, 0, "", 0, false},
		{"many steps", long, 60_000, "", 0, true},
	} {
		bytes, res := trial.RaceBytes(lang.MustParse(c.program), checker.Options{Races: true, KeepGoing: true, Memory: c.memory, Executions: 5})
		if res.Bound != c.bound || res.CutShort != c.short {
			t.Errorf("%s: %d bytes: %+v", c.what, bytes, res)
		}
		if c.dropped && c.short == 0 && bytes > c.memory {
			t.Errorf("%s: %d bytes, of %d", c.what, bytes, c.memory)
		}
		if !c.dropped && bytes < 20_000 {
			t.Errorf("%s: %d bytes: the bounds do not test anything", c.what, bytes)
		}
	}
}

// TestRingsAreNotCopied: of a channel with a large buffer only that is kept which an event
// changes.
func TestRingsAreNotCopied(t *testing.T) {
	p := lang.MustParse("chan c0=30000; main: go(t1) loop100{ send(c0,1) }; t1: loop100{ recv(c0) }")
	bytes, res := trial.RaceBytes(p, checker.Options{Races: true})
	if bytes > 2<<20 || res.Bound != "" {
		t.Errorf("%d bytes: %+v", bytes, res)
	}
}

// TestTraceMemory: the trace of a long execution counts, but half of the memory is left for
// what is kept.
func TestTraceMemory(t *testing.T) {
	p := lang.MustParse("main: go(t1) loop1500{ lock(l0) unlock(l0) }; t1: W(x,1)")
	for _, algorithm := range []string{"closure", "revisit"} {
		// Two sets of events for each of 3000 events.
		const least = 2 * 3000 * 3000 / 8
		trace, room := trial.TraceRoom(p, algorithm, 1<<30)
		if trace < least || room != 1<<30-trace {
			t.Errorf("%s: %d bytes, and room for %d", algorithm, trace, room)
		}
		if _, room := trial.TraceRoom(p, algorithm, least); room != least/2 {
			t.Errorf("%s: of %d bytes %d are left", algorithm, least, room)
		}
	}
}
