package access

import (
	"reflect"
	"sync"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/pools"
)

// What a sync.Pool returns is Go's free choice. Under check it is a function of
// the trace, by -pools:
//
//   - own: a task gets back what it has put there itself, the latest first, as
//     if each task had a processor and its private cache. No task learns
//     anything of another, so there is nothing to order, and still an object that
//     is used after Put, or is not cleaned before, meets its next user. Where an object
//     is used after Put that another task might have got, it is shared: the
//     exploration begins anew.
//   - shared: the latest of whoever has put it there. Each operation is an atomic
//     read-modify-write of one location: all orders of them are explored.
//   - any: any object that anybody has put there, or none, which is a choice: see
//     runtime/anypool.go.
//   - lossy: as own, but each pool loses what lies there, once: at which Get is a choice.
//   - empty: nothing stays there.

// memoryOf calls f with the memory that an owner of x may use: the variable that x points to,
// and the elements of the slice that x is, or points to.
func memoryOf(x any, f func(m unsafe.Pointer, size uintptr)) {
	v := reflect.ValueOf(x)
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		f(v.UnsafePointer(), v.Type().Elem().Size())
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Slice:
		f(v.UnsafePointer(), uintptr(v.Cap())*v.Type().Elem().Size())
	case reflect.Map:
		if !v.IsNil() {
			f(v.UnsafePointer(), 1)
		}
	}
}

// PoolGet is (*sync.Pool).Get.
func PoolGet(p *sync.Pool, s rt.Site) any {
	task, mode := rt.PoolsOf()
	if mode == rt.PoolsNative {
		return p.Get()
	}
	x := poolGet(p, s, task, mode)
	rt.Pooled("Get", s, false, x)
	return x
}

func poolGet(p *sync.Pool, s rt.Site, task uint32, mode rt.PoolsMode) any {
	switch mode {
	case rt.PoolsOwn, rt.PoolsLossy:
		own := ownPool(p, task, mode)
		own.Lose(func() bool { return loses(s) })
		item, kept := own.Get()
		rt.PoolAsked(unsafe.Pointer(p), kept)
		if kept {
			memoryOf(item, func(m unsafe.Pointer, size uintptr) { rt.PoolGives(m, size) })
			return item
		}
	case rt.PoolsShared:
		if item, ok := shared(p, s).Get(); ok {
			return item
		}
	case rt.PoolsAny:
		if item, ok := rt.PoolGetAny(unsafe.Pointer(p), s); ok {
			return item
		}
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

// loses chooses whether a pool loses what lies there.
func loses(s rt.Site) (lost bool) {
	rt.Saying(func() string {
		if lost {
			return "the pool has lost what lay there"
		}
		return "the pool has kept what lay there"
	})
	lost = rt.Choose(s, 2) == 1
	return lost
}

// PoolPut is (*sync.Pool).Put.
func PoolPut(p *sync.Pool, s rt.Site, x any) {
	task, mode := rt.PoolsOf()
	if mode == rt.PoolsNative || x == nil { // which sync.Pool does not put
		p.Put(x)
		return
	}
	rt.Pooled("Put", s, true, x)
	switch mode {
	case rt.PoolsOwn, rt.PoolsLossy:
		rt.PoolGiven(unsafe.Pointer(p))
		ownPool(p, task, mode).Put(x)
		memoryOf(x, func(m unsafe.Pointer, size uintptr) { rt.PoolPuts(unsafe.Pointer(p), m, size) })
	case rt.PoolsShared:
		shared(p, s).Put(x)
	case rt.PoolsAny:
		rt.PoolPutAny(unsafe.Pointer(p), s, x)
	}
}

// ownPool is what a task has put into the pool.
func ownPool(p *sync.Pool, task uint32, mode rt.PoolsMode) *pools.Stack {
	all := rt.Kept(unsafe.Pointer(p), func() any { return pools.Own{} }).(pools.Own)
	return all.Of(task, mode == rt.PoolsLossy)
}

// shared is what the pool holds, when it is the caller's turn. The location is
// the struct's first word, which an addition of zero leaves as it is, and which
// nobody else uses: the real pool stays empty.
func shared(p *sync.Pool, s rt.Site) *pools.Stack {
	rt.AddWord(s, (*uint32)(unsafe.Pointer(p)), 0)
	return rt.Kept(unsafe.Pointer(p), func() any { return &pools.Stack{} }).(*pools.Stack)
}

// The pool has a word there.
var _ [unsafe.Sizeof(sync.Pool{}) - unsafe.Sizeof(uint32(0))]byte
