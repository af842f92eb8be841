package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/longtest"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

var coresKills = flag.Int("cores.kills", 4, "how often TestCoresCheckpoint kills; with more than 10 the test is a longer one")

// coresJob is the test binary of testdata/cores, and how it is explored.
func coresJob(t *testing.T, test string) worker.Job {
	t.Helper()
	return coresBuilt(t, test, false)
}

// coresBuilt is coresJob, with or without -symmetry.
func coresBuilt(t *testing.T, test string, symmetry bool) worker.Job {
	t.Helper()
	list, err := instrument.Build(t.Context(), instrument.Config{
		Dir: root, Patterns: []string{"./testdata/cores"}, Instrument: "-./testdata/cores/pause", Symmetry: symmetry,
	})
	if err != nil || len(list) != 1 || list[0].Err != nil {
		t.Fatalf("building testdata/cores: %v, %+v", err, list)
	}
	return worker.Job{
		Path: list[0].Path, Dir: list[0].Dir, Env: os.Environ(), Help: time.Millisecond,
		Config: wire.Config{Mode: "explore", Run: test, Settings: wire.Settings{
			Algorithm: "auto", Queue: "fifo", Races: "report", Leaks: "schedule", Time: "idle", Minimize: "off", Steps: 10000, Memory: 1 << 30, Symmetry: symmetry,
		}},
	}
}

// said is what is said of tests, without what depends on the time.
func said(to *[]string) func(wire.Message) {
	return func(m wire.Message) {
		if m.Type == "progress" || m.Type == "found" || m.Type == "reads" { // each process says what it has read
			return
		}
		if r := m.Result; r != nil {
			c := *r
			c.Seconds, c.Cost, c.Reason, c.Sampled, c.Orders = 0, wire.Cost{}, "", nil, nil
			m.Result = &c
		}
		line, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		*to = append(*to, string(line))
	}
}

// TestCores explores tests by one process and by several, and demands that they
// say the same, to the numbers of executions and steps, and the failing
// schedules.
func TestCores(t *testing.T) {
	given := 0
	for _, c := range []struct {
		algorithm  string
		executions int64
		keepGoing  bool
		processes  []int // in the quick test
	}{
		{"auto", 0, false, []int{2}},
		{"auto", 0, true, []int{4}},
		{"pos", 1000, false, []int{2}},
		{"pct", 1000, true, nil},
	} {
		if longtest.Asked() {
			c.processes = []int{1, 2, 4}
		}
		if c.processes == nil {
			continue
		}
		job := coresJob(t, "^(TestPass|TestFails|TestLeaks|TestLocks|TestOther)$")
		job.Config.Algorithm, job.Config.Executions, job.Config.KeepGoing = c.algorithm, c.executions, c.keepGoing
		want, _ := shared(t, 0, job)
		if n := 10; len(want) < n {
			t.Fatalf("%d messages of 5 tests: %q", len(want), want)
		}
		for _, n := range c.processes {
			explored := shared
			if n == 4 && job.Config.KeepGoing {
				explored = divided
			}
			got, sum := explored(t, n, job)
			t.Logf("%d processes: %d parts given", n, sum.Given)
			given += sum.Given
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("by %d processes, %+v (-one, +several):\n%s", n, c, diff)
			}
		}
	}
	if given == 0 {
		t.Error("no part of a test was given to another process")
	}
}

// TestCoresShared explores a test that fails where it meets itself in another
// process, which is no failure.
func TestCoresShared(t *testing.T) {
	longtest.Only(t)
	job := coresJob(t, "^TestShared$")
	var want, got []string
	job.Env = append(os.Environ(), "CORES_SHARED="+filepath.Join(t.TempDir(), "shared"))
	if _, err := worker.Explore(t.Context(), job, said(&want)); err != nil {
		t.Fatal(err)
	}
	cores := worker.NewCores(3)
	cores.Acquire(t.Context())
	sum, err := worker.Share(t.Context(), job, cores, nil, said(&got))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d parts given", sum.Given)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-one process, +several):\n%s", diff)
	}
}

// TestCoresPools explores a test that comes to share its pools, beside others. It fails by
// the same schedule, which fails again: it is not explored once more.
func TestCoresPools(t *testing.T) {
	for _, keepGoing := range []bool{false, true} {
		job := coresJob(t, "^(TestPooled|TestLocks)$")
		job.Config.KeepGoing = keepGoing
		job.Env = paused(job.Env, time.Millisecond)
		want, _ := shared(t, 0, job)
		for range longtest.N(1, 5) {
			got, sum := shared(t, 2, job)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-one process, +two):\n%s", diff)
			}
			if sum.Doubted > 0 {
				t.Error("the failure did not come again")
			}
		}
	}
}

// TestCoresDivergence: a test that is not the same again is explored once more, by itself
// where others were at work, before that is said. Whichever process does that, it has to
// look for it anew: one execution tells nothing.
func TestCoresDivergence(t *testing.T) {
	job := coresJob(t, "^(TestShared|TestRemembers)$")
	for i := range longtest.N(2, 5) {
		var got []wire.Message
		job.Env = append(os.Environ(), "CORES_REMEMBERED="+filepath.Join(t.TempDir(), strconv.Itoa(i)))
		cores := worker.NewCores(2)
		cores.Acquire(t.Context())
		if _, err := worker.Share(t.Context(), job, cores, nil, func(m wire.Message) { got = append(got, m) }); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(got, func(m wire.Message) bool { return m.Result != nil && m.Result.Bound == "divergence" }) {
			t.Fatal("no divergence")
		}
	}
}

// TestCoresKilled kills a process in the midst of a test: what it was at is done
// again, and nothing is counted twice; what kills each process is reported.
func TestCoresKilled(t *testing.T) {
	job := coresJob(t, "^(TestKilled|TestAlways)$")
	var want, got []string
	there := filepath.Join(t.TempDir(), "there") // nobody is killed where the file exists
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	job.Env = append(os.Environ(), "CORES_KILLED="+there)
	if _, err := worker.Explore(t.Context(), job, said(&want)); err != nil {
		t.Fatal(err)
	}
	job.Env = append(os.Environ(), "CORES_KILLED="+filepath.Join(t.TempDir(), "killed"))
	cores := worker.NewCores(2)
	cores.Acquire(t.Context())
	if _, err := worker.Share(t.Context(), job, cores, nil, said(&got)); err != nil {
		t.Fatal(err)
	}
	if len(want) != 4 || len(got) != 4 {
		t.Fatalf("undisturbed %q, killed %q", want, got)
	}
	if diff := cmp.Diff(want[:2], got[:2]); diff != "" {
		t.Errorf("TestKilled (-undisturbed, +killed once):\n%s", diff)
	}
	var m wire.Message
	if err := json.Unmarshal([]byte(got[3]), &m); err != nil || m.Result.Verdict != "error" {
		t.Errorf("killed each time: %s, %v", got[3], err)
	}
}

// TestCoresKilledEvents kills a process that explores by closure. With a checkpoint
// what it was at is gone on with, instead of being begun anew.
func TestCoresKilledEvents(t *testing.T) {
	longtest.Only(t)
	job := coresJob(t, "^TestEventsKilled$")
	job.Config.Queue = "unordered"
	dir := t.TempDir()
	checkpoint := filepath.Join(dir, "checkpoint")
	explore := func(name string, env ...string) (lines []string, executed string) {
		count := filepath.Join(dir, name)
		job := job
		job.Env = append(paused(job.Env, pause), append(env, "CORES_COUNT="+count)...)
		c, err := worker.OpenCheckpoint(checkpoint, 10*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		saved, err := c.Package("p", job.Path, job.Config)
		if err != nil {
			t.Fatal(err)
		}
		cores := worker.NewCores(1)
		cores.Acquire(t.Context())
		if _, err := worker.Share(t.Context(), job, cores, saved, said(&lines)); err != nil {
			t.Fatal(err)
		}
		if left, err := c.Close(); left || err != nil {
			t.Errorf("something is left, or %v", err)
		}
		made, err := os.ReadFile(count)
		if err != nil {
			t.Fatal(err)
		}
		return lines, string(made)
	}
	want, undisturbed := explore("undisturbed")
	got, executed := explore("killed", "CORES_KILLED="+filepath.Join(dir, "kills"), "CORES_KEPT="+checkpoint)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-undisturbed, +killed once):\n%s", diff)
	}
	before, after, killed := strings.Cut(executed, "K")
	t.Logf("killed after %d executions, %d more, undisturbed %d", len(before), len(after), len(undisturbed))
	if !killed || len(after) >= len(undisturbed) {
		t.Errorf("killed %t: after %d executions %d more, undisturbed %d", killed, len(before), len(after), len(undisturbed))
	}
}

// coresLeft is how coresCommand exits when something is left.
const coresLeft = 9

// coresCommand explores a test with a checkpoint, as the command that
// TestCoresCheckpoint kills or interrupts.
func coresCommand() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var job worker.Job
	if err := json.Unmarshal([]byte(os.Getenv("CORES_JOB")), &job); err != nil {
		panic(err)
	}
	c, err := worker.OpenCheckpoint(os.Getenv("CORES_FILE"), 10*time.Millisecond)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	saved, err := c.Package("p", job.Path, job.Config)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	cores := worker.NewCores(2)
	cores.Acquire(context.Background())
	var lines []string
	if _, err := worker.Share(ctx, job, cores, saved, said(&lines)); err != nil {
		panic(err)
	}
	left, err := c.Close()
	if err != nil {
		panic(err)
	}
	if left {
		os.Exit(coresLeft)
	}
	for _, l := range lines {
		fmt.Println(l)
	}
}

// TestCoresCheckpoint kills the command at random points, and its binaries with it,
// or interrupts it, until a run comes to its end, which has to be that of an
// undisturbed one. Events are explored by closure: their number is the paper's.
func TestCoresCheckpoint(t *testing.T) {
	for _, c := range []struct {
		test, long string
		queue      string
		executions []int64 // 0: whatever it is
	}{
		{"TestPass", "TestLong", "fifo", []int64{0, 0}},
		{"TestEvents", "TestEventsLong", "unordered", []int64{2520, 113400}},
		{"TestCrowdLong", "TestCrowdLong", "fifo", []int64{10395, 10395}},
	} {
		name, executions := c.test, c.executions[0]
		if *coresKills > 10 {
			name, executions = c.long, c.executions[1]
		}
		t.Run(name, func(t *testing.T) {
			if c.test != "TestPass" {
				longtest.Only(t)
			}
			job := coresBuilt(t, "^"+name+"$", c.test == "TestCrowdLong")
			job.Config.Queue = c.queue
			if name == "TestEvents" { // it takes longer than to begin
				job.Env = paused(job.Env, pause)
			}
			var lines []string
			began := time.Now()
			if _, err := worker.Explore(t.Context(), job, said(&lines)); err != nil {
				t.Fatal(err)
			}
			whole := time.Since(began)
			want := ""
			for _, l := range lines {
				want += l + "\n"
			}
			if number := fmt.Sprintf(`"Executions":%d,`, executions); executions > 0 && !strings.Contains(want, number) {
				t.Fatalf("%s: not %s", want, number)
			}
			text, err := json.Marshal(job)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir() // for temporary files, too: who is killed removes none
			file := filepath.Join(dir, "checkpoint")
			env := append(os.Environ(), "CORES_JOB="+string(text), "CORES_FILE="+file, "TMPDIR="+dir)
			for kills, kept := 0, 0; kills < 2 || kept == 0; {
				kills, kept = killed(t, env, file, want, whole)
				t.Logf("%d kills, something was kept after %d", kills, kept)
				if kills < 2 {
					whole /= 2 // the machine may have become faster since
				}
			}
			if left, err := filepath.Glob(file + "*"); err != nil || len(left) > 0 {
				t.Errorf("left behind: %q, %v", left, err)
			}
		})
	}
}

// killed runs the command until it comes to its end. It is killed some times, or
// interrupted, which comes within whole if it comes. It returns how often, and after
// how many of these something was kept.
func killed(t *testing.T, env []string, file, want string, whole time.Duration) (kills, kept int) {
	for ; ; kills++ {
		if data, err := os.ReadFile(file); err == nil && bytes.Contains(data, []byte(`"Part":"`)) {
			kept++
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = env
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		wait := time.Hour
		if kills < *coresKills {
			wait = time.Duration(rand.Int63n(int64(whole/time.Duration(*coresKills)) + 1))
		}
		select {
		case err := <-ended:
			if got := out.String(); err != nil || got != want {
				t.Errorf("after %d kills: %v (-undisturbed, +killed)\n%s", kills, err, cmp.Diff(want, got))
			}
			return kills, kept
		case <-time.After(wait):
		}
		if runtime.GOOS == "windows" || kills%2 == 0 {
			_ = cmd.Process.Kill()
			<-ended
			continue
		}
		_ = cmd.Process.Signal(os.Interrupt)
		err := <-ended
		switch code := cmd.ProcessState.ExitCode(); {
		case code == coresLeft:
		case code == 0 && out.String() == want: // it was about to end
			return kills, kept
		case code < 0: // it was about to begin
		default:
			t.Fatalf("after %d kills, interrupted: %v\n%s", kills, err, &out)
		}
	}
}
