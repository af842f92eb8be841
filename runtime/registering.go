package runtime

import (
	"bytes"
	"reflect"

	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/layout"
)

// RegisterReset registers a function that sets the state of a package back to
// what it was before its initialisation, and initialises it again. They are
// called inside of each execution, in the order of their registration, which
// is Go's order of initialisation.
//
//go:noinline
func RegisterReset(_ string, f func()) { process.resets = append(process.resets, f) }

// RegisterView says that the program sees variables of the type that from points to as ones of the
// type that to points to, from an offset on. The types are no type arguments: an incomplete one
// can be none.
func RegisterView(from, to any, offset uintptr) {
	layout.View(reflect.TypeOf(from).Elem(), reflect.TypeOf(to).Elem(), offset)
}

// RegisterRestore registers a function that puts variables of other packages
// back, which is done before any package is reset.
//
//go:noinline
func RegisterRestore(f func()) { process.restores = append(process.restores, f) }

// RegisterField registers a field of what x points to, if that is a T, as what save puts
// back: save looks at the field, and returns a function that sets it again.
func RegisterField[T any](x any, save func(*T) func()) {
	if p, ok := x.(*T); ok && p != nil {
		RegisterRestore(save(p))
	}
}

// Resetting says whether the calling task initialises packages again.
//
//go:noinline
func Resetting() bool {
	t := current()
	return t != nil && t.x.resetting
}

// Standard says whether a function of package expvar or net/http/pprof serves
// HTTP requests.
func Standard(handler any) bool { return calls.IsOf(handler, "expvar", "net/http/pprof") }

// Zero sets a package's variable back to its zero value.
func Zero[T any](p *T) {
	var zero T
	*p = zero
}

// Embedded registers a variable that go:embed fills: before an execution it gets its
// value back, and its bytes theirs.
func Embedded[T any](p *T) {
	value := *p
	var was []byte
	now := func() []byte { return nil }
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice {
		was, now = bytes.Clone(v.Bytes()), v.Bytes
	}
	RegisterRestore(func() {
		*p = value
		copy(now(), was)
	})
}
