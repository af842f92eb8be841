package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Each loop is written as the rewriter does.

func TestSpinFlag(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var done atomic.Bool
		value := 0
		Go(s, func() { At(&value, s).Set(7); atomicBoolStore(&done, s, true) })
		for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
			Gosched(s)
		}
		out("%d", *R(&value, s))
	}, spec{outcomes: []string{"7"}, native: true})
}

func TestSpinUnderLock(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		done := false
		Go(s, func() { MutexLock(&mu, s); At(&done, s).Set(true); MutexUnlock(&mu, s) })
		for w := Loop(s); w.Round(); {
			MutexLock(&mu, s)
			d := *R(&done, s)
			MutexUnlock(&mu, s)
			if d {
				break
			}
		}
		out("done")
	}, spec{outcomes: []string{"done"}, native: true})
}

func TestSpinPlain(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		x := 0
		Go(s, func() { At(&x, s).Set(1) })
		for w := Loop(s); w.Round() && *R(&x, s) == 0; {
		}
		out("done")
	}, spec{outcomes: []string{"done"}})
}

func TestSpinCAS(t *testing.T) {
	// A lock made of a word.
	check(t, func(s Site, out func(string, ...any)) {
		var word atomic.Int32
		n, order := 0, 0
		var wg sync.WaitGroup
		WaitGroupAdd(&wg, s, 2)
		for i := range 2 {
			Go(s, func() {
				for w := Loop(s); w.Round() && !CASWord(s, wordOfInt32(&word), 0, 1); {
				}
				At(&n, s).Set(*R(&n, s) + 1)
				At(&order, s).Set(*R(&order, s)*10 + i + 1)
				StoreWord(s, wordOfInt32(&word), 0)
				WaitGroupDone(&wg, s)
			})
		}
		WaitGroupWait(&wg, s)
		out("%d %d", *R(&n, s), *R(&order, s))
	}, spec{outcomes: []string{"2 12", "2 21"}})
}

func TestSpinTryLock(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		MutexLock(&mu, s)
		Go(s, func() { MutexUnlock(&mu, s) })
		n := 0
		for w := Loop(s); w.Round() && !MutexTryLock(&mu, s); {
			Gosched(s)
		}
		out("%d", n)
	}, spec{outcomes: []string{"0"}, native: true})
}

func TestSpinSelect(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		Go(s, func() { SendTo(ch, s).Send(5) })
		for w := Loop(s); w.Round(); {
			c := RecvCase(ch, s)
			if Select(s, true, c) == 0 {
				out("%d", c.Value())
				break
			}
		}
	}, spec{outcomes: []string{"5"}, native: true})
	// A closed channel among others: its case is chosen again and again.
	check(t, func(s Site, out func(string, ...any)) {
		closed, ch := make(chan int), make(chan int, 1)
		Close(closed, s)
		Go(s, func() { SendTo(ch, s).Send(5) })
		for w := Loop(s); w.Round(); {
			c := RecvCase(ch, s)
			if Select(s, false, RecvCase(closed, s), c) == 1 {
				out("%d", c.Value())
				break
			}
		}
	}, spec{outcomes: []string{"5"}, native: true})
}

func TestSpinContext(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithTimeout(s, context.Background(), time.Second)
		defer cancel()
		start := TimeNow(s)
		for w := Loop(s); w.Round() && ctx.Err() == nil; {
			Gosched(s)
		}
		out("%v", TimeSince(s, start).Round(time.Millisecond))
	}, spec{outcomes: []string{"1s"}})
}

func TestSpinTime(t *testing.T) {
	// Nobody else waits for a time: the loop makes it advance.
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		for w := Loop(s); w.Round() && TimeSince(s, start) < 10*time.Second; {
		}
		out("done")
	}, spec{outcomes: []string{"done"}})
	// Somebody does.
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Minute)
		start := TimeNow(s)
		for w := Loop(s); w.Round(); {
			if Select(s, true, RecvCase(timer.C, s)) == 0 {
				break
			}
			if TimeSince(s, start) > time.Hour {
				break
			}
		}
		out("%v", TimeSince(s, start).Round(time.Second))
	}, spec{outcomes: []string{"1m0s"}})
}

func TestSpinForEver(t *testing.T) {
	for name, body := range map[string]func(Site){
		"flag": func(s Site) {
			var done atomic.Bool
			Go(s, func() {})
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
			}
		},
		"nothing": func(s Site) {
			for w := Loop(s); w.Round(); {
			}
		},
		"other": func(s Site) {
			var wg sync.WaitGroup
			WaitGroupAdd(&wg, s, 1)
			Go(s, func() {
				ch := make(chan int)
				for w := Loop(s); w.Round(); {
					if Select(s, true, RecvCase(ch, s)) == 0 {
						break
					}
				}
				WaitGroupDone(&wg, s)
			})
			WaitGroupWait(&wg, s)
		},
		"sleeping": func(s Site) {
			var done atomic.Bool
			Go(s, func() { Recv(make(chan int), s) })
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
				TimeSleep(s, time.Second)
			}
		},
		"trylock": func(s Site) {
			var mu sync.Mutex
			MutexLock(&mu, s)
			for w := Loop(s); w.Round() && !MutexTryLock(&mu, s); {
			}
		},
	} {
		s := testSites(t, "object")
		res := explored(t, Settings{}, "auto", func() { body(s) })
		if !res.Exhaustive || len(res.Failures) != 1 || res.Failures[0].Failure.Kind != "steps" {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

func TestSpinAsleep(t *testing.T) {
	// A loop that sleeps in its rounds goes on as long as anybody else may move.
	check(t, func(s Site, out func(string, ...any)) {
		var done atomic.Bool
		start := TimeNow(s)
		TimeAfterFunc(s, time.Minute, func() { atomicBoolStore(&done, s, true) })
		for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
			TimeSleep(s, 25*time.Second)
		}
		out("%v", TimeSince(s, start).Round(time.Second))
	}, spec{outcomes: []string{"1m15s"}})
	// Two of them, one of which ends the other.
	check(t, func(s Site, out func(string, ...any)) {
		var a, b atomic.Bool
		Go(s, func() {
			TimeSleep(s, time.Minute)
			atomicBoolStore(&a, s, true)
		})
		Go(s, func() {
			for w := Loop(s); w.Round() && !atomicBoolLoad(&a, s); {
				TimeSleep(s, 40*time.Second)
			}
			atomicBoolStore(&b, s, true)
		})
		n := 0
		for w := Loop(s); w.Round() && !atomicBoolLoad(&b, s); {
			TimeSleep(s, 50*time.Second)
		}
		out("%d", n)
	}, spec{outcomes: []string{"0"}})
}

// What code outside of gocheck's control has changed is no endless loop.
func TestSpinBehindBack(t *testing.T) {
	s := testSites(t, "object")
	for name, body := range map[string]func(){
		"plain": func() {
			var mu sync.Mutex
			done := 0
			Go(s, func() { MutexLock(&mu, s); done = 1; MutexUnlock(&mu, s) })
			for w := Loop(s); w.Round(); {
				MutexLock(&mu, s)
				d := *R(&done, s)
				MutexUnlock(&mu, s)
				if d != 0 {
					break
				}
			}
		},
		"atomic": func() {
			var done atomic.Int32
			Go(s, func() { done.Store(1) })
			for w := Loop(s); w.Round() && LoadWord(s, wordOfInt32(&done)) == 0; {
			}
		},
	} {
		x := newExecution(Settings{}, body)
		if out := runOnce(x); out.Outcome.Failure != nil || x.came.Uncontrolled == nil {
			t.Errorf("%s: %+v, %+v", name, out.Outcome.Failure, x.came.Uncontrolled)
		}
	}
}
