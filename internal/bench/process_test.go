package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/usage"
	"gocheck.dev/internal/wire"
)

const root = "../.."

// build makes test binaries of packages, by import path.
func build(b *testing.B, pattern string) map[string]instrument.Binary {
	b.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		b.Fatal(err)
	}
	list, err := instrument.Build(b.Context(), instrument.Config{Dir: dir, Patterns: []string{pattern}})
	if err != nil {
		b.Fatalf("building %s: %v", pattern, err)
	}
	binaries := map[string]instrument.Binary{}
	for _, binary := range list {
		if binary.Err != nil {
			b.Fatalf("building %s: %v", binary.ImportPath, binary.Err)
		}
		binaries[binary.ImportPath] = binary
	}
	return binaries
}

// cost is what processes have used.
type cost struct {
	cpu                time.Duration
	peak               int64 // bytes, of the largest one
	executions, events int64
	mallocs, allocated uint64
	tasks, switches    int64
}

// run starts the binary as the command would, on one core, and returns the results
// of its tests. c becomes what that has cost.
func run(b *testing.B, binary *instrument.Binary, config wire.Config, c *cost) map[string]*wire.Result {
	b.Helper()
	file := filepath.Join(b.TempDir(), "config.json")
	data, err := json.Marshal(config)
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		b.Fatalf("writing the configuration: %v", err)
	}
	cmd := exec.Command(binary.Path)
	cmd.Dir = binary.Dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", wire.Env+"="+file)
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		b.Fatalf("running %s: %v", binary.Path, err)
	}
	c.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.peak = max(c.peak, usage.PeakOf(cmd.ProcessState))
	results := map[string]*wire.Result{}
	for line := range bytes.Lines(out) {
		var m wire.Message
		if json.Unmarshal(line, &m) == nil && m.Result != nil {
			results[m.Test] = m.Result
			c.executions += m.Result.Executions
			c.events += m.Result.Events
			c.mallocs += m.Result.Cost.Mallocs
			c.allocated += m.Result.Cost.Allocated
			c.tasks += m.Result.Cost.Tasks
			c.switches += m.Result.Cost.Switches
		}
	}
	return results
}

// report prints what b.N runs have cost. idle is what a run costs that does nothing.
func (c *cost) report(b *testing.B, idle *cost) {
	cpu := float64(c.cpu - time.Duration(b.N)*idle.cpu)
	executions := float64(c.executions)
	limit := bare(int(c.tasks/c.executions)) * float64(c.events) / executions
	b.ReportMetric(executions/cpu*1e9, "executions/s")
	b.ReportMetric(cpu/float64(c.events), "ns/event")
	b.ReportMetric(1e9/limit, "limit-executions/s")
	b.ReportMetric(cpu/executions/limit, "x-limit")
	b.ReportMetric(float64(c.allocated)/executions, "B/execution")
	b.ReportMetric(float64(c.mallocs)/executions, "allocs/execution")
	b.ReportMetric(float64(c.switches)/executions, "switches/execution")
	b.ReportMetric(float64(c.peak)/(1<<20), "peak-MB")
}
