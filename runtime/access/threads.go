package access

import (
	"reflect"
	"runtime"

	rt "gocheck.dev/runtime"
)

// LockOSThread is runtime.LockOSThread. A task is locked in name only.
func LockOSThread() {
	if !rt.HoldThread(1) {
		runtime.LockOSThread()
	}
}

// UnlockOSThread is runtime.UnlockOSThread.
func UnlockOSThread() {
	if !rt.HoldThread(-1) {
		runtime.UnlockOSThread()
	}
}

// Bound returns f, which is about to be called, after asking whether the calling task
// may depend on its thread.
func Bound[F any](s rt.Site, what string, f F) F {
	rt.Bound(s, what)
	return f
}

// BoundLater is Bound for a function that is called some time later.
func BoundLater[F any](s rt.Site, what string, f F) F {
	v := reflect.ValueOf(f)
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		rt.Bound(s, what)
		if v.Type().IsVariadic() {
			return v.CallSlice(args)
		}
		return v.Call(args)
	}).Interface().(F)
}
