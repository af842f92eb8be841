package access

import (
	"reflect"
	"runtime"
	"strings"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/inners"
)

// ReflectValueMethodByName is reflect.Value.MethodByName. The method of a lock
// would be the real operation, behind gocheck's back.
func ReflectValueMethodByName(v reflect.Value, s rt.Site, name string) reflect.Value {
	if f, ok := methodByReflection(v, s, name); ok {
		return f
	}
	return copying(v, s, name, v.MethodByName(name))
}

// ReflectValueMethod is reflect.Value.Method.
func ReflectValueMethod(v reflect.Value, s rt.Site, i int) reflect.Value {
	if rt.Controlled() && v.IsValid() && i >= 0 && i < v.NumMethod() {
		return ReflectValueMethodByName(v, s, v.Type().Method(i).Name)
	}
	return v.Method(i)
}

// copying is a method of v that announces what is read of variables when it is called: the receiver
// is copied out of what a pointer points to.
func copying(v reflect.Value, s rt.Site, name string, method reflect.Value) reflect.Value {
	if !rt.Controlled() || !method.IsValid() || !method.CanInterface() {
		return method
	}
	switch {
	case v.Kind() == reflect.Interface:
		v = v.Elem()
	case v.Kind() != reflect.Pointer && v.CanAddr():
		v = v.Addr()
	}
	w := newCarrier(v.Type(), func(t reflect.Type) bool { _, ok := t.MethodByName(name); return ok })
	if w == nil {
		return method
	}
	return reflect.MakeFunc(method.Type(), func(args []reflect.Value) []reflect.Value {
		w.reads(v, s)
		if method.Type().IsVariadic() {
			return method.CallSlice(args)
		}
		return method.Call(args)
	})
}

// receives announces what f, which is called with a pointer, reads of what that points to, if it is
// the function of a reflect.Method that the compiler has made, since the receiver is a value.
func receives(f reflect.Value, s rt.Site, receiver reflect.Value) {
	if rt.Quiet() || f.Kind() != reflect.Func || f.IsNil() || receiver.Kind() != reflect.Pointer {
		return
	}
	if !inners.Made(f.Pointer()) {
		return
	}
	name := runtime.FuncForPC(f.Pointer()).Name()
	name = name[strings.LastIndexByte(name, '.')+1:]
	if w := newCarrier(receiver.Type(), func(t reflect.Type) bool { _, ok := t.MethodByName(name); return ok }); w != nil {
		w.reads(receiver, s)
	}
}

// methodByReflection is the controlled operation of that name, if v is
// something of package sync or sync/atomic.
func methodByReflection(v reflect.Value, s rt.Site, name string) (reflect.Value, bool) {
	if !rt.Controlled() || !v.IsValid() || !v.CanInterface() {
		return reflect.Value{}, false
	}
	t := v.Type()
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
		t = v.Type()
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if path := t.PkgPath(); path != "sync" && path != "sync/atomic" {
		return reflect.Value{}, false
	}
	if a := rt.Adaptor(v.Interface(), s); a != nil {
		if f := reflect.ValueOf(a).MethodByName(name); f.IsValid() {
			return f, true
		}
	}
	if _, ok := v.Type().MethodByName(name); ok {
		rt.Unsupported(s, "the method "+name+" of a "+t.String()+" by reflection")
	}
	return reflect.Value{}, false
}
