package runtime

import (
	"math"
	"sync"

	"gocheck.dev/checker"
)

// Copies of locks, and locks that are assigned to. A lock is a value: a copy
// of one that is held is held by no task that could release it, and an
// assignment opens a held one. What gocheck knows of a lock goes by its
// address, so what it knows is compared with what the lock's memory says
// whenever a task comes to it:
//
//   - they differ: something was assigned since. From now on another object is
//     at the address, in the state that the memory is in. Who waits for the old
//     one sleeps on, as he does natively: nobody knows of him.
//   - an address that is not known and whose memory is not that of a new lock:
//     a copy. The first task that comes to it takes the steps that lead to its
//     state, within an operation of a Once that all tasks go through which come
//     to it. So to the checker it is an object like any other, new at first.
//
// The memory of a lock is that of a zero value if and only if nobody holds it,
// for no real operation on it ever waits. That is looked at when the process
// starts: with a release of Go for which it does not hold, gocheck does not see
// copies and assignments, and TestLocksTell fails.

// origin says how an object came to the state in which a task first met it.
type origin struct {
	copied  bool           // it is a copy of a lock in use
	settled bool           // a copy: the steps to its state have begun
	gate    checker.Object // a copy: the Once
	once    *onceShadow    // its shadow
}

// copyOf is the origin of an object that is a copy.
func (x *Execution) copyOf() origin {
	sh := &onceShadow{real: new(sync.Once)}
	return origin{copied: true, gate: x.add(sh), once: sh}
}

// settle lets the first task that comes to a copy take the steps to its state.
func (t *task) settle(o *origin, steps func()) {
	if !o.copied {
		return
	}
	op := checker.Op{Kind: checker.Once, Obj: o.gate}
	t.do(op, o.once)
	if t.resolved == checker.OnceFirst {
		steps()
		o.settled = true
		op.Kind = checker.OnceEnd
		t.do(op, o.once)
	}
}

// settling tells whether the steps to the state of a copy are being taken:
// they are performed on the shadow only.
func (o *origin) settling() bool { return o.copied && !o.settled }

// note says it of an object in reports.
func (o *origin) note() string {
	if o.copied {
		return ", a copy of one that was in use,"
	}
	return ""
}

// memory is what the objects have in common whose memory says in which state
// they are.
type memory interface {
	astray() bool // the memory says something else than the shadow
	note() string
}

// astray looks for a task that waits for an object which has changed behind
// its back: natively it might go on. Without a data race that only comes from
// plain code.
func (x *Execution) astray() *task {
	for t := range x.living() {
		if m, ok := t.sh.(memory); ok && m.astray() {
			return t
		}
	}
	return nil
}

// foreignLock is met where a lock is found to be held although no task has
// locked any: then it is no copy, but locked behind gocheck's back.
func (x *Execution) foreignLock(s Site, what string) {
	if !x.locked {
		x.unsupported(s, what)
	}
}

const (
	foreignMutex   = "a mutex that code outside of gocheck's control holds"
	foreignRWMutex = "an RWMutex that code outside of gocheck's control holds"
)

// fitsCounter says whether a counter does not overflow: natively it is taken
// for negative then.
func fitsCounter(n int64) bool { return 0 <= n && n <= math.MaxInt32 }
