package e2e

import (
	"slices"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// want is what a test of a program has to come to.
type want struct {
	test       string // "package.TestX" below testdata/<programs>/
	executions int64  // of a test that passes: all its traces
	kind       string // of a test that fails
	message    string // part of the failure's message
	pos        string // file:line of the failure, or its beginning
}

// check compares a report with what was wanted, of every test of the programs.
func check(t *testing.T, r report, programs string, wants []want) {
	t.Helper()
	prefix := "gocheck.dev/testdata/"
	if programs != "" {
		prefix += programs + "/"
	}
	fails := false
	for _, w := range wants {
		got, ok := r.results[prefix+w.test]
		if !ok {
			t.Errorf("%s: no result", w.test)
			continue
		}
		failure, failed := r.failures[prefix+w.test]
		if w.kind == "" {
			if got.Verdict != "pass" || !got.Exhaustive || got.Executions != w.executions || got.Blocked != 0 || got.Failing != 0 {
				t.Errorf("%s: want a pass with %d executions, got %+v\n%s", w.test, w.executions, got, failure.Message)
			}
			continue
		}
		fails = true
		if got.Verdict != "fail" || !failed {
			t.Errorf("%s: want a failure, got %+v", w.test, got)
			continue
		}
		if failure.Kind != w.kind || !strings.Contains(failure.Message, w.message) || !strings.Contains(failure.Pos, w.pos) {
			t.Errorf("%s: want a failure of kind %q with %q at %q, got %+v", w.test, w.kind, w.message, w.pos, failure)
		}
	}
	if len(r.results) != len(wants) {
		t.Errorf("%d tests have results, want %d", len(r.results), len(wants))
	}
	if exit := map[bool]int{false: 0, true: 1}[fails]; r.exit != exit {
		t.Errorf("exit status %d, want %d", r.exit, exit)
	}
	if t.Failed() {
		t.Logf("gocheck printed:\n%s", r.text)
	}
}

// The numbers of the programs that pass were counted by hand; see the comments.
func TestExamples(t *testing.T) {
	r := explore(t, root, "-save=false", "./testdata/examples/...", "./testdata/compare")
	check(t, r, "", []want{
		{test: "examples/bank.TestTransfer", kind: "deadlock", pos: "bank.go"},
		{test: "examples/bank.TestTransferOneWay", executions: 4}, // who transfers first, who reports first
		{test: "examples/cache.TestKeysDoNotMix", executions: 4},  // who writes first, whether the other has looked before
		{test: "examples/cache.TestLoadsOnce", executions: 8},     // the same; then who loads
		{test: "compare.TestInput", executions: 1},                // the input is not among those tried
		{test: "compare.TestLeak", kind: "leak", pos: "compare.go"},
		{test: "compare.TestLocks", kind: "deadlock", pos: "compare.go"},
		{test: "compare.TestRace", kind: "race", pos: "compare.go"},
		{test: "compare.TestTime", kind: "fatal", message: "not expired after 61 s"},
		{test: "compare.TestUpdate", kind: "fatal", message: "1 hits"},
		{test: "compare.TestWakeup", kind: "deadlock", pos: "compare"},
		{test: "examples/fetch.TestCancelWhileFetching", kind: "leak", pos: "fetch.go"},
		{test: "examples/fetch.TestFetch", executions: 1},
		{test: "examples/hits.TestVisits", kind: "race", pos: "hits.go:16"},
		{test: "examples/hub.TestPublish", executions: 1},
		{test: "examples/hub.TestUnsubscribeWhilePublishing", kind: "close", pos: "hub.go"},
		{test: "examples/ledger.TestBookings", executions: 6}, // 3!
		{test: "examples/pipeline.TestCancel", executions: 5}, // Count ends by itself or by ctx after 0, 1 values, Map after 1, 2
		{test: "examples/pipeline.TestTimeout", executions: 1},
		{test: "examples/pool.TestBound", executions: 1},
		{test: "examples/pool.TestMap", executions: 18}, // who takes which job, and the order of the results that it allows
		{test: "examples/pool.TestNoInputs", executions: 1},
		{test: "examples/searchbox.TestOneQuery", executions: 1},
		{test: "examples/searchbox.TestTyping", kind: "assert", message: `shows the results of "g", but the query is "go"`, pos: "searchbox.go"},
	})
}

// With unordered mailboxes and every access a step: the numbers of the papers.
// The benchmarks' larger sizes are left to the benchmark.
func TestBenchmarksUnordered(t *testing.T) {
	longtest.Only(t)
	wants := []want{
		{test: "buyers.TestBuyers3", executions: 6},
		{test: "buyers.TestBuyers4", executions: 24},
		{test: "casrot.TestCasRot2", executions: 2},
		{test: "casrot.TestCasRot7", executions: 523},
		{test: "concuerror.TestCombinationLock1", executions: 6},
		{test: "concuerror.TestCompleteTest1", executions: 48},
		{test: "concuerror.TestCompleteTest2", executions: 60},
		{test: "concuerror.TestConditionalReaders3", executions: 6},
		{test: "concuerror.TestDepend1", executions: 12},
		{test: "concuerror.TestDepend3", executions: 30},
		{test: "concuerror.TestDepend4", executions: 30},
		{test: "concuerror.TestDepend5", executions: 12},
		{test: "concuerror.TestDepend6", executions: 18},
		{test: "concuerror.TestDiffDep2", executions: 9},
		{test: "concuerror.TestDiffDep3", executions: 6},
		{test: "concuerror.TestDifficultReaders", executions: 18},
		{test: "concuerror.TestETSCross", executions: 3},
		{test: "concuerror.TestETSDependencies", executions: 4},
		{test: "concuerror.TestETSDependenciesN", executions: 8},
		{test: "concuerror.TestHairbrushTeeth1", executions: 6},
		{test: "concuerror.TestHairbrushTeeth2", executions: 20},
		{test: "concuerror.TestLongChain", executions: 20},
		{test: "concuerror.TestManyInitials", executions: 5},
		{test: "concuerror.TestManyWrite", executions: 4},
		{test: "concuerror.TestManyWrite2", executions: 16},
		{test: "concuerror.TestPOPLOptimalExample", executions: 5},
		{test: "concuerror.TestReadersBasic", executions: 4},
		{test: "concuerror.TestSleepingRaces1", executions: 3},
		{test: "concuerror.TestSleepingRaces2", executions: 5},
		{test: "concuerror.TestSleepingRaces3Read", executions: 6},
		{test: "concuerror.TestSleepingRaces3Write", executions: 10},
		{test: "concuerror.TestSleepingRaces4", executions: 12},
		{test: "concuerror.TestSleepingRaces5", executions: 24},
		{test: "concuerror.TestSleepingRaces6", executions: 10},
		{test: "concuerror.TestTwoWritersReaders1", executions: 9},
		{test: "concuerror.TestTwoWritersReaders2", executions: 18},
		{test: "consensus.TestConsensus2", executions: 4},
		{test: "consensus.TestConsensus3", executions: 125},
		{test: "dbcache.TestDBCache2", executions: 32},
		{test: "figure10.TestFigure10x1", executions: 5},
		{test: "figure10.TestFigure10x4", executions: 17},
		{test: "figure10.TestFigure10x9", executions: 37},
		{test: "filesystem.TestFilesystem14", executions: 2},
		{test: "filesystem.TestFilesystem16", executions: 8},
		{test: "filesystem.TestFilesystem18", executions: 32},
		{test: "indexer.TestIndexer11", executions: 1},
		{test: "indexer.TestIndexer12", executions: 8},
		{test: "lastzero.TestLastZero2", executions: 5},
		{test: "lastzero.TestLastZero5", executions: 64},
		{test: "matmult.TestMatMult3", executions: 1},
		{test: "pingpong.TestPingPong3", executions: 13},
		{test: "pingpong.TestPingPong4", executions: 70},
		{test: "plb.TestBalance4", executions: 1},
		{test: "plb.TestBalance8", executions: 1},
		{test: "posters.TestPosters2", executions: 6},
		{test: "posters.TestPosters3", executions: 90},
		{test: "posters.TestPosters4", executions: 2520},
		{test: "prolific.TestProlific3", executions: 6},
		{test: "prolific.TestProlific5", executions: 30},
		{test: "prolific.TestProlific7", executions: 126},
		{test: "readers.TestReaders2", executions: 4},
		{test: "readers.TestReaders8", executions: 256},
		{test: "sparsemat.TestSparseMat3", executions: 34},
		{test: "twophase.TestTwoPhaseCommit3", executions: 12},
		{test: "twophase.TestTwoPhaseCommit4", executions: 48},
		{test: "wakeupstress.TestWakeupStress3", executions: 12},
		{test: "wakeupstress.TestWakeupStress5", executions: 240},
		{test: "writers.TestWriters3", executions: 6},
		{test: "writers.TestWriters4", executions: 24},
	}
	benchmarks(t, wants, "-races=explore", "-queue=unordered")
}

// The algorithms that explore every trace once do so on the whole road, too.
// Optimal-DPOR's traces are those in which handlers are locks.
func TestBenchmarksAlgorithms(t *testing.T) {
	threads := []want{
		{test: "concuerror.TestCombinationLock1", executions: 6},
		{test: "concuerror.TestPOPLOptimalExample", executions: 5},
		{test: "figure10.TestFigure10x4", executions: 17},
		{test: "indexer.TestIndexer12", executions: 8},
		{test: "lastzero.TestLastZero5", executions: 64},
		{test: "readers.TestReaders8", executions: 256},
	}
	locks := []want{
		{test: "filesystem.TestFilesystem14", executions: 2},
		{test: "filesystem.TestFilesystem18", executions: 32},
		{test: "wakeupstress.TestWakeupStress4", executions: 48},
	}
	for _, a := range []struct {
		algorithm string
		wants     []want
	}{
		{"revisit", slices.Concat(threads, locks)},
		{"event", slices.Concat(threads, []want{
			{test: "buyers.TestBuyers4", executions: 24},
			{test: "consensus.TestConsensus3", executions: 125},
			{test: "dbcache.TestDBCache2", executions: 32},
			{test: "matmult.TestMatMult3", executions: 1},
			{test: "pingpong.TestPingPong4", executions: 70},
			{test: "plb.TestBalance8", executions: 1},
			{test: "posters.TestPosters3", executions: 90},
			{test: "prolific.TestProlific5", executions: 30},
			{test: "sparsemat.TestSparseMat3", executions: 34},
			{test: "twophase.TestTwoPhaseCommit4", executions: 48},
			{test: "writers.TestWriters4", executions: 24},
		})},
		{"optimal", slices.Concat(threads, locks, []want{
			{test: "buyers.TestBuyers4", executions: 24},
			{test: "consensus.TestConsensus3", executions: 216},
			{test: "pingpong.TestPingPong4", executions: 70},
			{test: "plb.TestBalance4", executions: 105},
			{test: "posters.TestPosters3", executions: 90},
			{test: "prolific.TestProlific5", executions: 120},
			{test: "sparsemat.TestSparseMat3", executions: 204},
			{test: "twophase.TestTwoPhaseCommit4", executions: 48},
			{test: "writers.TestWriters4", executions: 24},
		})},
	} {
		t.Run(a.algorithm, func(t *testing.T) {
			benchmarks(t, a.wants, "-races=explore", "-queue=unordered", "-algo="+a.algorithm)
		})
	}
}

// With coarse steps (-races=report: a step is an operation and the plain
// accesses up to the next) programs without data races have the same traces.
// These have a few thousand executions, for what goes wrong with repetition.
func TestBenchmarksCoarse(t *testing.T) {
	wants := []want{
		{test: "buyers.TestBuyers6", executions: 720},
		{test: "consensus.TestConsensus3", executions: 125},
		{test: "pingpong.TestPingPong6", executions: 3276},
		{test: "posters.TestPosters4", executions: 2520},
		{test: "prolific.TestProlific7", executions: 126},
		{test: "readers.TestReaders8", executions: 256},
		{test: "sparsemat.TestSparseMat5", executions: 1546},
		{test: "twophase.TestTwoPhaseCommit6", executions: 1440},
		{test: "writers.TestWriters6", executions: 720},
	}
	benchmarks(t, wants, "-queue=unordered")
}

// With FIFO mailboxes there are fewer traces: what one goroutine posts to one
// handler comes in its order.
func TestBenchmarksFIFO(t *testing.T) {
	wants := []want{
		{test: "pingpong.TestPingPong6", executions: 1},
		{test: "posters.TestPosters2", executions: 4},
		{test: "posters.TestPosters3", executions: 30},
		{test: "prolific.TestProlific7", executions: 1},
		{test: "writers.TestWriters4", executions: 24},
	}
	benchmarks(t, wants, "-races=explore")
}

// quickBenchmarks are those that are built unless long tests are asked for: each is a
// binary. Those of the event loops and those of threads are among them.
var quickBenchmarks = []string{"concuerror", "consensus", "lastzero", "pingpong", "posters", "readers", "writers"}

// benchmarks explores what is wanted of testdata/benchmarks, and compares.
func benchmarks(t *testing.T, wants []want, flags ...string) {
	t.Helper()
	args := append([]string{"-save=false", "-commute=off"}, flags...)
	if longtest.Asked() {
		args = append(args, "-run", only(wants), "./testdata/benchmarks/...")
	} else {
		wants = slices.DeleteFunc(slices.Clone(wants), func(w want) bool {
			name, _, _ := strings.Cut(w.test, ".")
			return !slices.Contains(quickBenchmarks, name)
		})
		args = append(args, "-run", only(wants))
		for _, name := range quickBenchmarks {
			args = append(args, "./testdata/benchmarks/"+name)
		}
	}
	check(t, explore(t, root, args...), "benchmarks", wants)
}

// only is a value of -run that selects exactly the tests.
func only(wants []want) string {
	names := make([]string, len(wants))
	for i, w := range wants {
		_, names[i], _ = strings.Cut(w.test, ".")
	}
	return "^(" + strings.Join(names, "|") + ")$"
}
