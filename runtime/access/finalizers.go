package access

import (
	"runtime"

	rt "gocheck.dev/runtime"
)

// When the garbage collector finds that nobody has an object any more is not
// the program's alone: what names objects keeps them alive until the execution
// ends. By then it is too late for a finalizer, which would act on the state of
// another execution. That it never runs is what the documentation allows. A program
// that collects garbage and then fails may have waited for it: rt.Garbage.

// SetFinalizer is runtime.SetFinalizer.
func SetFinalizer(_ rt.Site, obj, finalizer any) {
	if !rt.Controlled() {
		runtime.SetFinalizer(obj, finalizer)
		return
	}
	if finalizer != nil {
		rt.Garbage()
	}
}

// AddCleanup is runtime.AddCleanup.
func AddCleanup[T, S any](_ rt.Site, ptr *T, cleanup func(S), arg S) runtime.Cleanup {
	if !rt.Controlled() {
		return runtime.AddCleanup(ptr, cleanup, arg)
	}
	rt.Garbage()
	return runtime.Cleanup{}
}

// GC is runtime.GC.
func GC(s rt.Site) {
	runtime.GC()
	rt.Works()
	rt.Collects(s)
}
