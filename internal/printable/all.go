package printable

import "reflect"

// All makes every string that v points to printable, in keys of maps, too. What is
// shared with others through pointers and slices is changed for them as well.
func All(v any) { all(reflect.ValueOf(v)) }

func all(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			all(v.Elem())
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(Text(v.String()))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			all(v.Field(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			all(value)
			v.SetMapIndex(key, reflect.Value{})
			to := reflect.New(v.Type().Key()).Elem()
			to.Set(key)
			all(to)
			v.SetMapIndex(to, value)
		}
	}
}
