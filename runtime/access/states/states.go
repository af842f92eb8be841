package states

import (
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Alters announces that a setting is set, and that the function with the parameter v returns what
// it was before.
func Alters[T any](v T, s rt.Site, setting string, _ T) T {
	access.ConsultsState(setting, s, true)
	return v
}

// Procs is Alters for runtime.GOMAXPROCS, which only asks if n is not positive.
func Procs(n int, s rt.Site) int {
	access.ConsultsState("GOMAXPROCS", s, n > 0)
	return n
}

// SetsVar announces that a variable of the environment is changed. It is put back.
func SetsVar(key string, s rt.Site) string {
	access.ConsultsVar(key, s, true)
	rt.Environment().KeepVar(key)
	return key
}

// AsksVar is f, a function that looks at a variable of the environment when it is called.
func AsksVar[F any](s rt.Site, key string, f F) F {
	rt.Environment().Logs(key)
	var asks any = f
	switch f := any(f).(type) {
	case func() string:
		asks = func() string { return SeeksIn(f, s, key)() }
	case func() (string, error):
		asks = func() (string, error) { return SeeksIn(f, s, key)() }
	case func() []string:
		asks = func() []string { return SeeksIn(f, s, key)() }
	}
	return asks.(F)
}

// SeeksIn announces that the variable of the environment is looked at by a function with the
// parameter v, or by v.
func SeeksIn[T any](v T, s rt.Site, key string) T {
	access.ConsultsVar(key, s, false)
	return v
}
