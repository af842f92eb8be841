package runtime

import (
	"fmt"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// among knows the goroutines that are there now: native runs of earlier tests
// leave some, and who waits for ever might be waiting for them.
func among(s Settings) Settings {
	s.Plain = calls.NewPlainCode(&wire.Config{})
	return s
}

// sites registers n sites of an imaginary file and returns the first: the
// k-th is line k, column 1, with an object named like obj.
func testSites(t testing.TB, objects ...string) Site {
	var b strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&b, "p_test.go:%d:1\tf\t%s\n", i+1, o)
	}
	return RegisterSites(t.Name(), b.String())
}

// explored runs a program under an algorithm to the end.
func explored(t testing.TB, s Settings, algorithm string, body func()) *checker.Result {
	t.Helper()
	x := newExecution(among(s), body)
	defer x.Release()
	res, err := explore.Run(x, checker.Options{
		Algorithm: algorithm, Races: s.Races == RacesReport, KeepGoing: true, Steps: 10000,
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// once runs a program under the default scheduler.
func once(s Settings, body func()) *checker.Replayed {
	return runOnce(newExecution(among(s), body))
}

// runOnce runs an execution by the default scheduler.
func runOnce(x *Execution) *checker.Replayed {
	return explore.Replay(x, nil, checker.Options{Steps: 10000}, nil)
}
