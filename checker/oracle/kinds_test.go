package oracle

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
)

// TestKindsOccur: random programs produce every kind of event that there is,
// so that no row of the definition goes untested.
func TestKindsOccur(t *testing.T) {
	announcedOnly := map[checker.Kind]bool{checker.NoKind: true, checker.CAS: true, checker.TryLock: true,
		checker.TryRLock: true, checker.Select: true, checker.Once: true, checker.Store: true}
	var seen [checker.NumKinds]int
	for _, k := range gen.Kinds {
		for i := range 20 {
			p := k.Program(gen.Seeded(int64(i)), k.Size(i))
			r, err := Count(p, 1000)
			if err != nil {
				continue
			}
			for _, ds := range r.Traces {
				m := lang.NewMachine(p)
				for _, d := range ds {
					seen[m.Step(d).Kind]++
				}
			}
		}
	}
	for k := range seen {
		if announcedOnly[checker.Kind(k)] != (seen[k] == 0) {
			t.Errorf("kind %d occurs in %d events", k, seen[k])
		}
	}
}
