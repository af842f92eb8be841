package runtime

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"gocheck.dev/checker"
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
		if sameValue(now, o.old) {
			ev.Kind = checker.Write
		}
	}
	if ev.Kind == checker.Write && o.new != nil {
		now = o.new
	}
	ev.Val = t.x.number(now)
}

// sameValue is a == b, where that does not panic.
func sameValue(a, b any) bool { return isComparable(a) && isComparable(b) && a == b }

func isComparable(v any) bool { return v == nil || reflect.ValueOf(v).Comparable() }

// valueNumbers gives numbers to the values of an execution, for its events. It
// is kept among the shadows, to begin anew with each execution.
type valueNumbers struct {
	valueOp // as a shadow: nothing is ever announced on it
	known   map[any]uint64
	last    uint64
}

var valueNumbersKey byte // at whose address it is

// number stands for a value in events: equal values have equal numbers. Values that cannot be
// compared have numbers that nothing else has: no CAS ever finds them.
func (x *Execution) number(v any) uint64 {
	if v == nil {
		return 0
	}
	_, sh := x.shadowAt(unsafe.Pointer(&valueNumbersKey), func() shadow {
		return &valueNumbers{known: make(map[any]uint64)}
	})
	numbers := sh.(*valueNumbers)
	if isComparable(v) {
		if n, ok := numbers.known[v]; ok {
			return n
		}
		numbers.known[v] = numbers.last + 1
	}
	numbers.last++
	return numbers.last
}

func (o *valueOp) do(t *task, s Site, kind checker.Kind) {
	op := checker.Op{Kind: kind, Obj: t.x.varAt(unsafe.Pointer(o.real), s), Pos: s.Pos()}
	if o.cas {
		op.Arg = int64(t.x.number(o.old))
	}
	t.do(op, o)
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
