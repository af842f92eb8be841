package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// ordered are programs in which one task writes v and another reads it, and
// what stands between orders the two accesses (go.dev/ref/mem). write is to be
// called in another task than read.
var ordered = map[string]func(s Site, write, read func()){
	"buffered channel": func(s Site, write, read func()) {
		ch := make(chan int, 1)
		Go(s, func() { write(); SendTo(ch, s).Send(1) })
		Recv(ch, s)
		read()
	},
	"receive before a later send": func(s Site, write, read func()) {
		ch := make(chan int, 1)
		Go(s, func() { write(); Recv(ch, s) })
		SendTo(ch, s).Send(1)
		SendTo(ch, s).Send(2)
		read()
	},
	"rendezvous": func(s Site, write, read func()) {
		ch := make(chan int)
		Go(s, func() { write(); Recv(ch, s) })
		SendTo(ch, s).Send(1)
		read()
	},
	"close": func(s Site, write, read func()) {
		ch := make(chan int)
		Go(s, func() { write(); Close(ch, s) })
		Select(s, false, RecvCase(ch, s))
		read()
	},
	"mutex": func(s Site, write, read func()) {
		var mu sync.Mutex
		Go(s, func() { MutexLock(&mu, s); write(); MutexUnlock(&mu, s) })
		MutexLock(&mu, s)
		read()
		MutexUnlock(&mu, s)
	},
	"rwmutex": func(s Site, write, read func()) {
		var rw sync.RWMutex
		Go(s, func() { RWMutexLock(&rw, s); write(); RWMutexUnlock(&rw, s) })
		RWMutexRLock(&rw, s)
		read()
		RWMutexRUnlock(&rw, s)
	},
	"waitgroup": func(s Site, write, read func()) {
		var wg sync.WaitGroup
		WaitGroupGo(&wg, s, write)
		WaitGroupGo(&wg, s, func() {})
		WaitGroupWait(&wg, s)
		read()
	},
	"once": func(s Site, write, read func()) {
		var o sync.Once
		Go(s, func() { OnceDo(&o, s, write) })
		OnceDo(&o, s, write)
		read()
	},
	"cond": func(s Site, write, read func()) {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		Go(s, func() {
			write()
			MutexLock(&mu, s)
			ready = true
			CondBroadcast(c, s)
			MutexUnlock(&mu, s)
		})
		MutexLock(&mu, s)
		for !ready {
			CondWait(c, s)
		}
		MutexUnlock(&mu, s)
		read()
	},
	"atomic": func(s Site, write, read func()) {
		var n atomic.Int32
		Go(s, func() { write(); StoreWord(s, wordOfInt32(&n), 1) })
		if CASWord(s, wordOfInt32(&n), 1, 2) {
			read()
		}
	},
	"context": func(s Site, write, read func()) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		Go(s, func() { write(); cancel() })
		Recv(ctx.Done(), s)
		read()
	},
	"context.AfterFunc": func(s Site, write, read func()) {
		ctx, cancel := ContextWithCancel(s, context.Background())
		ContextAfterFunc(s, ctx, read)
		Go(s, func() { write(); cancel() })
	},
	"time.AfterFunc": func(s Site, write, read func()) {
		write()
		TimeAfterFunc(s, 1, read)
		TimeSleep(s, 2)
	},
}

func TestOrderedAccessesDoNotRace(t *testing.T) {
	s := testSites(t, "v", "op")
	for name, p := range ordered {
		t.Run(name, func(t *testing.T) {
			for _, algorithm := range []string{"dfs", "closure"} {
				res := explored(t, Settings{}, algorithm, func() {
					v := new(int)
					p(s+1, func() { At(v, s).Set(1) }, func() { _ = *R(v, s) })
				})
				if len(res.Failures) > 0 || !res.Exhaustive || res.Blocked > 0 {
					t.Errorf("%s: %+v", algorithm, res)
				}
			}
		})
	}
}

func TestUnorderedAccessesRace(t *testing.T) {
	s := testSites(t, "v", "op")
	for name, p := range map[string]func(write, read func()){
		"sender after a buffered send": func(write, read func()) {
			ch := make(chan int, 1)
			Go(s+1, func() { SendTo(ch, s+1).Send(1); write() })
			Recv(ch, s+1)
			read()
		},
		"readers of an rwmutex": func(write, read func()) {
			var rw sync.RWMutex
			Go(s+1, func() { RWMutexRLock(&rw, s+1); write(); RWMutexRUnlock(&rw, s+1) })
			RWMutexRLock(&rw, s+1)
			read()
			RWMutexRUnlock(&rw, s+1)
		},
		"select takes the other case": func(write, read func()) {
			a, b := make(chan int, 1), make(chan int, 1)
			Go(s+1, func() { write(); SendTo(a, s+1).Send(1) })
			SendTo(b, s+1).Send(1)
			Select(s+1, false, RecvCase(a, s+1), RecvCase(b, s+1))
			read()
		},
		"two waitgroups": func(write, read func()) {
			var a, b sync.WaitGroup
			WaitGroupGo(&a, s+1, write)
			WaitGroupWait(&b, s+1)
			read()
			WaitGroupWait(&a, s+1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, algorithm := range []string{"dfs", "closure"} {
				res := explored(t, Settings{}, algorithm, func() {
					v := new(int)
					p(func() { At(v, s).Set(1) }, func() { _ = *R(v, s) })
				})
				if len(res.Failures) != 1 || res.Failures[0].Failure.Kind != "race" {
					t.Errorf("%s: %+v", algorithm, res)
				}
			}
		})
	}
}
