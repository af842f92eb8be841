package access

import (
	"sync"

	rt "gocheck.dev/runtime"
)

// The methods of sync.Map and sync.Pool behind interfaces (see runtime.Adapt), and writers
// of loggers.

func init() {
	rt.AdaptTo(func(x any, s rt.Site) any {
		switch x := x.(type) {
		case *sync.Map:
			return mapMethods{x, s}
		case *sync.Pool:
			return poolMethods{x, s}
		}
		return nil
	})
	rt.WritingBy(func(w any, s rt.Site) { Writes(w, s) })
}

type mapMethods struct {
	m *sync.Map
	s rt.Site
}

func (a mapMethods) Load(key any) (any, bool) { return MapLoad(a.m, a.s, key) }
func (a mapMethods) Store(key, value any)     { MapStore(a.m, a.s, key, value) }
func (a mapMethods) LoadOrStore(key, value any) (any, bool) {
	return MapLoadOrStore(a.m, a.s, key, value)
}
func (a mapMethods) LoadAndDelete(key any) (any, bool) { return MapLoadAndDelete(a.m, a.s, key) }
func (a mapMethods) Delete(key any)                    { MapDelete(a.m, a.s, key) }
func (a mapMethods) Swap(key, value any) (any, bool)   { return MapSwap(a.m, a.s, key, value) }
func (a mapMethods) CompareAndSwap(key, old, new any) bool {
	return MapCompareAndSwap(a.m, a.s, key, old, new)
}
func (a mapMethods) CompareAndDelete(key, old any) bool {
	return MapCompareAndDelete(a.m, a.s, key, old)
}
func (a mapMethods) Clear()                            { MapClear(a.m, a.s) }
func (a mapMethods) Range(f func(key, value any) bool) { MapRange(a.m, a.s, f) }

type poolMethods struct {
	p *sync.Pool
	s rt.Site
}

func (a poolMethods) Get() any  { return PoolGet(a.p, a.s) }
func (a poolMethods) Put(x any) { PoolPut(a.p, a.s, x) }
