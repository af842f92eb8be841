package pipes

import (
	"os"

	rt "gocheck.dev/runtime"
)

// The files that functions of package fmt print to and scan from are in variables of package os,
// which programs set.

// Stdout says which variable is read by who prints.
func Stdout() **os.File { return &os.Stdout }

// Stdin says which one is read by who scans.
func Stdin() **os.File { return &os.Stdin }

// Uses is f, a function that reads such a variable when it is called.
func Uses[F any](s rt.Site, variable func() **os.File, f F) F {
	if !rt.Controlled() {
		return f
	}
	var uses any = f
	switch f := any(f).(type) {
	case func(...any) (int, error):
		uses = func(a ...any) (int, error) {
			rt.R(variable(), s)
			return f(a...)
		}
	case func(string, ...any) (int, error):
		uses = func(format string, a ...any) (int, error) {
			rt.R(variable(), s)
			return f(format, a...)
		}
	}
	return uses.(F)
}
