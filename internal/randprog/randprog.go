package randprog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/atomics"
)

// Program is a program; it says by out what its operations have returned. Its sites are
// s and those after it.
type Program = func(s rt.Site, out func(format string, args ...any))

// Objects are what a random program works on, new in every execution.
type Objects struct {
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
	Loop   *gocheck.Handler
	Plain  *int64
}

// Act is an operation of a random program; what it returns is observed.
type Act struct {
	Name string
	Do   func(s rt.Site, o *Objects) any
}

// acts are all the operations, with what they need.
func acts(r *rand.Rand) []Act {
	ch, v := r.IntN(2), 1+r.IntN(2)
	other := 1 - ch
	return []Act{
		{fmt.Sprintf("send %d", ch), func(s rt.Site, o *Objects) any { rt.SendTo(o.chans[ch], s).Send(v); return nil }},
		{fmt.Sprintf("recv %d", ch), func(s rt.Site, o *Objects) any { v, ok := rt.Recv2(o.chans[ch], s); return fmt.Sprint(v, ok) }},
		{fmt.Sprintf("send %d again", ch), func(s rt.Site, o *Objects) any { rt.SendTo(o.chans[ch], s).Send(v); return nil }},
		{fmt.Sprintf("recv %d again", ch), func(s rt.Site, o *Objects) any { v, ok := rt.Recv2(o.chans[ch], s); return fmt.Sprint(v, ok) }},
		{fmt.Sprintf("close %d", ch), func(s rt.Site, o *Objects) any { rt.Close(o.chans[ch], s); return nil }},
		{fmt.Sprintf("len %d", ch), func(s rt.Site, o *Objects) any { return rt.Len(o.chans[ch], s) }},
		{fmt.Sprintf("select recv %d recv %d", ch, other), func(s rt.Site, o *Objects) any {
			a, b := rt.RecvCase(o.chans[ch], s), rt.RecvCase(o.chans[other], s)
			return fmt.Sprint(rt.Select(s, false, a, b), a.Value(), b.Value())
		}},
		{fmt.Sprintf("select recv %d send %d", ch, other), func(s rt.Site, o *Objects) any {
			a := rt.RecvCase(o.chans[ch], s)
			return fmt.Sprint(rt.Select(s, false, a, rt.SendCase(o.chans[other], s).With(v)), a.Value())
		}},
		{fmt.Sprintf("select recv %d default", ch), func(s rt.Site, o *Objects) any {
			a := rt.RecvCase(o.chans[ch], s)
			return fmt.Sprint(rt.Select(s, true, a), a.Value())
		}},
		{fmt.Sprintf("select recv %d done", ch), func(s rt.Site, o *Objects) any {
			return rt.Select(s, false, rt.RecvCase(o.chans[ch], s), rt.RecvCase(o.low.Done(), s))
		}},
		{fmt.Sprintf("select recv %d timer", ch), func(s rt.Site, o *Objects) any {
			return rt.Select(s, false, rt.RecvCase(o.chans[ch], s), rt.RecvCase(o.timer.C, s))
		}},
		{"load", func(s rt.Site, o *Objects) any { return atomics.AtomicInt32Load(&o.word, s) }},
		{"store", func(s rt.Site, o *Objects) any { atomics.AtomicInt32Store(&o.word, s, int32(v)); return nil }},
		{"cas", func(s rt.Site, o *Objects) any {
			return atomics.AtomicInt32CompareAndSwap(&o.word, s, int32(v-1), int32(v))
		}},
		{"lock", func(s rt.Site, o *Objects) any { rt.MutexLock(&o.mu, s); return nil }},
		{"unlock", func(s rt.Site, o *Objects) any { rt.MutexUnlock(&o.mu, s); return nil }},
		{"trylock", func(s rt.Site, o *Objects) any { return rt.MutexTryLock(&o.mu, s) }},
		{"section", func(s rt.Site, o *Objects) any {
			rt.MutexLock(&o.mu, s)
			defer rt.MutexUnlock(&o.mu, s)
			return atomics.AtomicInt32Load(&o.word, s)
		}},
		{"write section", func(s rt.Site, o *Objects) any {
			rt.RWMutexLock(&o.rw, s)
			defer rt.RWMutexUnlock(&o.rw, s)
			return nil
		}},
		{"rlock", func(s rt.Site, o *Objects) any { rt.RWMutexRLock(&o.rw, s); return nil }},
		{"read section", func(s rt.Site, o *Objects) any {
			rt.RWMutexRLock(&o.rw, s)
			defer rt.RWMutexRUnlock(&o.rw, s)
			return atomics.AtomicInt32Load(&o.word, s)
		}},
		{"trywrite", func(s rt.Site, o *Objects) any { return rt.RWMutexTryLock(&o.rw, s) }},
		{"tryread", func(s rt.Site, o *Objects) any { return rt.RWMutexTryRLock(&o.rw, s) }},
		{"add", func(s rt.Site, o *Objects) any { rt.WaitGroupAdd(&o.wg, s, 1); return nil }},
		{"done", func(s rt.Site, o *Objects) any { rt.WaitGroupDone(&o.wg, s); return nil }},
		{"wait", func(s rt.Site, o *Objects) any { rt.WaitGroupWait(&o.wg, s); return nil }},
		{"once", func(s rt.Site, o *Objects) any {
			first := false
			rt.OnceDo(&o.once, s, func() { first = true })
			return first
		}},
		{"signal", func(s rt.Site, o *Objects) any { rt.CondSignal(o.cond, s); return nil }},
		{"broadcast", func(s rt.Site, o *Objects) any { rt.CondBroadcast(o.cond, s); return nil }},
		{"condwait", func(s rt.Site, o *Objects) any {
			rt.MutexLock(&o.mu, s)
			defer rt.MutexUnlock(&o.mu, s)
			rt.CondWait(o.cond, s)
			return nil
		}},
		{"cancel", func(s rt.Site, o *Objects) any { o.cancel[0](); return nil }},
		{"cancel low", func(s rt.Site, o *Objects) any { o.cancel[1](); return nil }},
		{"err", func(s rt.Site, o *Objects) any { return o.low.Err() }},
		{"done", func(s rt.Site, o *Objects) any { rt.Recv(o.low.Done(), s); return nil }},
		{"sleep", func(s rt.Site, o *Objects) any { rt.TimeSleep(s, time.Duration(v)); return nil }},
		{"stop", func(s rt.Site, o *Objects) any { return rt.TimerStop(o.timer, s) }},
		{"reset", func(s rt.Site, o *Objects) any { return rt.TimerReset(o.timer, s, time.Duration(v)) }},
		{"expire", func(s rt.Site, o *Objects) any { rt.Recv(o.timer.C, s); return nil }},
		{"tick", func(s rt.Site, o *Objects) any { return rt.Recv(o.ticker.C, s).Sub(rt.StartOfTime) }},
		{"after func", func(s rt.Site, o *Objects) any {
			t := rt.TimeAfterFunc(s, 1, func() { atomics.AtomicInt32Add(&o.word, s, 10) })
			return atomics.AtomicInt32Load(&o.word, s) == 0 && rt.TimerStop(t, s)
		}},
		{"after cancel", func(s rt.Site, o *Objects) any {
			return rt.ContextAfterFunc(s, o.low, func() { atomics.AtomicInt32Add(&o.word, s, 20) })()
		}},
	}
}

// New returns a program of two or three tasks, and its text. Every
// second of its operations is one of more, if there are any; then it reads the
// clock before every operation.
func New(r *rand.Rand, more ...Act) (Program, string) { return program(r, nil, more) }

// Alike is New for a program with up to three of each task but the first, which are alike.
func Alike(r *rand.Rand, more ...Act) (Program, string) {
	return program(r, func() int { return 1 + r.IntN(3) }, more)
}

// program is a program with so many of each task but the first; nil: one.
func program(r *rand.Rand, copies func() int, more []Act) (Program, string) {
	var tasks [][]Act
	var text strings.Builder
	caps := [2]int{r.IntN(3), r.IntN(3)}
	// Few kinds of operations, so that they have to do with each other.
	var palette []int
	for range 2 + r.IntN(2) {
		palette = append(palette, r.IntN(len(acts(r))))
	}
	fmt.Fprintf(&text, "channels of %v\n", caps)
	for i := range 2 + r.IntN(2) {
		var mine []Act
		for range 1 + r.IntN(4) {
			a := acts(r)[palette[r.IntN(len(palette))]]
			if len(more) > 0 && r.IntN(2) == 0 {
				a = more[r.IntN(len(more))]
			}
			mine = append(mine, a)
			fmt.Fprintf(&text, "task %d: %s\n", i, a.Name)
		}
		tasks = append(tasks, mine)
	}
	times := make([]int, len(tasks))
	for i := range times {
		if times[i] = 1; copies != nil && i > 0 {
			times[i] = copies()
			fmt.Fprintf(&text, "%d times task %d\n", times[i], i)
		}
	}
	return func(s rt.Site, out func(string, ...any)) {
		o := &Objects{Loop: gocheck.NewHandler("loop"), Plain: new(int64)}
		*o.Plain = -1
		for i, n := range caps {
			o.chans[i] = make(chan int, n)
		}
		o.cond = sync.NewCond(&o.mu)
		o.ctx, o.cancel[0] = rt.ContextWithCancel(s, context.Background())
		o.low, o.cancel[1] = rt.ContextWithCancel(s, o.ctx)
		o.timer, o.ticker = rt.TimeNewTimer(s, 1), rt.TimeNewTicker(s, 1)
		run := func(i int) {
			for j, a := range tasks[i] {
				if len(more) > 0 {
					out("%d.%d at %d", i, j, rt.TimeSince(s, rt.StartOfTime))
				}
				out("%d.%d:%v", i, j, a.Do(s+rt.Site(1+4*i+j), o))
			}
		}
		for i := 1; i < len(tasks); i++ {
			f := func() { run(i) }
			for range times[i] {
				rt.Go(s, f)
			}
		}
		run(0)
	}, text.String()
}
