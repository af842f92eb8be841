package checker

// optimal is Optimal-DPOR (source-sets): Algorithm 2 and, as locks and all other
// operations may block, its extensions 4 and 6. It explores one execution of
// every trace, and none is sleep set blocked.
//
// Lines 3 to 15 of Algorithm 6, which find the races of a maximal execution and
// what has been blocked in it, are the work of the reverser: what it hands over
// is a set of events u and a step p that can come after them.
func optimal(x *exploration) {
	f := newDepthFirst(x)
	f.rev.emit = func(in set, a *action, slow bool) {
		if v, at := f.reversal(in, a, slow); v != nil {
			f.wake(v, at)
		}
	}
	f.free = func(d *driver, st State, sleep []procStep) (Decision, bool) {
		dec, ok := d.fallback.Next(st)
		// Lemma 7.1: where the wakeup tree is empty, nothing sleeps.
		f.asleep = ok && len(sleep) > 0
		return dec, ok && !f.asleep
	}
	f.run()
}

// wake makes sure that v is explored after the first at steps of the present
// execution: lines 14 and 15. If the branch being explored there, of which the
// wakeup tree has only what is below it, is a weak initial of v, that is a matter
// of the next level.
func (f *depthFirst) wake(v []procStep, at int) {
	for ; at < len(f.levels); at++ {
		l := &f.levels[at]
		for i := range l.sleep {
			if a, _ := weakInitial(&l.sleep[i], v); a == yes {
				return
			}
		}
		a, k := weakInitial(f.step(int32(at)), v)
		if a != yes {
			l.doubted = l.doubted || a == unsure
			l.wut.insert(v, a == unsure)
			return
		}
		v = after(f.step(int32(at)), v, k)
	}
}
