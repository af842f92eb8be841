package kinds

import (
	"testing"

	"gocheck.dev/checker"
)

// TestNames: each kind has a name of its own, and an announced one may become an event.
func TestNames(t *testing.T) {
	known := map[string]checker.Kind{}
	for k := checker.NoKind + 1; k < checker.NumKinds; k++ {
		name := Names[k]
		if name == "" {
			t.Errorf("kind %d has no name for schedules", k)
			continue
		}
		if other, ok := known[name]; ok {
			t.Errorf("kinds %d and %d are both called %s", other, k, name)
		}
		known[name] = k
		if becomes[k] == nil && !MayBecome(k, name) {
			t.Errorf("%s cannot become itself", name)
		}
		for _, r := range becomes[k] {
			if !MayBecome(k, Names[r]) {
				t.Errorf("%s cannot become %s", name, Names[r])
			}
		}
	}
}
