package runtime

import (
	"iter"
	"runtime"

	"gocheck.dev/runtime/internal/innards"
)

// iter.Pull. The iterator runs on a goroutine of its own, but in the place of
// the task that calls next: as long as it has control, that task's goroutine is
// this one. When the task has to wait for its turn in the meantime, the
// coroutine that the task is on is left from here and comes back here, for
// which iter.Pull does not mind which goroutine does it.

// pulled is an iterator that runs in a coroutine.
type pulled struct {
	caller  *task   // the caller of next or stop, to which it belongs until it yields
	outer   uintptr // the caller's goroutine
	g       uintptr // its own
	started bool
	over    bool
	ending  bool // the execution is over: it is to end, too
	counted bool // the goroutines have it among them
	word    byte // what is accessed by next and stop, which nobody synchronises

	// The task that made it, and how often that was locked to its thread then.
	maker   *task
	threads int32
	site    Site
}

// matched ends the program, as Go does, where a switch to or from the iterator finds the
// goroutine locked to its thread in another way than when the iterator was made.
func (p *pulled) matched(t *task, s Site) {
	if (p.threads > 0 || t.threads > 0) && (p.maker != t || p.threads != t.threads) {
		t.exit(s, 2, "fatal error: coro: OS thread locking must match locking at coroutine creation")
	}
	t.free()
}

// call calls next or stop of package iter in the name of the task t.
func (p *pulled) call(t *task, s Site, resume func()) {
	At(&p.word, s).Set(p.word)
	if p.caller == nil && !p.over {
		p.matched(t, s)
	}
	p.lend(t, resume)
	if p.counted && p.over {
		p.counted = false
		t.coroutines(-1, s)
	}
}

// lend lets the iterator have the place of t as long as resume takes.
func (p *pulled) lend(t *task, resume func()) {
	if p.caller != nil {
		panic("iter.Pull: next called again before yield") // as package iter has it
	}
	p.caller, p.outer = t, t.co.g
	defer func() {
		t.co.g = p.outer
		process.runningG.Store(p.outer)
		p.caller = nil
	}()
	resume()
}

// enter is called on the iterator's goroutine when it gets control.
func (p *pulled) enter() {
	if p.ending {
		process.running = p.caller
		process.runningG.Store(p.g)
		runtime.Goexit()
	}
	p.caller.co.g = p.g
	process.runningG.Store(p.g)
}

// run is the iterator: what f calls its yield.
func (p *pulled) run(f func()) {
	p.started, p.g = true, innards.G()
	defer func() { p.over = true }()
	p.enter()
	f()
	p.matched(p.caller, p.site)
}

// yields is called before yield, which natively another goroutine than the iterator's may call.
func (p *pulled) yields(s Site) {
	if innards.G() != p.g {
		Unsupported(s, "an iterator of iter.Pull, whose yield another goroutine calls,")
	}
	p.matched(p.caller, s)
}

// end ends an iterator that nobody has stopped when the execution is over: it
// would be left behind. Its deferred functions end at their first operation.
// The Goexit comes back to who calls stop, so that another goroutine has to be
// sacrificed.
func (p *pulled) end(x *Execution, stop func()) {
	if p.over {
		return
	}
	if !p.started {
		stop()
		return
	}
	p.ending = true
	p.caller = &task{x: x, dying: true}
	done := make(chan struct{})
	go func() {
		defer close(done)
		stop()
	}()
	<-done
	process.runningG.Store(0)
}

// IterPull is iter.Pull.
func IterPull[V any](s Site, seq iter.Seq[V]) (func() (V, bool), func()) {
	t := current()
	if t == nil {
		return iter.Pull(seq)
	}
	t.coroutines(1, s)
	p := &pulled{maker: t, threads: t.threads, site: s, counted: true}
	next, stop := iter.Pull(func(yield func(V) bool) {
		p.run(func() {
			seq(func(v V) bool {
				p.yields(s)
				more := yield(v)
				p.enter()
				return more
			})
		})
	})
	t.x.atEnd = append(t.x.atEnd, func() { p.end(t.x, stop) })
	return func() (v V, ok bool) {
		t := current()
		if t == nil {
			return next()
		}
		p.call(t, s, func() { v, ok = next() })
		return v, ok
	}, p.stopping(s, stop)
}

// IterPull2 is iter.Pull2.
func IterPull2[K, V any](s Site, seq iter.Seq2[K, V]) (func() (K, V, bool), func()) {
	type pair struct {
		k K
		v V
	}
	next, stop := IterPull(s, func(yield func(pair) bool) {
		seq(func(k K, v V) bool { return yield(pair{k, v}) })
	})
	return func() (K, V, bool) {
		kv, ok := next()
		return kv.k, kv.v, ok
	}, stop
}

func (p *pulled) stopping(s Site, stop func()) func() {
	return func() {
		if t := current(); t != nil {
			p.call(t, s, func() {
				stop()
				p.over = true
			})
			return
		}
		stop()
	}
}
