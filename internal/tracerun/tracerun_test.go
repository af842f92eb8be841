package tracerun

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/internal/tracefile"
)

var limit = flag.Int("trace.limit", 2000, "states above which the oracle gives up on a trace")

const traces = "../../testdata/traces"

// apps are the numbers of traces of the applications, for which em-explorer.tsv
// has none. The oracle confirms mytracks, remind-me and character-recognition
// (-trace.limit=1000000).
var apps = map[string]int64{
	"apps/aarddict": 2, "apps/character-recognition": 20, "apps/music": 36, "apps/mytracks": 10, "apps/remind-me": 2,
}

// distinct reads the numbers of traces that an independent enumeration found:
// complete+deadlocked.
func distinct(t *testing.T) map[string][2]int64 {
	data, err := os.ReadFile(filepath.Join(traces, "em-explorer.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][2]int64{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		name, count := fields[0], fields[len(fields)-1]
		if name == "trace" {
			continue
		}
		if n, ok := apps[name]; ok && count == "?" {
			all[name] = [2]int64{n, 0}
			continue
		}
		complete, deadlocked, _ := strings.Cut(count, "+")
		c, err := strconv.ParseInt(complete, 10, 64)
		d, _ := strconv.ParseInt("0"+deadlocked, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = [2]int64{c + d, d}
	}
	return all
}

func load(t *testing.T, name string) *tracefile.Trace {
	t.Helper()
	tr, err := tracefile.Load(filepath.Join(traces, name), "")
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestDistinct demands that each trace of EM-Explorer's is explored exactly
// once in each of its reorderings, whatever is left out of it.
func TestDistinct(t *testing.T) {
	for name, want := range distinct(t) {
		t.Run(name, func(t *testing.T) {
			tr := load(t, name)
			for _, reduce := range []bool{true, false} {
				p, err := translate(tr, reduce)
				if err != nil {
					t.Fatal(err)
				}
				res, err := explore.Run(p, checker.Options{KeepGoing: true, CountRedundant: true})
				if err != nil {
					t.Fatal(err)
				}
				if res.Executions != want[0] || res.Deadlocks != want[1] || res.Failing != want[1] || res.Redundant+res.Blocked > 0 || !res.Exhaustive {
					t.Errorf("reduced %v: %d executions, %d deadlocks, %d failing, %d redundant, %d blocked, bound %q; want %d with %d deadlocks",
						reduce, res.Executions, res.Deadlocks, res.Failing, res.Redundant, res.Blocked, res.Bound, want[0], want[1])
				}
			}
		})
	}
}

// TestOracle compares the numbers with the oracle's, where it gets to the end.
func TestOracle(t *testing.T) {
	judged := 0
	for name, want := range distinct(t) {
		p, err := New(load(t, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := oracle.Count(p.code, *limit)
		if errors.Is(err, oracle.ErrLimit) {
			continue
		}
		judged++
		if int64(len(got.Traces)) != want[0] || int64(got.Deadlocks) != want[1] {
			t.Errorf("%s: %d traces, %d deadlocks; want %v", name, len(got.Traces), got.Deadlocks, want)
		}
	}
	if judged < 8 {
		t.Errorf("the oracle came to the end of %d traces only", judged)
	}
}
