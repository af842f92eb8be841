package runtime

import (
	"reflect"
	"testing"
	"unsafe"
)

// innards are fields of a testing.T.
type innards struct {
	name                            *string
	output                          *[]byte
	cleanups                        *[]func()
	failed, skipped, done, finished *bool
}

func innardsOf(t *testing.T) innards {
	n := innards{}
	for _, f := range testingFields {
		f(&n, t)
	}
	return n
}

// testingFields find the fields. They are not exported; that they are there is
// what TestInnards tests with each release of Go. A field that is missing is
// replaced by one that only this package sees.
var testingFields = []func(*innards, *testing.T){
	field("name", func(n *innards, p *string) { n.name = p }),
	field("output", func(n *innards, p *[]byte) { n.output = p }),
	field("cleanups", func(n *innards, p *[]func()) { n.cleanups = p }),
	field("failed", func(n *innards, p *bool) { n.failed = p }),
	field("skipped", func(n *innards, p *bool) { n.skipped = p }),
	field("done", func(n *innards, p *bool) { n.done = p }),
	field("finished", func(n *innards, p *bool) { n.finished = p }),
	outputWriter(),
}

func field[F any](name string, set func(*innards, *F)) func(*innards, *testing.T) {
	offset, typ := testingField(name)
	return func(n *innards, t *testing.T) {
		if typ == reflect.TypeFor[F]() {
			set(n, (*F)(unsafe.Add(unsafe.Pointer(t), offset)))
			return
		}
		set(n, new(F))
	}
}

// testingField finds a field of testing.T's embedded struct.
func testingField(name string) (offset uintptr, typ reflect.Type) {
	common, ok := reflect.TypeFor[testing.T]().FieldByName("common")
	if !ok {
		return 0, nil
	}
	f, ok := common.Type.FieldByName(name)
	if !ok {
		return 0, nil
	}
	return common.Offset + f.Offset, f.Type
}

// outputWriter gives a T what its own methods write to: a struct whose field c
// points back. Without it they write nowhere.
func outputWriter() func(*innards, *testing.T) {
	offset, typ := testingField("o")
	common, ok := reflect.TypeFor[testing.T]().FieldByName("common")
	if typ == nil || typ.Kind() != reflect.Pointer || typ.Elem().Kind() != reflect.Struct || !ok {
		return func(*innards, *testing.T) {}
	}
	c, ok := typ.Elem().FieldByName("c")
	if !ok || c.Type != reflect.PointerTo(common.Type) {
		return func(*innards, *testing.T) {}
	}
	return func(_ *innards, t *testing.T) {
		w := reflect.New(typ.Elem()).UnsafePointer()
		*(*unsafe.Pointer)(unsafe.Add(w, c.Offset)) = unsafe.Add(unsafe.Pointer(t), common.Offset)
		*(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t), offset)) = w
	}
}
