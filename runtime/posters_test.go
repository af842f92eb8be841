package runtime

import (
	"testing"

	"gocheck.dev"
	"gocheck.dev/checker"
)

// posters is a benchmark program of Event-DPOR's paper: thread i posts a message
// that writes 2i, posts to the same handler a message that writes 2i+1 and
// reads, and reads.
func posters(n int, s Site) func() {
	return func() {
		h := gocheck.NewHandler("h")
		x := new(int)
		for i := range n {
			Go(s, func() {
				HandlerPost(h, s+2, func() {
					At(x, s+1).Set(2 * i)
					HandlerPost(h, s+2, func() {
						At(x, s+3).Set(2*i + 1)
						_ = *R(x, s+4)
					})
					_ = *R(x, s+5)
				})
			})
		}
	}
}

var postersSettings = Settings{Races: RacesExplore, Unordered: true, Leaks: "off"}

// BenchmarkExecution is one execution of posters(5) under the default
// scheduler: 46 steps, without what a checker does.
func BenchmarkExecution(b *testing.B) {
	x := newExecution(postersSettings, posters(5, testSites(b, "", "x", "h", "x", "x", "x")))
	f := &first{}
	x.Run(f)
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		x.Run(f)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "executions/s")
}

// first is the least that a scheduler can do: it lets the first task run that
// can.
type first struct {
	buf    []checker.Decision
	events int
}

func (f *first) Next(st checker.State) (checker.Decision, bool) {
	for _, t := range st.Tasks() {
		f.buf = st.Decisions(t, f.buf[:0])
		if len(f.buf) > 0 {
			return f.buf[0], true
		}
	}
	return checker.Decision{}, false
}

func (f *first) Did(checker.State, *checker.Event) { f.events++ }

// rotating lets another task run at each step: every step is a switch.
type rotating struct {
	first
	at int
}

func (f *rotating) Next(st checker.State) (checker.Decision, bool) {
	tasks := st.Tasks()
	f.at++
	for i := range tasks {
		f.buf = st.Decisions(tasks[(f.at+i)%len(tasks)], f.buf[:0])
		if len(f.buf) > 0 {
			return f.buf[0], true
		}
	}
	return checker.Decision{}, false
}

// BenchmarkSwitching is the same with a switch of tasks at each step.
func BenchmarkSwitching(b *testing.B) {
	x := newExecution(postersSettings, posters(5, testSites(b, "", "x", "h", "x", "x", "x")))
	f := &rotating{}
	x.Run(f)
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		x.Run(f)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "executions/s")
}
