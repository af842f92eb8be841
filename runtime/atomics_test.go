package runtime

import (
	"sync/atomic"
	"unsafe"
)

// The entry points of package atomics, for the tests of this package, which cannot import it: the
// types of sync/atomic are their words.

func wordOfInt32(a *atomic.Int32) *int32    { return (*int32)(unsafe.Pointer(a)) }
func wordOfInt64(a *atomic.Int64) *int64    { return (*int64)(unsafe.Pointer(a)) }
func wordOfUint64(a *atomic.Uint64) *uint64 { return (*uint64)(unsafe.Pointer(a)) }

func wordOfBool(b *atomic.Bool) *uint32 { return (*uint32)(unsafe.Pointer(b)) }

func bit(v bool) uint32 {
	if v {
		return 1
	}
	return 0
}

func atomicBoolLoad(b *atomic.Bool, s Site) bool     { return LoadWord(s, wordOfBool(b)) != 0 }
func atomicBoolStore(b *atomic.Bool, s Site, v bool) { StoreWord(s, wordOfBool(b), bit(v)) }
func atomicBoolSwap(b *atomic.Bool, s Site, v bool) bool {
	return SwapWord(s, wordOfBool(b), bit(v)) != 0
}
func atomicBoolCompareAndSwap(b *atomic.Bool, s Site, old, v bool) bool {
	return CASWord(s, wordOfBool(b), bit(old), bit(v))
}

func wordOfPointer[T any](p *atomic.Pointer[T]) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Pointer(p))
}

func atomicPointerLoad[T any](p *atomic.Pointer[T], s Site) *T {
	return (*T)(LoadPointer(s, wordOfPointer(p)))
}
func atomicPointerStore[T any](p *atomic.Pointer[T], s Site, v *T) {
	StorePointer(s, wordOfPointer(p), unsafe.Pointer(v))
}
func atomicPointerCompareAndSwap[T any](p *atomic.Pointer[T], s Site, old, v *T) bool {
	return CASPointer(s, wordOfPointer(p), unsafe.Pointer(old), unsafe.Pointer(v))
}
