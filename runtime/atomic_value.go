package runtime

import (
	"sync/atomic"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/numbered"
)

// valueOp is an operation on an atomic.Value. The real operation is performed by the task when it
// goes on, still in the same step, since it panics where the value does not fit.
type valueOp struct {
	real *atomic.Value
	cas  bool
	old  any // CAS: what is expected
	new  any // what is written, if anything
}

func (o *valueOp) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.VarObject} }

func (o *valueOp) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (o *valueOp) perform(t *task, ev *checker.Event) {
	now := o.real.Load()
	if o.cas {
		ev.WasCAS, ev.Kind = true, checker.Read
		if numbered.Same(now, o.old) {
			ev.Kind = checker.Write
		}
	}
	if ev.Kind == checker.Write && o.new != nil {
		now = o.new
	}
	ev.Val = t.x.numbers.Of(now)
}

func (o *valueOp) do(t *task, s Site, kind checker.Kind) {
	op := checker.Op{Kind: kind, Obj: t.x.varAt(unsafe.Pointer(o.real), s), Pos: s.Pos()}
	if o.cas {
		op.Arg = int64(t.x.numbers.Of(o.old))
	}
	t.do(op, o)
	t.parts(unsafe.Pointer(o.real), unsafe.Sizeof(*o.real), s)
}

// AtomicValueLoad is the method Load of atomic.Value.
func AtomicValueLoad(v *atomic.Value, s Site) any {
	if t := current(); t != nil {
		(&valueOp{real: v}).do(t, s, checker.Read)
	}
	return v.Load()
}

// AtomicValueStore is the method Store of atomic.Value.
func AtomicValueStore(v *atomic.Value, s Site, val any) {
	if t := current(); t != nil {
		(&valueOp{real: v, new: val}).do(t, s, checker.Write)
	}
	v.Store(val)
}

// AtomicValueSwap is the method Swap of atomic.Value.
func AtomicValueSwap(v *atomic.Value, s Site, val any) any {
	if t := current(); t != nil {
		(&valueOp{real: v, new: val}).do(t, s, checker.Write)
	}
	return v.Swap(val)
}

// AtomicValueCompareAndSwap is the method CompareAndSwap of atomic.Value.
func AtomicValueCompareAndSwap(v *atomic.Value, s Site, old, val any) bool {
	if t := current(); t != nil {
		(&valueOp{real: v, cas: true, old: old, new: val}).do(t, s, checker.CAS)
	}
	return v.CompareAndSwap(old, val)
}
