package words

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
	"weak"
)

func two(a, b func()) {
	var wg sync.WaitGroup
	wg.Go(a)
	wg.Go(b)
	wg.Wait()
}

var sink any

// Words of atomic operations whose bytes, or halves, are accessed by themselves. They have a
// package of their own, as what is a view of a type is known for a whole binary. What go test -race
// does not find is said.

func TestBugArrayByte(t *testing.T) {
	b := new([8]byte)
	two(func() { atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[0])), 7) }, func() { sink = b[2] })
}

func TestBugArrayFirst(t *testing.T) {
	b := new([8]byte)
	two(func() { atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[0])), 7) }, func() { sink = b[0] })
}

func TestOKArrayBehind(t *testing.T) {
	b := new([8]byte)
	two(func() { atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[0])), 7) }, func() { sink = b[4] })
}

func TestBugSliceString(t *testing.T) {
	b := make([]byte, 8)
	two(func() { atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[0])), 7) }, func() { sink = string(b[3:5]) })
}

func TestBugSliceCopy(t *testing.T) {
	b := make([]byte, 32)
	var c [32]byte
	two(func() { atomic.StoreUint64((*uint64)(unsafe.Pointer(&b[8])), 7) }, func() { copy(c[:], b[12:]) })
}

func TestBugLoadVsWrite(t *testing.T) {
	b := make([]byte, 32)
	two(func() { sink = atomic.LoadUint64((*uint64)(unsafe.Pointer(&b[8]))) }, func() { b[15] = 1 })
}

func TestOKLoadVsRead(t *testing.T) {
	var x any
	b := make([]byte, 32)
	two(func() { x = atomic.LoadUint64((*uint64)(unsafe.Pointer(&b[8]))) }, func() { sink = b[15] })
	_ = x
}

type pair struct{ lo, hi uint32 }

func TestBugPairHigh(t *testing.T) {
	p := new(pair)
	two(func() { atomic.AddUint64((*uint64)(unsafe.Pointer(p)), 1<<32) }, func() { sink = p.hi })
}

func TestBugPairCopy(t *testing.T) {
	p := &pair{1, 2}
	two(func() { atomic.AddUint32(&p.hi, 1) }, func() { q := *p; sink = q })
}

// An order, no race.
func TestBugPairAtomicMix(t *testing.T) {
	p := new(pair)
	var v uint64
	two(func() { atomic.StoreUint32(&p.hi, 1) }, func() { v = atomic.LoadUint64((*uint64)(unsafe.Pointer(p))) })
	if v == 0 {
		t.Error("before")
	}
}

func TestBugTypedBytes(t *testing.T) {
	n := new(atomic.Uint32)
	b := (*[4]byte)(unsafe.Pointer(n))
	two(func() { n.Store(9) }, func() { sink = b[1] })
}

func TestBugTypedSlice(t *testing.T) {
	n := new(atomic.Uint64)
	b := unsafe.Slice((*byte)(unsafe.Pointer(n)), 8)
	two(func() { n.Add(9) }, func() { sink = string(b[4:]) })
}

func TestOKTypedSync(t *testing.T) {
	b := make([]byte, 16)
	flag := (*uint32)(unsafe.Pointer(&b[0]))
	two(func() { b[8] = 1; atomic.StoreUint32(flag, 1<<8) }, func() {
		if atomic.LoadUint32(flag) != 0 {
			sink = b[8]
		}
	})
}

func TestOKReadAfter(t *testing.T) {
	b := make([]byte, 16)
	flag := (*uint32)(unsafe.Pointer(&b[0]))
	two(func() { atomic.StoreUint32(flag, 1<<8) }, func() {
		if atomic.LoadUint32(flag) != 0 {
			sink = b[1]
		}
	})
}

type middle struct {
	a int
	n atomic.Int32
	b int
}

func TestBugCopyMiddle(t *testing.T) {
	m := new(middle)
	two(func() { m.n.Add(1) }, func() {
		c := *(*[3]int)(unsafe.Pointer(m))
		sink = c
	})
}

type plainMiddle struct {
	a int
	n int32
	b int
}

func TestBugCopyPlainMiddle(t *testing.T) {
	m := new(plainMiddle)
	two(func() { atomic.AddInt32(&m.n, 1) }, func() { c := *m; sink = c })
}

func TestBugComparePlainMiddle(t *testing.T) {
	m := new(plainMiddle)
	two(func() { atomic.AddInt32(&m.n, 1) }, func() { sink = *m == plainMiddle{} })
}

func TestOKPlainMiddleOther(t *testing.T) {
	m := new(plainMiddle)
	two(func() { atomic.AddInt32(&m.n, 1) }, func() { m.b = 1 })
}

type holder struct {
	v atomic.Value
	n int
}

func TestBugValueCopy(t *testing.T) {
	h := new(holder)
	two(func() { h.v.Store(1) }, func() { c := *(*[3]uintptr)(unsafe.Pointer(h)); sink = c })
}

func TestBugValueCopySecond(t *testing.T) {
	h := new(holder)
	two(func() { h.v.Store(1) }, func() { c := (*[3]uintptr)(unsafe.Pointer(h))[1]; sink = c })
}

type phold struct {
	n int
	p atomic.Pointer[int]
}

func TestBugPointerCopy(t *testing.T) {
	h := new(phold)
	two(func() { h.p.Store(new(int)) }, func() { sink = reflCopy(h) })
}

func reflCopy(h *phold) any { c := *(*[2]unsafe.Pointer)(unsafe.Pointer(h)); return c }

func TestBugCASMix(t *testing.T) {
	p := new(pair)
	ok := false
	two(func() { atomic.StoreUint32(&p.hi, 1) }, func() { ok = atomic.CompareAndSwapUint64((*uint64)(unsafe.Pointer(p)), 1<<32, 5) })
	if ok {
		t.Error("swapped")
	}
}

func TestBugCASMixHalves(t *testing.T) {
	p := new(pair)
	ok := false
	two(func() { atomic.StoreUint64((*uint64)(unsafe.Pointer(p)), 3<<32) }, func() { ok = atomic.CompareAndSwapUint32(&p.hi, 3, 5) })
	if ok {
		t.Error("swapped")
	}
}

func TestOKHalvesApart(t *testing.T) {
	p := new(pair)
	two(func() { atomic.AddUint32(&p.hi, 1) }, func() { p.lo = 1 })
}

func TestBugAndOfByte(t *testing.T) {
	b := new([4]byte)
	two(func() { atomic.OrUint32((*uint32)(unsafe.Pointer(b)), 1<<24) }, func() { b[3]++ })
}

// Not natively: clear is not instrumented.
func TestBugClear(t *testing.T) {
	b := make([]byte, 64)
	two(func() { atomic.StoreInt64((*int64)(unsafe.Pointer(&b[16])), -1) }, func() { clear(b[20:40]) })
}

func TestBugRange(t *testing.T) {
	b := make([]byte, 8)
	n := 0
	two(func() { atomic.StoreInt64((*int64)(unsafe.Pointer(&b[0])), -1) }, func() {
		for _, c := range b[5:] {
			n += int(c)
		}
	})
}

func TestBugWords(t *testing.T) {
	w := make([]uint16, 4)
	two(func() { atomic.StoreInt64((*int64)(unsafe.Pointer(&w[0])), -1) }, func() { sink = w[3] })
}

func TestOKWordsBehind(t *testing.T) {
	w := make([]uint16, 8)
	two(func() { atomic.StoreInt64((*int64)(unsafe.Pointer(&w[0])), -1) }, func() { sink = w[4] })
}

type named uint32

func TestBugNamed(t *testing.T) {
	var n named
	b := (*[4]byte)(unsafe.Pointer(&n))
	two(func() { atomic.AddUint32((*uint32)(&n), 1) }, func() { sink = b[3] })
}

func TestBugNamedWhole(t *testing.T) {
	var n named
	two(func() { atomic.AddUint32((*uint32)(&n), 1) }, func() { sink = n })
}

func TestBugArrayValue(t *testing.T) {
	b := new([12]byte)
	two(func() { atomic.StoreUint32((*uint32)(unsafe.Pointer(&b[4])), 7) }, func() { c := *b; sink = c })
}

func TestBugBool(t *testing.T) {
	var f atomic.Bool
	b := (*[4]bool)(unsafe.Pointer(&f))
	two(func() { f.Store(true) }, func() { b[3] = false })
}

func TestOKSpin(t *testing.T) {
	b := make([]byte, 8)
	flag := (*uint32)(unsafe.Pointer(&b[4]))
	two(func() { b[0] = 1; atomic.StoreUint32(flag, 1<<16) }, func() {
		for atomic.LoadUint32(flag) == 0 {
		}
		b[0], b[6] = 2, 3
	})
}

func TestBugWaitHalf(t *testing.T) {
	p := new(pair)
	n := 0
	two(func() { n = 1; atomic.AddUint64((*uint64)(unsafe.Pointer(p)), 1<<32) }, func() {
		for range 3 {
			if atomic.LoadUint32(&p.hi) != 0 {
				n = 2
			}
		}
	})
	if n == 2 {
		t.Error("seen")
	}
}

// What a load of a half observes of a store of the whole comes before it, by Go's memory model. The
// next three fail natively: go test -race knows a word by its address.

func TestOKWaitHalf(t *testing.T) {
	p := new(pair)
	n := 0
	two(func() { n = 1; atomic.StoreUint64((*uint64)(unsafe.Pointer(p)), 1<<32) }, func() {
		for atomic.LoadUint32(&p.hi) == 0 {
		}
		sink = n
	})
}

func TestOKWaitWhole(t *testing.T) {
	p := new(pair)
	n := 0
	two(func() { n = 1; atomic.StoreUint32(&p.hi, 1) }, func() {
		for atomic.LoadUint64((*uint64)(unsafe.Pointer(p))) == 0 {
		}
		sink = n
	})
}

// A lock of one half, taken by compare-and-swap.
func TestOKSpinLock(t *testing.T) {
	p := new(pair)
	n := 0
	add := func() {
		for !atomic.CompareAndSwapUint32(&p.hi, 0, 1) {
		}
		n++
		atomic.AddUint64((*uint64)(unsafe.Pointer(p)), ^uint64(1<<32)+1)
	}
	two(add, add)
	if n != 2 {
		t.Error(n)
	}
}

func TestBugCarry(t *testing.T) {
	p := &pair{lo: 1<<32 - 1}
	two(func() { atomic.AddUint32(&p.lo, 1) }, func() { atomic.AddUint64((*uint64)(unsafe.Pointer(p)), 1) })
	if p.hi == 0 {
		t.Error("no carry")
	}
}

func TestOKSame(t *testing.T) {
	p := new(pair)
	ok := false
	two(func() { atomic.StoreUint32(&p.lo, 0) }, func() {
		ok = atomic.CompareAndSwapUint64((*uint64)(unsafe.Pointer(p)), 0, 1<<40)
	})
	if !ok || p.hi != 1<<8 {
		t.Error(ok, p.hi)
	}
}

// What gocheck knows of words does not keep them: a counter that nobody reaches is collected.
func TestOKGone(t *testing.T) {
	type counter struct {
		n    atomic.Uint64
		more [3]int
	}
	used := func() weak.Pointer[counter] {
		c := new(counter)
		two(func() { c.n.Add(1) }, func() { c.n.Add(1) })
		return weak.Make(c)
	}
	w := used()
	runtime.GC()
	if w.Value() != nil {
		t.Error("it is still there")
	}
}
