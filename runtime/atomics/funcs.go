package atomics

import (
	"unsafe"

	rt "gocheck.dev/runtime"
)

// The functions of sync/atomic.

// AtomicLoadInt32 is atomic.LoadInt32.
func AtomicLoadInt32(s rt.Site, p *int32) int32 { return rt.LoadWord(s, p) }

// AtomicStoreInt32 is atomic.StoreInt32.
func AtomicStoreInt32(s rt.Site, p *int32, v int32) { rt.StoreWord(s, p, v) }

// AtomicSwapInt32 is atomic.SwapInt32.
func AtomicSwapInt32(s rt.Site, p *int32, v int32) int32 { return rt.SwapWord(s, p, v) }

// AtomicCompareAndSwapInt32 is atomic.CompareAndSwapInt32.
func AtomicCompareAndSwapInt32(s rt.Site, p *int32, old, v int32) bool {
	return rt.CASWord(s, p, old, v)
}

// AtomicAddInt32 is atomic.AddInt32.
func AtomicAddInt32(s rt.Site, p *int32, d int32) int32 { return rt.AddWord(s, p, d) }

// AtomicAndInt32 is atomic.AndInt32.
func AtomicAndInt32(s rt.Site, p *int32, mask int32) int32 { return rt.AndWord(s, p, mask) }

// AtomicOrInt32 is atomic.OrInt32.
func AtomicOrInt32(s rt.Site, p *int32, mask int32) int32 { return rt.OrWord(s, p, mask) }

// AtomicLoadInt64 is atomic.LoadInt64.
func AtomicLoadInt64(s rt.Site, p *int64) int64 { return rt.LoadWord(s, p) }

// AtomicStoreInt64 is atomic.StoreInt64.
func AtomicStoreInt64(s rt.Site, p *int64, v int64) { rt.StoreWord(s, p, v) }

// AtomicSwapInt64 is atomic.SwapInt64.
func AtomicSwapInt64(s rt.Site, p *int64, v int64) int64 { return rt.SwapWord(s, p, v) }

// AtomicCompareAndSwapInt64 is atomic.CompareAndSwapInt64.
func AtomicCompareAndSwapInt64(s rt.Site, p *int64, old, v int64) bool {
	return rt.CASWord(s, p, old, v)
}

// AtomicAddInt64 is atomic.AddInt64.
func AtomicAddInt64(s rt.Site, p *int64, d int64) int64 { return rt.AddWord(s, p, d) }

// AtomicAndInt64 is atomic.AndInt64.
func AtomicAndInt64(s rt.Site, p *int64, mask int64) int64 { return rt.AndWord(s, p, mask) }

// AtomicOrInt64 is atomic.OrInt64.
func AtomicOrInt64(s rt.Site, p *int64, mask int64) int64 { return rt.OrWord(s, p, mask) }

// AtomicLoadUint32 is atomic.LoadUint32.
func AtomicLoadUint32(s rt.Site, p *uint32) uint32 { return rt.LoadWord(s, p) }

// AtomicStoreUint32 is atomic.StoreUint32.
func AtomicStoreUint32(s rt.Site, p *uint32, v uint32) { rt.StoreWord(s, p, v) }

// AtomicSwapUint32 is atomic.SwapUint32.
func AtomicSwapUint32(s rt.Site, p *uint32, v uint32) uint32 { return rt.SwapWord(s, p, v) }

// AtomicCompareAndSwapUint32 is atomic.CompareAndSwapUint32.
func AtomicCompareAndSwapUint32(s rt.Site, p *uint32, old, v uint32) bool {
	return rt.CASWord(s, p, old, v)
}

// AtomicAddUint32 is atomic.AddUint32.
func AtomicAddUint32(s rt.Site, p *uint32, d uint32) uint32 { return rt.AddWord(s, p, d) }

// AtomicAndUint32 is atomic.AndUint32.
func AtomicAndUint32(s rt.Site, p *uint32, mask uint32) uint32 { return rt.AndWord(s, p, mask) }

// AtomicOrUint32 is atomic.OrUint32.
func AtomicOrUint32(s rt.Site, p *uint32, mask uint32) uint32 { return rt.OrWord(s, p, mask) }

// AtomicLoadUint64 is atomic.LoadUint64.
func AtomicLoadUint64(s rt.Site, p *uint64) uint64 { return rt.LoadWord(s, p) }

// AtomicStoreUint64 is atomic.StoreUint64.
func AtomicStoreUint64(s rt.Site, p *uint64, v uint64) { rt.StoreWord(s, p, v) }

// AtomicSwapUint64 is atomic.SwapUint64.
func AtomicSwapUint64(s rt.Site, p *uint64, v uint64) uint64 { return rt.SwapWord(s, p, v) }

// AtomicCompareAndSwapUint64 is atomic.CompareAndSwapUint64.
func AtomicCompareAndSwapUint64(s rt.Site, p *uint64, old, v uint64) bool {
	return rt.CASWord(s, p, old, v)
}

// AtomicAddUint64 is atomic.AddUint64.
func AtomicAddUint64(s rt.Site, p *uint64, d uint64) uint64 { return rt.AddWord(s, p, d) }

// AtomicAndUint64 is atomic.AndUint64.
func AtomicAndUint64(s rt.Site, p *uint64, mask uint64) uint64 { return rt.AndWord(s, p, mask) }

// AtomicOrUint64 is atomic.OrUint64.
func AtomicOrUint64(s rt.Site, p *uint64, mask uint64) uint64 { return rt.OrWord(s, p, mask) }

// AtomicLoadUintptr is atomic.LoadUintptr.
func AtomicLoadUintptr(s rt.Site, p *uintptr) uintptr { return rt.LoadWord(s, p) }

// AtomicStoreUintptr is atomic.StoreUintptr.
func AtomicStoreUintptr(s rt.Site, p *uintptr, v uintptr) { rt.StoreWord(s, p, v) }

// AtomicSwapUintptr is atomic.SwapUintptr.
func AtomicSwapUintptr(s rt.Site, p *uintptr, v uintptr) uintptr { return rt.SwapWord(s, p, v) }

// AtomicCompareAndSwapUintptr is atomic.CompareAndSwapUintptr.
func AtomicCompareAndSwapUintptr(s rt.Site, p *uintptr, old, v uintptr) bool {
	return rt.CASWord(s, p, old, v)
}

// AtomicAddUintptr is atomic.AddUintptr.
func AtomicAddUintptr(s rt.Site, p *uintptr, d uintptr) uintptr { return rt.AddWord(s, p, d) }

// AtomicAndUintptr is atomic.AndUintptr.
func AtomicAndUintptr(s rt.Site, p *uintptr, mask uintptr) uintptr { return rt.AndWord(s, p, mask) }

// AtomicOrUintptr is atomic.OrUintptr.
func AtomicOrUintptr(s rt.Site, p *uintptr, mask uintptr) uintptr { return rt.OrWord(s, p, mask) }

// AtomicLoadPointer is atomic.LoadPointer.
func AtomicLoadPointer(s rt.Site, p *unsafe.Pointer) unsafe.Pointer { return rt.LoadPointer(s, p) }

// AtomicStorePointer is atomic.StorePointer.
func AtomicStorePointer(s rt.Site, p *unsafe.Pointer, v unsafe.Pointer) { rt.StorePointer(s, p, v) }

// AtomicSwapPointer is atomic.SwapPointer.
func AtomicSwapPointer(s rt.Site, p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer {
	return rt.SwapPointer(s, p, v)
}

// AtomicCompareAndSwapPointer is atomic.CompareAndSwapPointer.
func AtomicCompareAndSwapPointer(s rt.Site, p *unsafe.Pointer, old, v unsafe.Pointer) bool {
	return rt.CASPointer(s, p, old, v)
}
