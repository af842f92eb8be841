package runtime

import (
	"sync"
	"unsafe"

	"gocheck.dev/checker"
)

// wgShadow is a sync.WaitGroup. The real one stays untouched: no plain code
// waits on a rewritten package's group.
type wgShadow struct{ n int64 }

func (w *wgShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.WaitGroupObject}
}

func (w *wgShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Wait && w.n != 0 {
		return buf
	}
	return append(buf, t.always())
}

// perform: an Add that would make the counter negative leaves it alone, so
// that the other tasks' operations keep their meaning when exploration goes on.
func (w *wgShadow) perform(t *task, _ checker.Decision, ev *checker.Event) {
	if t.op.Kind != checker.Add {
		return
	}
	if w.n+t.op.Arg < 0 {
		ev.Kind = checker.AddNegative
		return
	}
	w.n += t.op.Arg
}

func doWaitGroup(t *task, wg *sync.WaitGroup, s Site, kind checker.Kind, delta int) {
	obj, sh := t.x.shadowAt(unsafe.Pointer(wg), func() shadow { return new(wgShadow) })
	t.do(checker.Op{Kind: kind, Obj: obj, Arg: int64(delta), Pos: s.pos()}, sh)
	if t.resolved == checker.AddNegative {
		panic("sync: negative WaitGroup counter")
	}
}

// WaitGroupAdd is wg.Add(delta).
func WaitGroupAdd(wg *sync.WaitGroup, s Site, delta int) {
	if t := current(); t != nil {
		doWaitGroup(t, wg, s, checker.Add, delta)
		return
	}
	wg.Add(delta)
}

// WaitGroupDone is wg.Done().
func WaitGroupDone(wg *sync.WaitGroup, s Site) { WaitGroupAdd(wg, s, -1) }

// WaitGroupWait is wg.Wait().
func WaitGroupWait(wg *sync.WaitGroup, s Site) {
	if t := current(); t != nil {
		doWaitGroup(t, wg, s, checker.Wait, 0)
		return
	}
	wg.Wait()
}

// WaitGroupGo is wg.Go(f). As in Go, a panic of f is not followed by Done: it
// ends the program.
func WaitGroupGo(wg *sync.WaitGroup, s Site, f func()) {
	if current() == nil {
		wg.Go(f)
		return
	}
	WaitGroupAdd(wg, s, 1)
	Go(s, func() {
		defer func() {
			if v := recover(); v != nil {
				panic(v)
			}
			WaitGroupDone(wg, s)
		}()
		f()
	})
}
