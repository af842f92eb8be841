package e2e

import (
	"strconv"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestNettest: connections under control do what golang.org/x/net/nettest asks of a net.Conn,
// which has been written for connections of the system. No subtest fails. Those with a number are
// explored to the end in so many executions; the others transfer thousands of messages, or run
// hundreds of goroutines, whose orders are more than anybody explores: they are tried.
//
// A pipe hands each kilobyte over in a dozen steps, so that a megabyte needs more of them than an
// execution has by default; and there CloseTimeout has two goroutines that never wait for the
// time at which the connection is closed, so that its executions are cut.
func TestNettest(t *testing.T) {
	longtest.Only(t)
	dir := module(t, "nettest")
	for _, kind := range []struct {
		name       string
		executions map[string]int64 // of subtests that are explored to the end
	}{
		{"TCP", map[string]int64{"PingPong": 1, "ReadTimeout": 8, "PastTimeout": 4, "PresentTimeout": 1}},
		{"Unix", map[string]int64{"PingPong": 1, "ReadTimeout": 8, "PastTimeout": 4, "PresentTimeout": 1}},
		{"Pipe", map[string]int64{
			"BasicIO": 2, "PingPong": 2, "ReadTimeout": 4, "WriteTimeout": 4, "PastTimeout": 4, "PresentTimeout": 1, "FutureTimeout": 4,
		}},
	} {
		for _, subtest := range []string{
			"BasicIO", "PingPong", "RacyRead", "RacyWrite", "ReadTimeout", "WriteTimeout", "PastTimeout",
			"PresentTimeout", "FutureTimeout", "CloseTimeout", "ConcurrentMethods",
		} {
			t.Run(kind.name+"/"+subtest, func(t *testing.T) {
				want, most, steps := kind.executions[subtest], 5, 10000
				if want > 0 {
					most, steps = 200, 40000
				}
				r := explore(t, dir, "-save=false", "-budget=0", "-steps="+strconv.Itoa(steps), "-executions="+strconv.Itoa(most),
					"-run="+kind.name+"$/"+subtest+"$")
				got := r.results["gctest/nettest.Test"+kind.name]
				switch {
				case want > 0 && (got.Verdict != "pass" || !got.Exhaustive || got.Executions != want),
					want == 0 && (got.Verdict != "incomplete" || got.Executions == 0):
					t.Errorf("want %d executions, got %+v\n%s", want, got, r.text)
				}
			})
		}
	}
}
