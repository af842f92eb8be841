package decoding

import (
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Binary announces what binary.Read or binary.Decode has written: everything, or nothing if there
// was an error, or not enough; done is the first result, which it returns. With -races=explore it
// is written now, variable by variable.
func Binary[R any](v any, done R, s rt.Site) R {
	x := reflect.ValueOf(v)
	from, aside := written(x)
	n, counted := any(done).(int)
	if rt.Quiet() || counted && n == 0 || !counted && any(done) != nil {
		return done
	}
	switch {
	case aside && x.Kind() == reflect.Pointer:
		store(x.Elem(), from.Elem(), s)
	case aside:
		store(x, from, s)
	case x.Kind() == reflect.Pointer && !x.IsNil():
		announce(x.Elem(), s, true)
		if x.Elem().Kind() == reflect.Slice {
			announceElements(x.Elem(), 0, x.Elem().Len(), s, true)
		}
	case x.Kind() == reflect.Slice:
		announceElements(x, 0, x.Len(), s, true)
	}
	return done
}

// Aside is what these functions get in place of v with -races=explore.
func Aside(v any) any {
	x := reflect.ValueOf(v)
	if !rt.Stepwise() || x.Kind() != reflect.Pointer && x.Kind() != reflect.Slice || x.IsNil() {
		return v
	}
	to := x
	if x.Kind() == reflect.Pointer {
		to = reflect.New(x.Type().Elem())
		to.Elem().Set(x.Elem())
		x = x.Elem()
	}
	if x.Kind() == reflect.Slice {
		elements := reflect.MakeSlice(x.Type(), x.Len(), x.Len())
		reflect.Copy(elements, x)
		if to.Kind() == reflect.Pointer {
			to.Elem().Set(elements)
		} else {
			to = elements
		}
	}
	k, under := asideOf(reflect.ValueOf(v)), asides()
	under[k] = append(under[k], to)
	return to.Interface()
}

// asides are those of calls that are under way, by the task and by where they are to be stored.
func asides() map[aside][]reflect.Value {
	return rt.Kept(unsafe.Pointer(&asidesKey), func() any { return map[aside][]reflect.Value{} }).(map[aside][]reflect.Value)
}

var asidesKey byte

type aside struct {
	task uint64
	at   unsafe.Pointer
}

func asideOf(x reflect.Value) aside {
	task, _ := rt.Number()
	return aside{task, x.UnsafePointer()}
}

// written ends a call: what it was given in place of x.
func written(x reflect.Value) (from reflect.Value, ok bool) {
	if !rt.Stepwise() || x.Kind() != reflect.Pointer && x.Kind() != reflect.Slice || x.IsNil() {
		return from, false
	}
	k, under := asideOf(x), asides()
	last := len(under[k]) - 1
	if last < 0 {
		return from, false
	}
	from = under[k][last]
	if under[k] = under[k][:last]; last == 0 {
		delete(under, k)
	}
	return from, true
}

// store writes what has a fixed size, each variable in a step of its own.
func store(to, from reflect.Value, s rt.Site) {
	switch to.Kind() {
	case reflect.Struct:
		for i := range to.NumField() {
			if to.Type().Field(i).Name != "_" {
				store(to.Field(i), from.Field(i), s)
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range to.Len() {
			store(to.Index(i), from.Index(i), s)
		}
	default:
		rt.TouchValue(to.Addr().UnsafePointer(), to.Type(), s, true)
		to.Set(from)
	}
}
