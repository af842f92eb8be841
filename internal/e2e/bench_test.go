package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// BenchmarkPosters5 is the whole road on one core: 113,400 executions of
// posters(5), every access a step, by a test binary that gocheck made of the
// source. What an execution allocates is printed by the runtime's own
// benchmarks, where it can be counted.
func BenchmarkPosters5(b *testing.B) {
	const traces = 113400
	var seconds, cpu float64
	for b.Loop() {
		cmd := exec.Command(command, "-json", "-save=false", "-p=1", "-budget=10m",
			"-races=explore", "-queue=unordered", "-run=^TestPosters5$", "./testdata/benchmarks/posters")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatalf("running gocheck: %v\n%s", err, out)
		}
		for l := range strings.Lines(string(out)) {
			var result struct {
				Action     string
				Executions int64
				Elapsed    float64
			}
			if err := json.Unmarshal([]byte(l), &result); err != nil {
				b.Fatalf("%v: %s", err, l)
			}
			if result.Action != "result" {
				continue
			}
			if result.Executions != traces {
				b.Fatalf("%d executions, want %d", result.Executions, traces)
			}
			seconds += result.Elapsed
		}
		// The command's own time and that of the binary that it waited for.
		cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	b.ReportMetric(float64(b.N)*traces/seconds, "executions/s")
	b.ReportMetric(float64(b.N)*traces/cpu, "executions/cpu-s")
}
