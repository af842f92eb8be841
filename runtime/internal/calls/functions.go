package calls

import (
	"reflect"
	"runtime"
	"slices"
)

// IsOf says whether a value is a function that one of those packages declares.
func IsOf(f any, paths ...string) bool {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func {
		return false
	}
	return slices.Contains(paths, PackageOf(runtime.FuncForPC(v.Pointer()).Name()))
}
