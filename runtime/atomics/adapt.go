package atomics

import (
	"sync/atomic"

	rt "gocheck.dev/runtime"
)

// Methods behind interfaces (see runtime.Adapt).

func init() {
	rt.AdaptTo(func(x any, s rt.Site) any {
		switch x := x.(type) {
		case *atomic.Int32:
			return wordMethods[int32]{wordOf[int32](x), s}
		case *atomic.Int64:
			return wordMethods[int64]{wordOf[int64](x), s}
		case *atomic.Uint32:
			return wordMethods[uint32]{wordOf[uint32](x), s}
		case *atomic.Uint64:
			return wordMethods[uint64]{wordOf[uint64](x), s}
		case *atomic.Uintptr:
			return wordMethods[uintptr]{wordOf[uintptr](x), s}
		case *atomic.Bool:
			return boolMethods{x, s}
		}
		return nil
	})
}

// AdaptPointer is runtime.Adapt for a method that an atomic.Pointer[T] may have.
func AdaptPointer[T, I any](x I, s rt.Site) I {
	if p, ok := any(x).(*atomic.Pointer[T]); ok {
		return any(pointerMethods[T]{p, s}).(I)
	}
	return rt.Adapt(x, s)
}

// wordMethods is one of the types of integers of sync/atomic.
type wordMethods[T rt.Word] struct {
	p *T
	s rt.Site
}

func (a wordMethods[T]) Load() T                        { return rt.LoadWord(a.s, a.p) }
func (a wordMethods[T]) Store(v T)                      { rt.StoreWord(a.s, a.p, v) }
func (a wordMethods[T]) Swap(v T) T                     { return rt.SwapWord(a.s, a.p, v) }
func (a wordMethods[T]) CompareAndSwap(old, new T) bool { return rt.CASWord(a.s, a.p, old, new) }
func (a wordMethods[T]) Add(d T) T                      { return rt.AddWord(a.s, a.p, d) }
func (a wordMethods[T]) And(mask T) T                   { return rt.AndWord(a.s, a.p, mask) }
func (a wordMethods[T]) Or(mask T) T                    { return rt.OrWord(a.s, a.p, mask) }

// AtomicPointerMethods has the entry points of p as methods, for method values of a type
// that has no name where they stand.
func AtomicPointerMethods[T any](p *atomic.Pointer[T], s rt.Site) pointerMethods[T] {
	return pointerMethods[T]{p, s}
}

type pointerMethods[T any] struct {
	p *atomic.Pointer[T]
	s rt.Site
}

func (a pointerMethods[T]) Load() *T     { return AtomicPointerLoad(a.p, a.s) }
func (a pointerMethods[T]) Store(v *T)   { AtomicPointerStore(a.p, a.s, v) }
func (a pointerMethods[T]) Swap(v *T) *T { return AtomicPointerSwap(a.p, a.s, v) }
func (a pointerMethods[T]) CompareAndSwap(old, new *T) bool {
	return AtomicPointerCompareAndSwap(a.p, a.s, old, new)
}

type boolMethods struct {
	b *atomic.Bool
	s rt.Site
}

func (a boolMethods) Load() bool       { return AtomicBoolLoad(a.b, a.s) }
func (a boolMethods) Store(v bool)     { AtomicBoolStore(a.b, a.s, v) }
func (a boolMethods) Swap(v bool) bool { return AtomicBoolSwap(a.b, a.s, v) }
func (a boolMethods) CompareAndSwap(old, new bool) bool {
	return AtomicBoolCompareAndSwap(a.b, a.s, old, new)
}
