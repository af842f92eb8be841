// Package bench measures whole explorations: `make bench`. It has benchmarks
// only.
//
// BenchmarkPrograms explores the papers' programs (testdata/benchmarks), each by a test binary
// that gocheck has made of its source, one process an iteration. BenchmarkKernels explores the
// bugs of testdata/kernels, to the first failure of each test. BenchmarkTraces explores
// recorded traces in this process. BenchmarkStart measures the time to the first execution. The
// others report, for benchstat:
//
//	executions/s      a second of CPU time, as the peers' rates are given; without
//	                  the time to start the binary (that of a listing of its tests)
//	ns/event          the same time, by events
//	limit-executions/s
//	                  how many executions of this shape there would be with no
//	                  checker, no runtime and no program: as many tasks, and a switch
//	                  between them for each event, measured in the same run
//	x-limit           how many times the limit's time it takes
//	B/execution, allocs/execution
//	                  from the heap, by program, runtime and checker together
//	switches/execution
//	                  between tasks: the runtime goes on without one where it can
//	peak-MB           the largest memory of the process, as the system counts it
//
// A number of executions other than the one that is right ends a benchmark.
// docs/measured/performance.md has what came of it.
package bench
