package testbin

import (
	"reflect"
	"testing"
	"unsafe"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// TestRenew: a run that gets another piece of work knows nothing of the one before, but for
// what is listed here. What it has reported, for one, it has to report again.
func TestRenew(t *testing.T) {
	kept := map[string]string{
		"d": "the process's", "cfg": "the test's", "test": "the test's", "x": "renewed by itself; names of tasks stay", "begun": "of the process",
		"budgetMS": "set by the piece of work", "overdue": "set by each search", "memory": "renewed by itself",
		"saved": "of the process", "saving": "of the process", "start": "now",
		"judged": "ended by who began it",
	}
	r := newTestRun(&driver{cfg: wire.Config{Settings: wire.Settings{Memory: 1 << 30}}}, rt.Test{Name: "TestX"})
	v := reflect.ValueOf(r).Elem()
	fields := v.NumField()
	at := func(i int) reflect.Value {
		return reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
	}
	for i := range fields {
		if name := v.Type().Field(i).Name; kept[name] == "" {
			if fill(at(i)); at(i).IsZero() {
				t.Errorf("the test cannot set %s", name)
			}
		}
	}
	r.renew()
	for i := range fields {
		if name := v.Type().Field(i).Name; kept[name] == "" && !at(i).IsZero() {
			t.Errorf("%s is as it was", name)
		}
	}
}

// fill makes a variable something else than zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.UnsafePointer:
		v.SetPointer(unsafe.Pointer(new([64]uint64)))
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	}
}
