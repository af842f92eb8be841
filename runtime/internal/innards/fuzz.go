package innards

import (
	"reflect"
	"testing"
	"unsafe"
)

// A fuzz target has a testing.F. What it shares with a testing.T is the first field of both, so
// the memory of an F is seen as a T: whatever knows a test by its T knows the target, and what
// plain code calls on the F is done to the T. (Methods of a T use no other field of it.)

// Targets says that the memory of an F can be seen as a T.
var Targets = func() bool {
	t, ok := reflect.TypeFor[testing.T]().FieldByName("common")
	f, ok2 := reflect.TypeFor[testing.F]().FieldByName("common")
	return ok && ok2 && t.Type == f.Type && t.Offset == 0 && f.Offset == 0 &&
		reflect.TypeFor[testing.F]().Size() >= reflect.TypeFor[testing.T]().Size() &&
		!inFuzz.missing && !called.missing && !corpus.missing
}()

// Entry is what package testing keeps of a seed.
type Entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var (
	inFuzz = fieldOfF[bool]("inFuzzFn")
	called = fieldOfF[bool]("fuzzCalled")
	corpus = fieldOfF[[]Entry]("corpus")

	inFuzzOfT = fieldOfT[bool]("inFuzzFn") // by which methods that are T's as well are told
)

func fieldOfF[V any](name string) innard[V] {
	f, ok := reflect.TypeFor[testing.F]().FieldByName(name)
	return innard[V]{f.Offset, !ok || f.Type != reflect.TypeFor[V]()}
}

// NewTarget makes an F, and returns the T in it.
func NewTarget() *testing.T { return TestOf(new(testing.F)) }

// TestOf is the T in an F.
func TestOf(f *testing.F) *testing.T { return (*testing.T)(unsafe.Pointer(f)) }

// TargetOf is the F that a T of NewTarget is in.
func TargetOf(t *testing.T) *testing.F { return (*testing.F)(unsafe.Pointer(t)) }

// InFuzz says whether the function that was given to Fuzz runs.
func InFuzz(f *testing.F) bool { return *inFuzz.at(unsafe.Pointer(f)) }

// SetInFuzz says that it runs, or does so no longer.
func SetInFuzz(f *testing.F, runs bool) {
	*inFuzz.at(unsafe.Pointer(f)), *inFuzzOfT.in(TestOf(f)) = runs, runs
}

// FuzzCalled says that Fuzz was called.
func FuzzCalled(f *testing.F) *bool { return called.at(unsafe.Pointer(f)) }

// Seeds are those that Add has added.
func Seeds(f *testing.F) []Entry { return *corpus.at(unsafe.Pointer(f)) }
