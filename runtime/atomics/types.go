package atomics

import (
	"sync/atomic"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// The types of sync/atomic but Value. Each of them is its word in memory, at
// offset 0: what follows does not compile where the sizes differ.
var (
	_ = [unsafe.Sizeof(atomic.Int32{})]byte{} == [4]byte{}
	_ = [unsafe.Sizeof(atomic.Int64{})]byte{} == [8]byte{}
	_ = [unsafe.Sizeof(atomic.Uint32{})]byte{} == [4]byte{}
	_ = [unsafe.Sizeof(atomic.Uint64{})]byte{} == [8]byte{}
	_ = [unsafe.Sizeof(atomic.Uintptr{})]byte{} == [unsafe.Sizeof(uintptr(0))]byte{}
	_ = [unsafe.Sizeof(atomic.Bool{})]byte{} == [4]byte{}
	_ = [unsafe.Sizeof(atomic.Pointer[int]{})]byte{} == [unsafe.Sizeof(uintptr(0))]byte{}
)

func wordOf[T rt.Word, A atomic.Int32 | atomic.Int64 | atomic.Uint32 | atomic.Uint64 | atomic.Uintptr](a *A) *T {
	return (*T)(unsafe.Pointer(a))
}

// AtomicInt32Load is the method Load of atomic.Int32.
func AtomicInt32Load(a *atomic.Int32, s rt.Site) int32 { return rt.LoadWord(s, wordOf[int32](a)) }

// AtomicInt32Store is the method Store of atomic.Int32.
func AtomicInt32Store(a *atomic.Int32, s rt.Site, v int32) { rt.StoreWord(s, wordOf[int32](a), v) }

// AtomicInt32Swap is the method Swap of atomic.Int32.
func AtomicInt32Swap(a *atomic.Int32, s rt.Site, v int32) int32 {
	return rt.SwapWord(s, wordOf[int32](a), v)
}

// AtomicInt32CompareAndSwap is the method CompareAndSwap of atomic.Int32.
func AtomicInt32CompareAndSwap(a *atomic.Int32, s rt.Site, old, v int32) bool {
	return rt.CASWord(s, wordOf[int32](a), old, v)
}

// AtomicInt32Add is the method Add of atomic.Int32.
func AtomicInt32Add(a *atomic.Int32, s rt.Site, d int32) int32 {
	return rt.AddWord(s, wordOf[int32](a), d)
}

// AtomicInt32And is the method And of atomic.Int32.
func AtomicInt32And(a *atomic.Int32, s rt.Site, m int32) int32 {
	return rt.AndWord(s, wordOf[int32](a), m)
}

// AtomicInt32Or is the method Or of atomic.Int32.
func AtomicInt32Or(a *atomic.Int32, s rt.Site, m int32) int32 {
	return rt.OrWord(s, wordOf[int32](a), m)
}

// AtomicInt64Load is the method Load of atomic.Int64.
func AtomicInt64Load(a *atomic.Int64, s rt.Site) int64 { return rt.LoadWord(s, wordOf[int64](a)) }

// AtomicInt64Store is the method Store of atomic.Int64.
func AtomicInt64Store(a *atomic.Int64, s rt.Site, v int64) { rt.StoreWord(s, wordOf[int64](a), v) }

// AtomicInt64Swap is the method Swap of atomic.Int64.
func AtomicInt64Swap(a *atomic.Int64, s rt.Site, v int64) int64 {
	return rt.SwapWord(s, wordOf[int64](a), v)
}

// AtomicInt64CompareAndSwap is the method CompareAndSwap of atomic.Int64.
func AtomicInt64CompareAndSwap(a *atomic.Int64, s rt.Site, old, v int64) bool {
	return rt.CASWord(s, wordOf[int64](a), old, v)
}

// AtomicInt64Add is the method Add of atomic.Int64.
func AtomicInt64Add(a *atomic.Int64, s rt.Site, d int64) int64 {
	return rt.AddWord(s, wordOf[int64](a), d)
}

// AtomicInt64And is the method And of atomic.Int64.
func AtomicInt64And(a *atomic.Int64, s rt.Site, m int64) int64 {
	return rt.AndWord(s, wordOf[int64](a), m)
}

// AtomicInt64Or is the method Or of atomic.Int64.
func AtomicInt64Or(a *atomic.Int64, s rt.Site, m int64) int64 {
	return rt.OrWord(s, wordOf[int64](a), m)
}

// AtomicUint32Load is the method Load of atomic.Uint32.
func AtomicUint32Load(a *atomic.Uint32, s rt.Site) uint32 { return rt.LoadWord(s, wordOf[uint32](a)) }

// AtomicUint32Store is the method Store of atomic.Uint32.
func AtomicUint32Store(a *atomic.Uint32, s rt.Site, v uint32) { rt.StoreWord(s, wordOf[uint32](a), v) }

// AtomicUint32Swap is the method Swap of atomic.Uint32.
func AtomicUint32Swap(a *atomic.Uint32, s rt.Site, v uint32) uint32 {
	return rt.SwapWord(s, wordOf[uint32](a), v)
}

// AtomicUint32CompareAndSwap is the method CompareAndSwap of atomic.Uint32.
func AtomicUint32CompareAndSwap(a *atomic.Uint32, s rt.Site, old, v uint32) bool {
	return rt.CASWord(s, wordOf[uint32](a), old, v)
}

// AtomicUint32Add is the method Add of atomic.Uint32.
func AtomicUint32Add(a *atomic.Uint32, s rt.Site, d uint32) uint32 {
	return rt.AddWord(s, wordOf[uint32](a), d)
}

// AtomicUint32And is the method And of atomic.Uint32.
func AtomicUint32And(a *atomic.Uint32, s rt.Site, m uint32) uint32 {
	return rt.AndWord(s, wordOf[uint32](a), m)
}

// AtomicUint32Or is the method Or of atomic.Uint32.
func AtomicUint32Or(a *atomic.Uint32, s rt.Site, m uint32) uint32 {
	return rt.OrWord(s, wordOf[uint32](a), m)
}

// AtomicUint64Load is the method Load of atomic.Uint64.
func AtomicUint64Load(a *atomic.Uint64, s rt.Site) uint64 { return rt.LoadWord(s, wordOf[uint64](a)) }

// AtomicUint64Store is the method Store of atomic.Uint64.
func AtomicUint64Store(a *atomic.Uint64, s rt.Site, v uint64) { rt.StoreWord(s, wordOf[uint64](a), v) }

// AtomicUint64Swap is the method Swap of atomic.Uint64.
func AtomicUint64Swap(a *atomic.Uint64, s rt.Site, v uint64) uint64 {
	return rt.SwapWord(s, wordOf[uint64](a), v)
}

// AtomicUint64CompareAndSwap is the method CompareAndSwap of atomic.Uint64.
func AtomicUint64CompareAndSwap(a *atomic.Uint64, s rt.Site, old, v uint64) bool {
	return rt.CASWord(s, wordOf[uint64](a), old, v)
}

// AtomicUint64Add is the method Add of atomic.Uint64.
func AtomicUint64Add(a *atomic.Uint64, s rt.Site, d uint64) uint64 {
	return rt.AddWord(s, wordOf[uint64](a), d)
}

// AtomicUint64And is the method And of atomic.Uint64.
func AtomicUint64And(a *atomic.Uint64, s rt.Site, m uint64) uint64 {
	return rt.AndWord(s, wordOf[uint64](a), m)
}

// AtomicUint64Or is the method Or of atomic.Uint64.
func AtomicUint64Or(a *atomic.Uint64, s rt.Site, m uint64) uint64 {
	return rt.OrWord(s, wordOf[uint64](a), m)
}

// AtomicUintptrLoad is the method Load of atomic.Uintptr.
func AtomicUintptrLoad(a *atomic.Uintptr, s rt.Site) uintptr {
	return rt.LoadWord(s, wordOf[uintptr](a))
}

// AtomicUintptrStore is the method Store of atomic.Uintptr.
func AtomicUintptrStore(a *atomic.Uintptr, s rt.Site, v uintptr) {
	rt.StoreWord(s, wordOf[uintptr](a), v)
}

// AtomicUintptrSwap is the method Swap of atomic.Uintptr.
func AtomicUintptrSwap(a *atomic.Uintptr, s rt.Site, v uintptr) uintptr {
	return rt.SwapWord(s, wordOf[uintptr](a), v)
}

// AtomicUintptrCompareAndSwap is the method CompareAndSwap of atomic.Uintptr.
func AtomicUintptrCompareAndSwap(a *atomic.Uintptr, s rt.Site, old, v uintptr) bool {
	return rt.CASWord(s, wordOf[uintptr](a), old, v)
}

// AtomicUintptrAdd is the method Add of atomic.Uintptr.
func AtomicUintptrAdd(a *atomic.Uintptr, s rt.Site, d uintptr) uintptr {
	return rt.AddWord(s, wordOf[uintptr](a), d)
}

// AtomicUintptrAnd is the method And of atomic.Uintptr.
func AtomicUintptrAnd(a *atomic.Uintptr, s rt.Site, m uintptr) uintptr {
	return rt.AndWord(s, wordOf[uintptr](a), m)
}

// AtomicUintptrOr is the method Or of atomic.Uintptr.
func AtomicUintptrOr(a *atomic.Uintptr, s rt.Site, m uintptr) uintptr {
	return rt.OrWord(s, wordOf[uintptr](a), m)
}

func boolWord(b *atomic.Bool) *uint32 { return (*uint32)(unsafe.Pointer(b)) }

func boolBits(v bool) uint32 {
	if v {
		return 1
	}
	return 0
}

// AtomicBoolLoad is the method Load of atomic.Bool.
func AtomicBoolLoad(b *atomic.Bool, s rt.Site) bool { return rt.LoadWord(s, boolWord(b)) != 0 }

// AtomicBoolStore is the method Store of atomic.Bool.
func AtomicBoolStore(b *atomic.Bool, s rt.Site, v bool) { rt.StoreWord(s, boolWord(b), boolBits(v)) }

// AtomicBoolSwap is the method Swap of atomic.Bool.
func AtomicBoolSwap(b *atomic.Bool, s rt.Site, v bool) bool {
	return rt.SwapWord(s, boolWord(b), boolBits(v)) != 0
}

// AtomicBoolCompareAndSwap is the method CompareAndSwap of atomic.Bool.
func AtomicBoolCompareAndSwap(b *atomic.Bool, s rt.Site, old, v bool) bool {
	return rt.CASWord(s, boolWord(b), boolBits(old), boolBits(v))
}

func pointerWord[T any](p *atomic.Pointer[T]) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Pointer(p))
}

// AtomicPointerLoad is the method Load of atomic.Pointer.
func AtomicPointerLoad[T any](p *atomic.Pointer[T], s rt.Site) *T {
	return (*T)(rt.LoadPointer(s, pointerWord(p)))
}

// AtomicPointerStore is the method Store of atomic.Pointer.
func AtomicPointerStore[T any](p *atomic.Pointer[T], s rt.Site, v *T) {
	rt.StorePointer(s, pointerWord(p), unsafe.Pointer(v))
}

// AtomicPointerSwap is the method Swap of atomic.Pointer.
func AtomicPointerSwap[T any](p *atomic.Pointer[T], s rt.Site, v *T) *T {
	return (*T)(rt.SwapPointer(s, pointerWord(p), unsafe.Pointer(v)))
}

// AtomicPointerCompareAndSwap is the method CompareAndSwap of atomic.Pointer.
func AtomicPointerCompareAndSwap[T any](p *atomic.Pointer[T], s rt.Site, old, v *T) bool {
	return rt.CASPointer(s, pointerWord(p), unsafe.Pointer(old), unsafe.Pointer(v))
}
