package runtime

import (
	"runtime"
	"sync"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/bubbles"
	"gocheck.dev/runtime/internal/innards"
)

// wgShadow is a sync.WaitGroup. The counter of the real one is the same, so
// that a copy of it counts on.
type wgShadow struct {
	real *sync.WaitGroup // nil: as of a mutexShadow
	n    int64
	last *task // that has waited, since the last Add
	origin
	bubbles.Group[bubble]
}

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
func (w *wgShadow) perform(t *task, ev *checker.Event) {
	if t.op.Kind != checker.Add {
		w.last = t
		return
	}
	w.last = nil
	if !fitsCounter(w.n + t.op.Arg) {
		ev.Kind = checker.AddNegative
		return
	}
	w.n += t.op.Arg
	if !w.settling() && w.real != nil && innards.CounterKnown() {
		w.real.Add(int(t.op.Arg))
	}
}

// end sets the counter back: the next execution may use the same variable.
func (w *wgShadow) end() {
	if w.real != nil && innards.CounterOf(w.real) == w.n {
		*w.real = sync.WaitGroup{}
	}
	w.real = nil
}

// waitGroup is the object at wg, whose counter is that in the memory at wg.
func (t *task) waitGroup(wg *sync.WaitGroup, s Site) (checker.Object, *wgShadow) {
	if t.dying {
		runtime.Goexit()
	}
	x := t.x
	obj, known := x.shadowAt(unsafe.Pointer(wg), func() shadow { return x.newWaitGroup(wg) })
	sh := known.(*wgShadow)
	if sh.astray() {
		sh.real = nil
		sh = x.newWaitGroup(wg)
		obj = x.replace(unsafe.Pointer(wg), sh)
	}
	if sh.copied {
		x.nameObject(obj, s)
		t.settle(&sh.origin, func() { t.do(checker.Op{Kind: checker.Add, Obj: obj, Arg: innards.CounterOf(wg)}, sh) })
	}
	return obj, sh
}

func (w *wgShadow) astray() bool {
	return innards.CounterKnown() && w.real != nil && !w.settling() && w.n != innards.CounterOf(w.real)
}

func (x *Execution) newWaitGroup(wg *sync.WaitGroup) *wgShadow {
	sh := x.groups.Get()
	*sh = wgShadow{real: wg}
	if innards.CounterOf(wg) != 0 {
		sh.origin = x.copyOf()
	}
	return sh
}

func doWaitGroup(t *task, wg *sync.WaitGroup, s Site, kind checker.Kind, delta int) {
	obj, sh := t.waitGroup(wg, s)
	t.use(kind, obj, int64(delta), s, sh)
	if t.x.Refined {
		sh.associate(t, wg, s)
	}
	if t.resolved == checker.AddNegative {
		panic("sync: negative WaitGroup counter")
	}
}

// associate is what an operation that was performed comes to with bubbles.
func (w *wgShadow) associate(t *task, wg *sync.WaitGroup, s Site) {
	if t.done.Kind == checker.Wait {
		w.Group.Wait(t.in())
		return
	}
	before := w.n
	if t.resolved != checker.AddNegative {
		before -= t.done.Arg
	}
	if message := w.Group.Add(t.in(), unsafe.Pointer(wg), before); message != "" {
		t.fatal(message, s)
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

// WaitGroupGo is wg.Go(f). As in Go, a panic of f is not followed by Done: it ends the program.
func WaitGroupGo(wg *sync.WaitGroup, s Site, f func()) {
	t := current()
	if t == nil {
		wg.Go(f)
		return
	}
	WaitGroupAdd(wg, s, 1)
	t.launches(s, f, func() {
		defer func() {
			if v := recover(); v != nil {
				panic(v)
			}
			WaitGroupDone(wg, s)
		}()
		f()
	})
}
