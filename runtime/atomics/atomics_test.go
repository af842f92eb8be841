package atomics

import (
	"sync/atomic"
	"testing"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// operations are the entry points for one type of word, behind a pointer P to it or to its type
// in sync/atomic.
type operations[P any, T rt.Word] struct {
	load         func(P, rt.Site) T
	store        func(P, rt.Site, T)
	swap         func(P, rt.Site, T) T
	cas          func(P, rt.Site, T, T) bool
	add, and, or func(P, rt.Site, T) T
}

// functions are those that take the site first.
func functions[T rt.Word](load func(rt.Site, *T) T, store func(rt.Site, *T, T), swap func(rt.Site, *T, T) T, cas func(rt.Site, *T, T, T) bool, add, and, or func(rt.Site, *T, T) T) operations[*T, T] {
	turned := func(f func(rt.Site, *T, T) T) func(*T, rt.Site, T) T {
		return func(p *T, s rt.Site, v T) T { return f(s, p, v) }
	}
	return operations[*T, T]{
		func(p *T, s rt.Site) T { return load(s, p) }, func(p *T, s rt.Site, v T) { store(s, p, v) }, turned(swap),
		func(p *T, s rt.Site, o, n T) bool { return cas(s, p, o, n) }, turned(add), turned(and), turned(or),
	}
}

// does holds each operation to what package sync/atomic says of it.
func does[P any, T rt.Word](t *testing.T, p P, o operations[P, T]) {
	t.Helper()
	is := func(what string, got, want T) {
		t.Helper()
		if got != want {
			t.Errorf("%T: %s is %v, want %v", p, what, got, want)
		}
	}
	o.store(p, 0, 12)
	is("what is loaded", o.load(p, 0), 12)
	is("what is swapped out", o.swap(p, 0, 5), 12)
	is("the sum", o.add(p, 0, 7), 12)
	is("what was there before And", o.and(p, 0, 10), 12)
	is("what was there before Or", o.or(p, 0, 3), 8)
	is("what is there after Or", o.load(p, 0), 11)
	if o.cas(p, 0, 10, 1) || !o.cas(p, 0, 11, 2) {
		t.Errorf("%T: the word is compared with something else", p)
	}
	is("what is swapped in", o.load(p, 0), 2)
	is("the sum with -3", o.add(p, 0, ^T(2)), ^T(0))
}

func TestWords(t *testing.T) {
	does(t, new(int32), functions(AtomicLoadInt32, AtomicStoreInt32, AtomicSwapInt32, AtomicCompareAndSwapInt32, AtomicAddInt32, AtomicAndInt32, AtomicOrInt32))
	does(t, new(int64), functions(AtomicLoadInt64, AtomicStoreInt64, AtomicSwapInt64, AtomicCompareAndSwapInt64, AtomicAddInt64, AtomicAndInt64, AtomicOrInt64))
	does(t, new(uint32), functions(AtomicLoadUint32, AtomicStoreUint32, AtomicSwapUint32, AtomicCompareAndSwapUint32, AtomicAddUint32, AtomicAndUint32, AtomicOrUint32))
	does(t, new(uint64), functions(AtomicLoadUint64, AtomicStoreUint64, AtomicSwapUint64, AtomicCompareAndSwapUint64, AtomicAddUint64, AtomicAndUint64, AtomicOrUint64))
	does(t, new(uintptr), functions(AtomicLoadUintptr, AtomicStoreUintptr, AtomicSwapUintptr, AtomicCompareAndSwapUintptr, AtomicAddUintptr, AtomicAndUintptr, AtomicOrUintptr))
	does(t, new(atomic.Int32), operations[*atomic.Int32, int32]{AtomicInt32Load, AtomicInt32Store, AtomicInt32Swap, AtomicInt32CompareAndSwap, AtomicInt32Add, AtomicInt32And, AtomicInt32Or})
	does(t, new(atomic.Int64), operations[*atomic.Int64, int64]{AtomicInt64Load, AtomicInt64Store, AtomicInt64Swap, AtomicInt64CompareAndSwap, AtomicInt64Add, AtomicInt64And, AtomicInt64Or})
	does(t, new(atomic.Uint32), operations[*atomic.Uint32, uint32]{AtomicUint32Load, AtomicUint32Store, AtomicUint32Swap, AtomicUint32CompareAndSwap, AtomicUint32Add, AtomicUint32And, AtomicUint32Or})
	does(t, new(atomic.Uint64), operations[*atomic.Uint64, uint64]{AtomicUint64Load, AtomicUint64Store, AtomicUint64Swap, AtomicUint64CompareAndSwap, AtomicUint64Add, AtomicUint64And, AtomicUint64Or})
	does(t, new(atomic.Uintptr), operations[*atomic.Uintptr, uintptr]{AtomicUintptrLoad, AtomicUintptrStore, AtomicUintptrSwap, AtomicUintptrCompareAndSwap, AtomicUintptrAdd, AtomicUintptrAnd, AtomicUintptrOr})
}

func TestBoolsAndPointers(t *testing.T) {
	var b atomic.Bool
	AtomicBoolStore(&b, 0, true)
	if !AtomicBoolLoad(&b, 0) || !AtomicBoolSwap(&b, 0, false) || AtomicBoolLoad(&b, 0) {
		t.Error("a Bool is not what was stored in it")
	}
	if AtomicBoolCompareAndSwap(&b, 0, true, true) || !AtomicBoolCompareAndSwap(&b, 0, false, true) || !b.Load() {
		t.Error("a Bool is compared with something else")
	}
	x, y := new(int), new(int)
	var p atomic.Pointer[int]
	AtomicPointerStore(&p, 0, x)
	if AtomicPointerLoad(&p, 0) != x || AtomicPointerSwap(&p, 0, y) != x || p.Load() != y {
		t.Error("a Pointer is not what was stored in it")
	}
	if AtomicPointerCompareAndSwap(&p, 0, x, nil) || !AtomicPointerCompareAndSwap(&p, 0, y, x) || p.Load() != x {
		t.Error("a Pointer is compared with something else")
	}
	u := unsafe.Pointer(x)
	AtomicStorePointer(0, &u, unsafe.Pointer(y))
	if AtomicLoadPointer(0, &u) != unsafe.Pointer(y) || AtomicSwapPointer(0, &u, nil) != unsafe.Pointer(y) {
		t.Error("an unsafe.Pointer is not what was stored in it")
	}
	if AtomicCompareAndSwapPointer(0, &u, unsafe.Pointer(x), nil) || !AtomicCompareAndSwapPointer(0, &u, nil, unsafe.Pointer(x)) || u != unsafe.Pointer(x) {
		t.Error("an unsafe.Pointer is compared with something else")
	}
}

// The adaptors are there wherever this package is linked.
func TestAdaptors(t *testing.T) {
	var n atomic.Int64
	rt.Adaptor(&n, 0).(interface{ Add(int64) int64 }).Add(3)
	var b atomic.Bool
	rt.Adaptor(&b, 0).(interface{ Store(bool) }).Store(true)
	if n.Load() != 3 || !b.Load() {
		t.Errorf("%d, %v", n.Load(), b.Load())
	}
	var p atomic.Pointer[int]
	if a := any(AdaptPointer[int](any(&p), 0)); a == any(&p) {
		t.Errorf("%T", a)
	}
}
