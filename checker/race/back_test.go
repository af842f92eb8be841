package race_test

import (
	"fmt"
	"reflect"
	"testing"

	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestRacesKept: going back in an execution is as good as to begin anew, also where it has to be
// worth while, and where not all is kept that it takes.
func TestRacesKept(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		fold      bool
		bytes     int
	}{{"closure", false, 1 << 26}, {"revisit", false, 1 << 26}, {"closure", true, 1 << 26}, {"revisit", true, 1 << 26}, {"closure", false, 1 << 10}, {"revisit", true, 1 << 10}} {
		steps := 1 << 10
		if c.bytes < 1<<20 {
			steps = 1
		}
		reset := trial.SetRepeated(steps, c.bytes)
		events, races := 0, 0
		for _, k := range gen.Kinds {
			for i := range max(longtest.N(2, 4), *trial.Programs/4) {
				p := gen.Coarse(k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i)))
				_, err := trial.Again(p, c.algorithm, c.fold, 100, func(got, want *engine.Exploration) error {
					events += want.Driver.Races.Events()
					if want.Driver.Races.Raced {
						races++
					}
					if a, b := got.Driver.Races.Known(), want.Driver.Races.Known(); !reflect.DeepEqual(a, b) {
						return fmt.Errorf("it knows %+v\nand should %+v", a, b)
					}
					return nil
				})
				if err != nil {
					t.Fatalf("%+v, %s %d: %v\n%s", c, k.Name, i, err, p)
				}
			}
		}
		reset()
		t.Logf("%+v: %d events, %d races", c, events, races)
		if events < 100 || races == 0 && !c.fold {
			t.Errorf("%+v: %d events, %d races", c, events, races)
		}
	}
}
