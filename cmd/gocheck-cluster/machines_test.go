package main

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"
)

var (
	killsFlag = flag.Int("kills", 6, "processes that TestKills kills")
	everyFlag = flag.Duration("kills.every", 400*time.Millisecond, "the time between two of them")
	testsFlag = flag.String("tests", "TestPosters4|TestConsensus3|TestLastZero10|TestReaders8|TestDepend.*|TestReaders[A-Z].*|TestSleeping.*|TestETS.*|TestCom.*", "what TestServers and TestKills explore, of testdata/benchmarks; TestKills adds TestConsensus4")
	seedFlag  = flag.Uint64("kills.seed", 1, "which processes TestKills kills")
)

// explores is what is explored.
func explores(more string) []string {
	args := []string{"-run=^(" + *testsFlag + more + ")$"}
	for _, p := range []string{"posters", "consensus", "lastzero", "readers", "concuerror"} {
		args = append(args, "./testdata/benchmarks/"+p)
	}
	return args
}

// alone is what one process counts.
func alone(t *testing.T, explores []string) map[string]string {
	want, out := counts(t, append([]string{"-p=1"}, explores...)...)
	if len(want) == 0 || strings.Contains(out, "FAIL") {
		t.Fatalf("-p=1:\n%s", out)
	}
	return want
}

// worker is a process that works for a cluster.
type workerProcess struct {
	*exec.Cmd
	said
}

// startWorker starts a worker with one process.
func startWorker(t *testing.T, url string) *workerProcess {
	w := &workerProcess{Cmd: command(t, "gocheck", "worker", "-p=1", "-cluster="+url)}
	w.Stdout, w.Stderr = &w.said, &w.said
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.end()
		if t.Failed() {
			t.Logf("a worker:\n%s", w.text())
		}
	})
	return w
}

// end kills a worker, and waits until it is gone.
func (w *workerProcess) end() {
	_ = w.Process.Kill() // it may have ended
	_ = w.Wait()
}

// many is a package of more than 40 tests, half of which fail.
const many = "./testdata/kernels/misuse"

// manyAlone is what one process finds in it.
func manyAlone(t *testing.T) map[string]string {
	want, out := counts(t, "-p=1", many)
	if len(want) <= 40 || strings.Count(out, "--- FAIL") < 20 {
		t.Fatalf("-p=1: %d tests\n%s", len(want), out)
	}
	return want
}

// TestEmbedded explores a package of many tests with 1, 2 and 4 processes of an embedded cluster:
// each failure is tried again while the others hold.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	want := manyAlone(t)
	for _, p := range []string{"-p=1", "-p=2", "-p=4"} {
		got, out := counts(t, "-cluster=embedded", p, many)
		if !maps.Equal(got, want) {
			t.Fatalf("%s: %v, want %v\n%s", p, got, want, out)
		}
	}
}

// TestServers explores with 1, 2 and 4 workers of three servers: the verdicts and counts are those
// of one process.
func TestServers(t *testing.T) {
	t.Parallel()
	explores := explores("")
	want := alone(t, explores)
	wantMany := manyAlone(t)
	s := startServers(t, 3, "")
	for n, have := 1, 0; n <= 4; n *= 2 {
		for ; have < n; have++ {
			startWorker(t, s.url(""))
		}
		began := time.Now()
		got, out := counts(t, append([]string{"-cluster=" + s.url("?replicas=3")}, explores...)...)
		if !maps.Equal(got, want) {
			t.Fatalf("%d workers: %v, want %v\n%s", n, got, want, out)
		}
		t.Logf("%d workers: %v", n, time.Since(began))
		if got, out := counts(t, "-cluster="+s.url("?replicas=3"), many); !maps.Equal(got, wantMany) {
			t.Fatalf("%d workers: %v, want %v\n%s", n, got, wantMany, out)
		}
	}
}

// TestKills kills workers, servers and the command with kill -9, one after the other, and starts
// another in the place of each: the counts are those of one process.
func TestKills(t *testing.T) {
	t.Parallel()
	explores := explores("|TestConsensus4")
	want := alone(t, explores)
	s := startServers(t, 3, "")
	const workers = 3
	var hands []*workerProcess
	for range workers {
		hands = append(hands, startWorker(t, s.url("")))
	}
	r := rand.New(rand.NewPCG(*seedFlag, 24))
	killed := map[string]int{}
	var kinds []int
	tick := time.NewTicker(*everyFlag)
	defer tick.Stop()
	runs := 0
	for left := *killsFlag; left > 0; runs++ {
		again := func() *exploring { return explore(t, s.url("?replicas=3&ackwait=3s&slice=1s"), explores) }
		run := again()
		down := -1
		for running := true; running; {
			select {
			case <-run.done:
				running = false
				continue
			case <-tick.C:
			}
			if down >= 0 { // two of three are to be up
				s.start(down)
				down = -1
			}
			if left == 0 {
				run.ends()
				continue
			}
			left--
			if len(kinds) == 0 {
				kinds = r.Perm(3) // a test with few kills has each kind
			}
			what := kinds[0]
			kinds = kinds[1:]
			switch what {
			case 0:
				k := r.IntN(workers)
				hands[k].end()
				hands[k] = startWorker(t, s.url(""))
				killed["worker"]++
			case 1:
				down = r.IntN(3)
				s.kill(down)
				killed["server"]++
			default:
				_ = run.Process.Kill()
				run.ends()
				run = again()
				killed["command"]++
			}
		}
		if down >= 0 {
			s.start(down)
		}
		out := run.text()
		if got := parse(out); !maps.Equal(got, want) {
			t.Fatalf("after %v: %v, want %v\n%s", killed, got, want, out)
		}
		t.Logf("after %v:\n%s", killed, out)
	}
	t.Logf("%d explorations, killed: %v", runs, killed)
}
