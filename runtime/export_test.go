package runtime

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/oracle"
)

// What the tests of random programs need, which are of package runtime_test: what makes
// these programs imports this package.

// Repeating after the name of an algorithm says that it repeats beginnings by itself.
const Repeating = repeating

// SitesFor are sites for a test.
func SitesFor(t testing.TB, objects ...string) Site { return testSites(t, objects...) }

// ExploredRandom explores a program, and says what it comes to, and how many traces it has.
func ExploredRandom(t *testing.T, algorithm string, set Settings, s Site, p program) (outcomes string, seen int, res *checker.Result) {
	t.Helper()
	var reports []string
	w, algorithm := watched(newExecution(set, func() {
		reports = nil
		p(s, func(format string, args ...any) { reports = append(reports, fmt.Sprintf(format, args...)) })
	}), algorithm)
	defer w.Program.(*Execution).Release()
	found := make(map[string]bool)
	res, err := explore.Run(w, checker.Options{
		Algorithm: algorithm, KeepGoing: true, Steps: 200, Executions: 3000, Pauses: set.Pause > 0,
		OnExecution: func(*checker.Progress) bool {
			sort.Strings(reports)
			found[strings.Join(reports, " ")] = true
			return true
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for o := range found {
		all = append(all, o)
	}
	sort.Strings(all)
	return strings.Join(all, "\n"), w.traces(res), res
}

// ExploredReadings makes random executions of a program, and says how many, and of how many
// traces; those of one trace have to report the same.
func ExploredReadings(t *testing.T, set Settings, s Site, seed uint64, p program, text string) (executions, traces int) {
	t.Helper()
	var reports []string
	w := &traced{newExecution(set, func() {
		reports = nil
		p(s, func(format string, args ...any) { reports = append(reports, fmt.Sprintf(format, args...)) })
	}), oracle.NewInterner(), make(map[string]bool), ""}
	defer w.Program.(*Execution).Release()
	byTrace := make(map[string]string)
	_, err := explore.Run(w, checker.Options{
		Algorithm: "random", KeepGoing: true, Steps: 200, Executions: 100, Seed: seed + 1, Pauses: set.Pause > 0,
		OnExecution: func(*checker.Progress) bool {
			executions++
			sort.Strings(reports)
			got := strings.Join(reports, " ")
			if was, ok := byTrace[w.last]; ok && was != got {
				t.Errorf("seed %d: two executions of a trace: %q and %q\n%s", seed, was, got, text)
				return false
			}
			byTrace[w.last] = got
			return true
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return executions, len(byTrace)
}

// CurrentTask is the name of the task that calls it.
func CurrentTask() string { return current().String() }
