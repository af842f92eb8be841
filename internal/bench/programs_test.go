package bench

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// programs are those of issue and papers, with the number of their traces.
var programs = []struct {
	name, pkg, test string
	traces          int64
}{
	{"posters(4)", "posters", "TestPosters4", 2520},
	{"posters(5)", "posters", "TestPosters5", 113400},
	{"writers(8)", "writers", "TestWriters8", 40320},
	{"buyers(8)", "buyers", "TestBuyers8", 40320},
	{"ping-pong(7)", "pingpong", "TestPingPong7", 27252},
	{"ping-pong(8)", "pingpong", "TestPingPong8", 253296},
	{"prolific(9)", "prolific", "TestProlific9", 510},
	{"consensus(4)", "consensus", "TestConsensus4", 50625},
	{"db-cache(3)", "dbcache", "TestDBCache3", 1764},
	{"sparse-mat(4,5)", "sparsemat", "TestSparseMat5", 1546},
	{"2PC(6)", "twophase", "TestTwoPhaseCommit6", 1440},
	{"readers(15)", "readers", "TestReaders15", 32768},
	{"lastzero(15)", "lastzero", "TestLastZero15", 147456},
	{"indexer(15)", "indexer", "TestIndexer15", 4096},
	{"fib_bench(5)", "fibbench", "TestFibBench5", 218243},
	{"casrot(11)", "casrot", "TestCasRot11", 182905},
	{"wakeup_stress(7)", "wakeupstress", "TestWakeupStress7", 10080},
}

// BenchmarkPrograms explores with unordered mailboxes, every access a step, as the
// papers do.
func BenchmarkPrograms(b *testing.B) {
	binaries := build(b, "./testdata/benchmarks/...")
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			binary := binaries["gocheck.dev/testdata/benchmarks/"+p.pkg]
			config := wire.Config{
				Mode: "explore", Run: "^" + p.test + "$",
				Settings: wire.Settings{Algorithm: "auto", Queue: "unordered", Races: "explore", Commute: "off", Memory: 1 << 30, Steps: 10000, BudgetMS: 600_000},
			}
			var all, idle cost
			run(b, &binary, wire.Config{Mode: "list", Run: config.Run}, &idle)
			for b.Loop() {
				results := run(b, &binary, config, &all)
				if r := results[p.test]; r == nil || r.Verdict != "pass" || r.Executions != p.traces {
					b.Fatalf("exploring %s, which has %d traces: %+v", p.name, p.traces, r)
				}
			}
			all.report(b, &idle)
		})
	}
}

// BenchmarkKernels explores small programs with the bugs that programs have, and
// their corrected twins, a package at a time, with the defaults.
func BenchmarkKernels(b *testing.B) {
	for path, binary := range build(b, "./testdata/kernels/...") {
		name := path[len("gocheck.dev/testdata/kernels/"):]
		b.Run(name, func(b *testing.B) {
			config := wire.Config{
				Mode: "explore",
				Settings: wire.Settings{
					Algorithm: "auto", Queue: "fifo", Races: "report", Commute: "on", Leaks: "schedule", Minimize: "off",
					Memory: 1 << 30, Steps: 10000, BudgetMS: 600_000,
				},
			}
			var all, idle cost
			run(b, &binary, wire.Config{Mode: "list"}, &idle)
			for b.Loop() {
				for test, r := range run(b, &binary, config, &all) {
					if r.Verdict != "pass" && r.Verdict != "fail" {
						b.Fatalf("%s: %+v", test, r)
					}
				}
			}
			all.report(b, &idle)
		})
	}
}
