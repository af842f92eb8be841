package access

import (
	"log"
	"os"
	"reflect"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/signals"
	_ "gocheck.dev/runtime/atomics" // its adaptors
)

// Methods behind interfaces (see runtime.Adapt), but for those of locks, and of words (package
// atomics).

func init() {
	rt.AdaptTo(func(x any, s rt.Site) any {
		switch x := x.(type) {
		case *sync.Map:
			return mapMethods{x, s}
		case *sync.Pool:
			return poolMethods{x, s}
		case *sync.WaitGroup:
			return waitGroupMethods{x, s}
		case *sync.Once:
			return onceMethods{x, s}
		case *sync.Cond:
			return condMethods{x, s}
		case *atomic.Value:
			return atomicValueMethods{x, s}
		case *time.Timer:
			return timerMethods{x, s}
		case *time.Ticker:
			return tickerMethods{x, s}
		case *gocheck.Handler:
			return handlerMethods{x, s}
		case *log.Logger:
			return loggerMethods{x, s}
		case *os.Process:
			return processMethods{x, s}
		case sort.IntSlice:
			return sortMethods{x, accessing(x, s)}
		case sort.StringSlice:
			return sortMethods{x, accessing(x, s)}
		case sort.Float64Slice:
			return sortMethods{x, accessing(x, s)}
		case sort.Interface:
			if reflect.TypeOf(x) == reversed {
				x, _ = reflect.ValueOf(x).Elem().Field(0).Interface().(sort.Interface)
				return reversedMethods{rt.Adapt(x, s)}
			}
		}
		return nil
	})
}

// processMethods are those of an os.Process.
type processMethods struct {
	p *os.Process
	s rt.Site
}

func (a processMethods) Signal(sig os.Signal) error { return signals.ProcessSignal(a.p, a.s, sig) }

var reversed = reflect.TypeOf(sort.Reverse(nil))

type reversedMethods struct{ sort.Interface }

func (a reversedMethods) Less(i, j int) bool { return a.Interface.Less(j, i) }

// sortMethods are those of one of package sort's own slices, of which single elements are accessed.
type sortMethods struct {
	sort.Interface
	access func(i int, write bool)
}

func (a sortMethods) Less(i, j int) bool {
	a.access(i, false)
	a.access(j, false)
	return a.Interface.Less(i, j)
}

func (a sortMethods) Swap(i, j int) {
	a.access(i, true)
	a.access(j, true)
	a.Interface.Swap(i, j)
}

// accessing announces accesses of elements; what is none panics later.
func accessing[S ~[]E, E any](x S, s rt.Site) func(i int, write bool) {
	return func(i int, write bool) {
		switch {
		case uint(i) >= uint(len(x)):
		case write:
			rt.SliceW(x[i:i+1], s)
		default:
			rt.SliceR(x[i:i+1], s)
		}
	}
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

type waitGroupMethods struct {
	wg *sync.WaitGroup
	s  rt.Site
}

func (a waitGroupMethods) Add(delta int) { rt.WaitGroupAdd(a.wg, a.s, delta) }
func (a waitGroupMethods) Done()         { rt.WaitGroupDone(a.wg, a.s) }
func (a waitGroupMethods) Wait()         { rt.WaitGroupWait(a.wg, a.s) }
func (a waitGroupMethods) Go(f func())   { rt.WaitGroupGo(a.wg, a.s, f) }

type onceMethods struct {
	o *sync.Once
	s rt.Site
}

func (a onceMethods) Do(f func()) { rt.OnceDo(a.o, a.s, f) }

type condMethods struct {
	c *sync.Cond
	s rt.Site
}

func (a condMethods) Wait()      { rt.CondWait(a.c, a.s) }
func (a condMethods) Signal()    { rt.CondSignal(a.c, a.s) }
func (a condMethods) Broadcast() { rt.CondBroadcast(a.c, a.s) }

type atomicValueMethods struct {
	v *atomic.Value
	s rt.Site
}

func (a atomicValueMethods) Load() any      { return rt.AtomicValueLoad(a.v, a.s) }
func (a atomicValueMethods) Store(v any)    { rt.AtomicValueStore(a.v, a.s, v) }
func (a atomicValueMethods) Swap(v any) any { return rt.AtomicValueSwap(a.v, a.s, v) }
func (a atomicValueMethods) CompareAndSwap(old, new any) bool {
	return rt.AtomicValueCompareAndSwap(a.v, a.s, old, new)
}

type timerMethods struct {
	t *time.Timer
	s rt.Site
}

func (a timerMethods) Stop() bool                 { return rt.TimerStop(a.t, a.s) }
func (a timerMethods) Reset(d time.Duration) bool { return rt.TimerReset(a.t, a.s, d) }

type tickerMethods struct {
	t *time.Ticker
	s rt.Site
}

func (a tickerMethods) Stop()                 { rt.TickerStop(a.t, a.s) }
func (a tickerMethods) Reset(d time.Duration) { rt.TickerReset(a.t, a.s, d) }

type handlerMethods struct {
	h *gocheck.Handler
	s rt.Site
}

func (a handlerMethods) Post(f func())                       { rt.HandlerPost(a.h, a.s, f) }
func (a handlerMethods) PostFront(f func())                  { rt.HandlerPostFront(a.h, a.s, f) }
func (a handlerMethods) PostAfter(d time.Duration, f func()) { rt.HandlerPostAfter(a.h, a.s, d, f) }
func (a handlerMethods) Close()                              { rt.HandlerClose(a.h, a.s) }

type loggerMethods struct {
	l *log.Logger
	s rt.Site
}

// As those of log.go, which count their callers.

func (a loggerMethods) Print(v ...any) { _ = logOutput(a.l, a.s, caller, sprint(v, a.s)) }
func (a loggerMethods) Printf(format string, v ...any) {
	_ = logOutput(a.l, a.s, caller, sprintf(format, v, a.s))
}
func (a loggerMethods) Println(v ...any) { _ = logOutput(a.l, a.s, caller, sprintln(v, a.s)) }
func (a loggerMethods) Fatal(v ...any)   { logFatal(a.l, a.s, caller, sprint(v, a.s)) }
func (a loggerMethods) Fatalf(format string, v ...any) {
	logFatal(a.l, a.s, caller, sprintf(format, v, a.s))
}
func (a loggerMethods) Fatalln(v ...any) { logFatal(a.l, a.s, caller, sprintln(v, a.s)) }
func (a loggerMethods) Panic(v ...any)   { logPanic(a.l, a.s, caller, sprint(v, a.s)) }
func (a loggerMethods) Panicf(format string, v ...any) {
	logPanic(a.l, a.s, caller, sprintf(format, v, a.s))
}
func (a loggerMethods) Panicln(v ...any) { logPanic(a.l, a.s, caller, sprintln(v, a.s)) }
func (a loggerMethods) Output(depth int, text string) error {
	return logOutput(a.l, a.s, depth+1, text)
}
