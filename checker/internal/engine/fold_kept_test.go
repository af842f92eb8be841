package engine_test

import (
	"fmt"
	"reflect"
	"testing"

	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestFoldKept: a folder that goes back in an execution knows what one knows that has seen all of
// it.
func TestFoldKept(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		bytes     int
	}{{"closure", 1 << 26}, {"revisit", 1 << 26}, {"revisit", 1 << 10}} {
		steps := 1 << 10
		if c.bytes < 1<<20 {
			steps = 1
		}
		reset := trial.SetRepeated(steps, c.bytes)
		executions := 0
		for _, k := range gen.Kinds {
			for i := range max(longtest.N(2, 4), *trial.Programs/4) {
				p := gen.Coarse(k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i)))
				_, err := trial.Again(p, c.algorithm, true, 100, func(got, want *engine.Exploration) error {
					executions++
					if a, b := engine.Knows(got), engine.Knows(want); !reflect.DeepEqual(a, b) {
						return fmt.Errorf("the folder knows %+v\nand should %+v", a, b)
					}
					return nil
				})
				if err != nil {
					t.Fatalf("%+v, %s %d: %v\n%s", c, k.Name, i, err, p)
				}
			}
		}
		reset()
		t.Logf("%+v: %d executions", c, executions)
		if executions < 50 {
			t.Errorf("%+v: %d executions", c, executions)
		}
	}
}
