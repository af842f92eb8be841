package runtime

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/longtest"
)

var randomPrograms = flag.Int("random", longtest.N(20, 80), "number of random programs for TestRandomPrograms")

// objectsOf are what a random program works on, new in every execution.
type objectsOf struct {
	chans  [2]chan int
	word   atomic.Int32
	mu     sync.Mutex
	rw     sync.RWMutex
	wg     sync.WaitGroup
	once   sync.Once
	cond   *sync.Cond
	ctx    context.Context
	low    context.Context
	cancel [2]context.CancelFunc
	timer  *time.Timer
	ticker *time.Ticker
	loop   *gocheck.Handler
	plain  *int64
}

// act is an operation of a random program; what it returns is observed.
type act struct {
	name string
	do   func(s Site, o *objectsOf) any
}

// acts are all the operations, with what they need.
func acts(r *rand.Rand) []act {
	ch, v := r.IntN(2), 1+r.IntN(2)
	other := 1 - ch
	return []act{
		{fmt.Sprintf("send %d", ch), func(s Site, o *objectsOf) any { SendTo(o.chans[ch], s).Send(v); return nil }},
		{fmt.Sprintf("recv %d", ch), func(s Site, o *objectsOf) any { v, ok := Recv2(o.chans[ch], s); return fmt.Sprint(v, ok) }},
		{fmt.Sprintf("send %d again", ch), func(s Site, o *objectsOf) any { SendTo(o.chans[ch], s).Send(v); return nil }},
		{fmt.Sprintf("recv %d again", ch), func(s Site, o *objectsOf) any { v, ok := Recv2(o.chans[ch], s); return fmt.Sprint(v, ok) }},
		{fmt.Sprintf("close %d", ch), func(s Site, o *objectsOf) any { Close(o.chans[ch], s); return nil }},
		{fmt.Sprintf("len %d", ch), func(s Site, o *objectsOf) any { return Len(o.chans[ch], s) }},
		{fmt.Sprintf("select recv %d recv %d", ch, other), func(s Site, o *objectsOf) any {
			a, b := RecvCase(o.chans[ch], s), RecvCase(o.chans[other], s)
			return fmt.Sprint(Select(s, false, a, b), a.Value(), b.Value())
		}},
		{fmt.Sprintf("select recv %d send %d", ch, other), func(s Site, o *objectsOf) any {
			a := RecvCase(o.chans[ch], s)
			return fmt.Sprint(Select(s, false, a, SendCase(o.chans[other], s).With(v)), a.Value())
		}},
		{fmt.Sprintf("select recv %d default", ch), func(s Site, o *objectsOf) any {
			a := RecvCase(o.chans[ch], s)
			return fmt.Sprint(Select(s, true, a), a.Value())
		}},
		{fmt.Sprintf("select recv %d done", ch), func(s Site, o *objectsOf) any {
			return Select(s, false, RecvCase(o.chans[ch], s), RecvCase(o.low.Done(), s))
		}},
		{fmt.Sprintf("select recv %d timer", ch), func(s Site, o *objectsOf) any {
			return Select(s, false, RecvCase(o.chans[ch], s), RecvCase(o.timer.C, s))
		}},
		{"load", func(s Site, o *objectsOf) any { return AtomicInt32Load(&o.word, s) }},
		{"store", func(s Site, o *objectsOf) any { AtomicInt32Store(&o.word, s, int32(v)); return nil }},
		{"cas", func(s Site, o *objectsOf) any { return AtomicInt32CompareAndSwap(&o.word, s, int32(v-1), int32(v)) }},
		{"lock", func(s Site, o *objectsOf) any { MutexLock(&o.mu, s); return nil }},
		{"unlock", func(s Site, o *objectsOf) any { MutexUnlock(&o.mu, s); return nil }},
		{"trylock", func(s Site, o *objectsOf) any { return MutexTryLock(&o.mu, s) }},
		{"section", func(s Site, o *objectsOf) any {
			MutexLock(&o.mu, s)
			defer MutexUnlock(&o.mu, s)
			return AtomicInt32Load(&o.word, s)
		}},
		{"write section", func(s Site, o *objectsOf) any {
			RWMutexLock(&o.rw, s)
			defer RWMutexUnlock(&o.rw, s)
			return nil
		}},
		{"rlock", func(s Site, o *objectsOf) any { RWMutexRLock(&o.rw, s); return nil }},
		{"read section", func(s Site, o *objectsOf) any {
			RWMutexRLock(&o.rw, s)
			defer RWMutexRUnlock(&o.rw, s)
			return AtomicInt32Load(&o.word, s)
		}},
		{"trywrite", func(s Site, o *objectsOf) any { return RWMutexTryLock(&o.rw, s) }},
		{"tryread", func(s Site, o *objectsOf) any { return RWMutexTryRLock(&o.rw, s) }},
		{"add", func(s Site, o *objectsOf) any { WaitGroupAdd(&o.wg, s, 1); return nil }},
		{"done", func(s Site, o *objectsOf) any { WaitGroupDone(&o.wg, s); return nil }},
		{"wait", func(s Site, o *objectsOf) any { WaitGroupWait(&o.wg, s); return nil }},
		{"once", func(s Site, o *objectsOf) any {
			first := false
			OnceDo(&o.once, s, func() { first = true })
			return first
		}},
		{"signal", func(s Site, o *objectsOf) any { CondSignal(o.cond, s); return nil }},
		{"broadcast", func(s Site, o *objectsOf) any { CondBroadcast(o.cond, s); return nil }},
		{"condwait", func(s Site, o *objectsOf) any {
			MutexLock(&o.mu, s)
			defer MutexUnlock(&o.mu, s)
			CondWait(o.cond, s)
			return nil
		}},
		{"cancel", func(s Site, o *objectsOf) any { o.cancel[0](); return nil }},
		{"cancel low", func(s Site, o *objectsOf) any { o.cancel[1](); return nil }},
		{"err", func(s Site, o *objectsOf) any { return o.low.Err() }},
		{"done", func(s Site, o *objectsOf) any { Recv(o.low.Done(), s); return nil }},
		{"sleep", func(s Site, o *objectsOf) any { TimeSleep(s, time.Duration(v)); return nil }},
		{"stop", func(s Site, o *objectsOf) any { return TimerStop(o.timer, s) }},
		{"reset", func(s Site, o *objectsOf) any { return TimerReset(o.timer, s, time.Duration(v)) }},
		{"expire", func(s Site, o *objectsOf) any { Recv(o.timer.C, s); return nil }},
		{"tick", func(s Site, o *objectsOf) any { return Recv(o.ticker.C, s).Sub(startOfTime) }},
		{"after func", func(s Site, o *objectsOf) any {
			t := TimeAfterFunc(s, 1, func() { AtomicInt32Add(&o.word, s, 10) })
			return AtomicInt32Load(&o.word, s) == 0 && TimerStop(t, s)
		}},
		{"after cancel", func(s Site, o *objectsOf) any {
			return ContextAfterFunc(s, o.low, func() { AtomicInt32Add(&o.word, s, 20) })()
		}},
	}
}

// randomProgram returns a program of two or three tasks, and its text. Every
// second of its operations is one of more, if there are any; then it reads the
// clock before every operation.
func randomProgram(r *rand.Rand, more ...act) (program, string) {
	var tasks [][]act
	var text strings.Builder
	caps := [2]int{r.IntN(3), r.IntN(3)}
	// Few kinds of operations, so that they have to do with each other.
	var palette []int
	for range 2 + r.IntN(2) {
		palette = append(palette, r.IntN(len(acts(r))))
	}
	fmt.Fprintf(&text, "channels of %v\n", caps)
	for i := range 2 + r.IntN(2) {
		var mine []act
		for range 1 + r.IntN(4) {
			a := acts(r)[palette[r.IntN(len(palette))]]
			if len(more) > 0 && r.IntN(2) == 0 {
				a = more[r.IntN(len(more))]
			}
			mine = append(mine, a)
			fmt.Fprintf(&text, "task %d: %s\n", i, a.name)
		}
		tasks = append(tasks, mine)
	}
	return func(s Site, out func(string, ...any)) {
		o := &objectsOf{loop: gocheck.NewHandler("loop"), plain: new(int64)}
		*o.plain = -1
		for i, n := range caps {
			o.chans[i] = make(chan int, n)
		}
		o.cond = sync.NewCond(&o.mu)
		o.ctx, o.cancel[0] = ContextWithCancel(s, context.Background())
		o.low, o.cancel[1] = ContextWithCancel(s, o.ctx)
		o.timer, o.ticker = TimeNewTimer(s, 1), TimeNewTicker(s, 1)
		run := func(i int) {
			for j, a := range tasks[i] {
				if len(more) > 0 {
					out("%d.%d at %d", i, j, TimeSince(s, startOfTime))
				}
				out("%d.%d:%v", i, j, a.do(s+Site(1+4*i+j), o))
			}
		}
		for i := range tasks[1:] {
			Go(s, func() { run(i + 1) })
		}
		run(0)
	}, text.String()
}

// TestRandomPrograms lets closure explore random programs and compares with
// the traces and outcomes that dfs finds.
func TestRandomPrograms(t *testing.T) {
	s := testSites(t, "x", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m")
	tried, traces := 0, 0
	for seed := range uint64(*randomPrograms) {
		p, text := randomProgram(rand.New(rand.NewPCG(seed, 1)))
		set := settings{races: racesOff, freeTime: seed%4 == 1}
		want, wantSeen, res := exploredRandom(t, "dfs", set, s, p)
		if !res.Exhaustive {
			continue // too large for dfs
		}
		got, gotSeen, res := exploredRandom(t, "closure", set, s, p)
		tried++
		if again, _, res := exploredRandom(t, "closure"+repeating, set, s, p); again != want || int64(wantSeen) != res.Executions {
			t.Errorf("seed %d: %d traces, %d executions that begin by themselves\n%soutcomes\n%s\ntheirs\n%s", seed, wantSeen, res.Executions, text, want, again)
		}
		if set.freeTime {
			idle, _, _ := exploredRandom(t, "closure", settings{races: racesOff}, s, p)
			for o := range strings.SplitSeq(idle, "\n") {
				if !slices.Contains(strings.Split(want, "\n"), o) {
					t.Errorf("seed %d: not with -time=free: %s\n%sbut\n%s", seed, o, text, want)
				}
			}
		}
		traces += wantSeen
		if got != want || gotSeen != wantSeen || int64(gotSeen) != res.Executions || res.Blocked > 0 || !res.Exhaustive {
			t.Errorf("seed %d: %d traces, closure has found %d in %d executions, %d blocked\n%soutcomes\n%s\nclosure's\n%s",
				seed, wantSeen, gotSeen, res.Executions, res.Blocked, text, want, got)
		}
	}
	t.Logf("%d programs, %d traces", tried, traces)
	if tried == 0 {
		t.Error("no program was small enough")
	}
}

func exploredRandom(t *testing.T, algorithm string, set settings, s Site, p program) (outcomes string, seen int, res *checker.Result) {
	t.Helper()
	var reports []string
	w, algorithm := watched(newExecution(set, func() {
		reports = nil
		p(s, func(format string, args ...any) { reports = append(reports, fmt.Sprintf(format, args...)) })
	}), algorithm)
	found := make(map[string]bool)
	res, err := explore.Run(w, checker.Options{
		Algorithm: algorithm, KeepGoing: true, Steps: 200, Executions: 3000,
		OnExecution: func(*checker.Progress) bool {
			sort.Strings(reports)
			found[strings.Join(reports, " ")] = true
			return true
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for o := range found {
		all = append(all, o)
	}
	sort.Strings(all)
	return strings.Join(all, "\n"), w.traces(res), res
}
