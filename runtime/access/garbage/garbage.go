package garbage

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"unsafe"
	"weak"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/statics"
	"gocheck.dev/runtime/internal/wards"
)

// Static says what a package variable begins with that natively is no object of the heap.
func Static(variable string, all ...any) { statics.Lay(variable, all...) }

// GC is runtime.GC.
func GC(s rt.Site) { rt.Collect(s, runtime.GC) }

// DebugFreeOSMemory is debug.FreeOSMemory, which collects garbage, too.
func DebugFreeOSMemory(s rt.Site) { rt.Collect(s, debug.FreeOSMemory) }

// SetFinalizer is runtime.SetFinalizer.
func SetFinalizer(s rt.Site, obj, finalizer any) {
	if !rt.Ward(s, func(d *wards.Wards, w wards.Ward) { d.Finalize(w, obj, finalizer) }) {
		runtime.SetFinalizer(obj, finalizer)
	}
}

// AddCleanup is runtime.AddCleanup.
func AddCleanup[T, S any](s rt.Site, ptr *T, cleanup func(S), arg S) runtime.Cleanup {
	if !rt.Controlled() {
		return runtime.AddCleanup(ptr, cleanup, arg)
	}
	name := runtime.AddCleanup(ptr, func(S) {}, arg) // which says what is wrong with it
	rt.Ward(s, func(d *wards.Wards, w wards.Ward) {
		w.Runs = func(any) { cleanup(arg) }
		d.Cleanup(w, unsafe.Pointer(ptr), reflect.TypeFor[T](), name)
	})
	return name
}

// CleanupStop is the method Stop of runtime.Cleanup.
func CleanupStop(c runtime.Cleanup, s rt.Site) {
	rt.Ward(s, func(d *wards.Wards, _ wards.Ward) { d.Stop(c) })
	c.Stop()
}

// WeakMake is weak.Make.
func WeakMake[T any](s rt.Site, ptr *T) weak.Pointer[T] {
	p := weak.Make(ptr)
	if ptr != nil {
		rt.Ward(s, func(d *wards.Wards, w wards.Ward) { d.Weak(w, unsafe.Pointer(ptr), reflect.TypeFor[T]()) })
	}
	return p
}
