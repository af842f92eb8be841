package faults

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// whole are types of errors, by pointer, of which the method Error reads every field.
var whole = map[string]bool{
	"io/fs.PathError": true, "os.LinkError": true, "os.SyscallError": true, "os/exec.Error": true, "strconv.NumError": true,
	"net/url.Error": true, "net.OpError": true, "net/textproto.Error": true,
}

// isWhole says whether v is a pointer to such an error.
func isWhole(v reflect.Value) bool {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return false
	}
	t := v.Type().Elem()
	return t.Kind() == reflect.Struct && whole[t.PkgPath()+"."+t.Name()]
}

// innerOf is the field, an interface, with the error that v is about, if v is one that isWhole.
func innerOf(v reflect.Value) (field reflect.Value, ok bool) {
	if !isWhole(v) {
		return field, false
	}
	field = v.Elem().FieldByName("Err")
	return field, field.Kind() == reflect.Interface
}

// Reads announces what the method Error of v reads, if v is an error of the standard library.
func Reads(v reflect.Value, s rt.Site) {
	if errs := joined(v); errs != nil && v.Type().String() == "*errors.joinError" {
		for _, err := range rt.SliceR(errs, s) {
			Reads(reflect.ValueOf(err), s)
		}
	}
	for isWhole(v) {
		rt.TouchValue(v.UnsafePointer(), v.Type().Elem(), s, false)
		inner, ok := innerOf(v)
		if !ok {
			return
		}
		v = inner.Elem() // its message is a part of this one's
	}
}

// joined are the errors that v, of errors.Join or fmt.Errorf, is made of: a slice that the method
// Unwrap gives away.
func joined(v reflect.Value) []error {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return nil
	}
	switch v.Type().String() {
	case "*errors.joinError", "*fmt.wrapErrors":
		if errs := v.Elem().FieldByName("errs"); errs.IsValid() && errs.Type() == reflect.TypeFor[[]error]() {
			return *(*[]error)(errs.Addr().UnsafePointer())
		}
	}
	return nil
}

// Searches announces what errors.Is and errors.As read of an error to come to those in it.
func Searches[T any](err T, s rt.Site) T {
	if !rt.Quiet() {
		searches(reflect.ValueOf(any(err)), s)
	}
	return err
}

func searches(v reflect.Value, s rt.Site) {
	for _, err := range rt.SliceR(joined(v), s) {
		searches(reflect.ValueOf(err), s)
	}
	if inner, ok := innerOf(v); ok {
		rt.TouchValue(inner.Addr().UnsafePointer(), inner.Type(), s, false)
		searches(inner.Elem(), s)
	}
}

// Unwraps announces what errors.Unwrap reads of an error to come to the one in it. The
// methods of the program's errors announce what they read.
func Unwraps[T any](err T, s rt.Site) T {
	if inner, ok := innerOf(reflect.ValueOf(any(err))); ok && !rt.Quiet() {
		rt.TouchValue(inner.Addr().UnsafePointer(), inner.Type(), s, false)
	}
	return err
}
