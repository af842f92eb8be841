package access

import (
	"os"
	"reflect"

	rt "gocheck.dev/runtime"
)

// Calls that look at what tasks share behind the standard library: see
// runtime/world.go. Each function returns the argument that says what it is
// about, after it has announced the call.

// LooksAt announces that what is at a path is looked at.
func LooksAt(path string, s rt.Site) string {
	rt.ConsultsPath(path, s, false)
	return path
}

// ChangesPath announces that what is at a path may be changed.
func ChangesPath(path string, s rt.Site) string {
	rt.ConsultsPath(path, s, true)
	return path
}

// LooksUp announces that a variable of the environment is looked at.
func LooksUp(key string, s rt.Site) string {
	rt.ConsultsVar(key, s, false)
	return key
}

// Expands announces that variables of the environment are looked at, of which a
// text names some.
func Expands(text string, s rt.Site) string {
	rt.ConsultsVar("", s, false)
	return text
}

// OSEnviron is os.Environ.
func OSEnviron(s rt.Site) []string {
	rt.ConsultsVar("", s, false)
	return os.Environ()
}

// OSGetwd is os.Getwd.
func OSGetwd(s rt.Site) (string, error) {
	rt.ConsultsDirectory(s, false)
	return os.Getwd()
}

// file announces the use of an *os.File, of what is at its path. To read it
// changes it, as far as others know: it has an offset.
func (u *use) file(v reflect.Value) {
	f, ok := interfaceOf(v).(*os.File)
	if ok && f != nil && f != os.Stdout && f != os.Stderr && f != os.Stdin {
		rt.ConsultsPath(f.Name(), u.site, u.write)
	}
}

// interfaceOf is the value of a pointer, which may come from a field that is not
// exported.
func interfaceOf(v reflect.Value) any {
	if v.Kind() == reflect.Pointer && v.Type().Name() == "" {
		return reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface()
	}
	return nil
}
