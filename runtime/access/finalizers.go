package access

import (
	"runtime"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// When the garbage collector finds that nobody has an object any more is not
// the program's alone: what names objects keeps them alive until the execution
// ends. By then it is too late for a finalizer, which would act on the state of
// another execution. That it never runs is what the documentation allows. But a
// program that sets one and then collects garbage wants to see it run.

// finalizers is what the note that an execution has set one is kept under.
var finalizers byte

func setsFinalizer() {
	rt.Kept(unsafe.Pointer(&finalizers), func() any { return true })
}

// SetFinalizer is runtime.SetFinalizer.
func SetFinalizer(_ rt.Site, obj, finalizer any) {
	if _, ok := rt.Number(); !ok {
		runtime.SetFinalizer(obj, finalizer)
		return
	}
	if finalizer != nil {
		setsFinalizer()
	}
}

// AddCleanup is runtime.AddCleanup.
func AddCleanup[T, S any](_ rt.Site, ptr *T, cleanup func(S), arg S) runtime.Cleanup {
	if _, ok := rt.Number(); !ok {
		return runtime.AddCleanup(ptr, cleanup, arg)
	}
	setsFinalizer()
	return runtime.Cleanup{}
}

// GC is runtime.GC.
func GC(s rt.Site) {
	if rt.Kept(unsafe.Pointer(&finalizers), nil) != nil {
		rt.Unsupported(s, "runtime.GC, after a finalizer has been set,")
	}
	runtime.GC()
	rt.Works()
}
