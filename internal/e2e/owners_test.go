package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// shared is what is said of a job by so many processes; 0: by one, which is not told
// what to do.
func shared(t *testing.T, n int, job worker.Job) ([]string, worker.Summary) {
	t.Helper()
	var lines []string
	var sum worker.Summary
	var err error
	if n == 0 {
		sum, err = worker.Explore(t.Context(), job, said(&lines))
	} else {
		cores := worker.NewCores(n)
		cores.Acquire(t.Context())
		sum, err = worker.Share(t.Context(), job, cores, nil, said(&lines))
	}
	if err != nil {
		t.Fatal(err)
	}
	return lines, sum
}

// paused is an environment in which an execution of testdata/cores takes so much longer.
func paused(env []string, by time.Duration) []string {
	return append(slices.Clip(env), "CORES_PAUSE="+by.String())
}

// pause is so long that processes begin during dozens of executions.
const pause = 200 * time.Microsecond

// divided is shared by processes that divide a test. It is tried again with longer pauses
// where the first process was done before the others were there, which a fast machine and
// a busy one can come to.
func divided(t *testing.T, n int, job worker.Job) ([]string, worker.Summary) {
	t.Helper()
	env := job.Env
	for by := pause; ; by *= 2 {
		job.Env = paused(env, by)
		if lines, sum := shared(t, n, job); sum.Given > 0 || by > 50*time.Millisecond {
			return lines, sum
		}
	}
}

// TestCoresEvents explores tests with events, by closure, by one process and by
// several, and demands that they say the same. Where samples fail before parts could be
// given, that is no test of parts: other seeds are tried until they fail later.
func TestCoresEvents(t *testing.T) {
	longtest.Only(t)
	for _, c := range []struct {
		tests     string
		algorithm string
		keepGoing bool
		anew      int
	}{
		{"Arrive|ArriveRests|Events", "closure", false, 0},
		{"ArriveFails|ArriveLeaks|ArriveExits", "auto", false, 3},
		{"ArriveFails|ArriveLeaks|ArriveLate", "auto", true, 3},
	} {
		for _, n := range []int{2, 4} {
			given := 0
			for seed := uint64(1); given == 0 && seed <= 12; seed++ {
				job := coresJob(t, "^Test("+c.tests+")$")
				job.Config.Algorithm, job.Config.KeepGoing, job.Config.Seed = c.algorithm, c.keepGoing, seed
				want, _ := shared(t, 0, job)
				got, sum := divided(t, n, job)
				given = sum.Given
				t.Logf("%s, seed %d: %d processes: %d parts given, %d explored anew", c.tests, seed, n, given, sum.Anew)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s, seed %d, by %d processes (-one, +several):\n%s", c.tests, seed, n, diff)
				}
				if sum.Anew > c.anew {
					t.Errorf("%s, seed %d: %d processes: %d explored anew", c.tests, seed, n, sum.Anew)
				}
			}
			if given == 0 {
				t.Errorf("%s: %d processes: no seed of 12 comes to parts that are given", c.tests, n)
			}
		}
	}
}

// TestCoresEventsKilled kills processes that explore parts of a closure: what they were
// at is done again, and nothing is counted twice; what kills each process is reported.
func TestCoresEventsKilled(t *testing.T) {
	longtest.Only(t)
	killedOnce(t, coresJob(t, "^TestArriveKilled$"))
	job := coresJob(t, "^TestArriveAlways$")
	job.Env = append(os.Environ(), "CORES_KILLED="+filepath.Join(t.TempDir(), "killed"))
	got, _ := shared(t, 3, job)
	if last := got[len(got)-1]; len(got) != 2 || !strings.Contains(last, `"Verdict":"error"`) {
		t.Errorf("killed each time: %q", got)
	}
}

// killedOnce explores a test by three processes again and again, of which mostly one is killed at
// a random moment, and demands that they say what one undisturbed process says.
func killedOnce(t *testing.T, job worker.Job) {
	t.Helper()
	want, _ := shared(t, 0, job)
	given, kills := 0, 0
	for i := 0; i < *coresKills || kills == 0 && i < 100; i++ { // one in four comes to its end
		name := filepath.Join(t.TempDir(), "killed")
		job.Env = append(os.Environ(), "CORES_KILLED="+name)
		got, sum := divided(t, 3, job)
		given += sum.Given
		if _, err := os.Stat(name); err == nil {
			kills++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-undisturbed, +killed once):\n%s", diff)
		}
	}
	t.Logf("%d parts given, %d processes killed", given, kills)
	if given == 0 || kills == 0 {
		t.Errorf("%d parts given, %d processes killed", given, kills)
	}
}

// TestCoresEventsBounds bounds what several processes explore together: what they have
// come to by then is said, and what they had to forget is not counted twice.
func TestCoresEventsBounds(t *testing.T) {
	longtest.Only(t)
	result := func(job worker.Job) (r *wire.Result, given int) {
		t.Helper()
		job.Config.Queue = "unordered"
		got, sum := divided(t, 3, job)
		var m wire.Message
		if err := json.Unmarshal([]byte(got[len(got)-1]), &m); err != nil || m.Result == nil || sum.Anew > 0 {
			t.Fatalf("%d parts given, %d explored anew: %q, %v", sum.Given, sum.Anew, got, err)
		}
		return m.Result, sum.Given
	}
	job := coresJob(t, "^TestEventsLong$")
	// The budget is one in which several processes come to something on this machine.
	for job.Config.BudgetMS = 500; ; job.Config.BudgetMS *= 2 {
		r, given := result(job)
		if r.Verdict != "incomplete" || r.Bound != "time" {
			t.Fatalf("with a budget: %+v", r)
		}
		if given > 0 && r.Executions >= 300 {
			break
		}
	}
	job = coresJob(t, "^TestEvents$")
	job.Config.Memory = 1 << 17 // all traces take twice as much
	if r, given := result(job); given == 0 || r.Verdict != "pass" || r.Executions-r.Redundant != 2520 {
		t.Errorf("with little memory: %+v", r)
	}
}

// TestCoresPrograms explores benchmarks by several processes: as many traces as ever,
// and as many steps.
func TestCoresPrograms(t *testing.T) {
	longtest.Only(t)
	names := []string{"buyers", "consensus", "dbcache", "pingpong", "posters", "prolific", "twophase", "writers"}
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, "./testdata/benchmarks/"+n)
	}
	list, err := instrument.Build(t.Context(), instrument.Config{Dir: root, Patterns: patterns})
	if err != nil || len(list) != len(names) {
		t.Fatalf("building benchmarks: %v, %d of %d", err, len(list), len(names))
	}
	run := "^Test(Buyers6|Consensus3|DBCache3|PingPong6|Posters4|Prolific7|TwoPhaseCommit6|Writers6)$"
	given := 0
	for i, b := range list {
		if b.Err != nil {
			t.Fatal(b.Err)
		}
		job := coresJob(t, run)
		job.Path, job.Dir = b.Path, b.Dir
		job.Config.Queue = "unordered"
		want, _ := shared(t, 0, job)
		for _, n := range []int{2, 4} {
			got, sum := shared(t, n, job)
			// Where each test so far was over before others were there, the last is tried again.
			for try := 0; i == len(list)-1 && given+sum.Given == 0 && try < 20; try++ {
				got, sum = shared(t, n, job)
			}
			if given += sum.Given; sum.Anew > 0 {
				t.Errorf("%s: %d processes: explored anew", b.ImportPath, n)
			}
			t.Logf("%s: %d processes: %d parts given", b.ImportPath, n, sum.Given)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %d processes (-one, +several):\n%s", b.ImportPath, n, diff)
			}
		}
	}
	if given == 0 {
		t.Error("no part of a test was given to another process")
	}
}
