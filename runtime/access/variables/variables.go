package variables

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// set are the variables that the program sets, by name, with what announces that one is read.
var set map[string]func(rt.Site)

// Register says that the program sets a variable, or takes its address.
func Register[T any](name string, v *T) {
	if set == nil {
		set = make(map[string]func(rt.Site))
	}
	set[name] = func(s rt.Site) { rt.R(v, s) }
}

// Reads is f, a function that reads a variable when it is called, whatever it is given.
func Reads[F any](s rt.Site, name string, f F) F {
	if set[name] == nil || !rt.Controlled() {
		return f
	}
	return reading(s, set[name], f).(F)
}

// reading is f, a function of any type, after what announces.
func reading(s rt.Site, announce func(rt.Site), f any) any {
	v := reflect.ValueOf(f)
	call := v.Call
	if v.Type().IsVariadic() {
		call = v.CallSlice
	}
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		announce(s)
		return call(args)
	}).Interface()
}
