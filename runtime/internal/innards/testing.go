package innards

import (
	"reflect"
	"testing"
	"unsafe"
)

// Test has the fields of a testing.T that substitutes of its methods read and write.
type Test struct {
	Name                            *string
	Output                          *[]byte
	Cleanups                        *[]func()
	Failed, Skipped, Done, Finished *bool
	Partial                         *[]byte // of a line, which was written to Output
	common                          unsafe.Pointer
}

// Of finds the fields of t, which is within another test, or in none. The T's own methods go to
// that one when it is over.
func (n *Test) Of(t *testing.T, around *Test) {
	n.Name = nameOfT.in(t)
	n.Output = outputOfT.in(t)
	n.Cleanups = cleanupsOfT.in(t)
	n.Failed, n.Skipped = failedOfT.in(t), skippedOfT.in(t)
	n.Done, n.Finished = doneOfT.in(t), finishedOfT.in(t)
	n.Partial = writers.give(t)
	n.common = unsafe.Add(unsafe.Pointer(t), writers.common)
	if around != nil && parentOfT.known {
		*(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t), parentOfT.field)) = around.common
	}
}

// The fields are not exported; that they are there is what TestInnards tests with
// each release of Go.
var (
	nameOfT     = fieldOfT[string]("name")
	outputOfT   = fieldOfT[[]byte]("output")
	cleanupsOfT = fieldOfT[[]func()]("cleanups")
	failedOfT   = fieldOfT[bool]("failed")
	skippedOfT  = fieldOfT[bool]("skipped")
	doneOfT     = fieldOfT[bool]("done")
	finishedOfT = fieldOfT[bool]("finished")
	writers     = newOutputWriters()
	parentOfT   = findParent()
)

// innard is a field of testing.T. One that is missing is replaced by a variable that
// only this package sees.
type innard[F any] struct {
	offset  uintptr
	missing bool
}

func fieldOfT[F any](name string) innard[F] {
	offset, typ := testingField(name)
	return innard[F]{offset, typ != reflect.TypeFor[F]()}
}

func (f innard[F]) in(t *testing.T) *F { return f.at(unsafe.Pointer(t)) }

func (f innard[F]) at(p unsafe.Pointer) *F {
	if f.missing {
		return new(F)
	}
	return (*F)(unsafe.Add(p, f.offset))
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

// outputWriters makes what the own methods of a T write to: a struct whose field c
// points back. They are made many at a time, since each execution wants a new one.
type outputWriters struct {
	typ                       reflect.Type // nil: there is none, and the methods write nowhere
	offset, common, c, stride uintptr      // in T: of the field o, of common; in the struct: of c; its size
	partial                   innard[[]byte]
	next                      unsafe.Pointer
	left                      int
}

func newOutputWriters() *outputWriters {
	offset, typ := testingField("o")
	common, ok := reflect.TypeFor[testing.T]().FieldByName("common")
	if typ == nil || typ.Kind() != reflect.Pointer || typ.Elem().Kind() != reflect.Struct || !ok {
		return &outputWriters{}
	}
	c, ok := typ.Elem().FieldByName("c")
	if !ok || c.Type != reflect.PointerTo(common.Type) {
		return &outputWriters{}
	}
	partial, ok := typ.Elem().FieldByName("partial")
	missing := !ok || partial.Type != reflect.TypeFor[[]byte]()
	return &outputWriters{
		typ: typ.Elem(), offset: offset, common: common.Offset, c: c.Offset, stride: typ.Elem().Size(),
		partial: innard[[]byte]{partial.Offset, missing},
	}
}

// give gives one to t, and says where it keeps the beginning of a line.
func (o *outputWriters) give(t *testing.T) *[]byte {
	if o.typ == nil {
		return new([]byte)
	}
	const many = 64
	if o.left == 0 {
		o.next, o.left = reflect.MakeSlice(reflect.SliceOf(o.typ), many, many).UnsafePointer(), many
	}
	w := o.next
	if o.left--; o.left > 0 {
		o.next = unsafe.Add(w, o.stride)
	}
	*(*unsafe.Pointer)(unsafe.Add(w, o.c)) = unsafe.Add(unsafe.Pointer(t), o.common)
	*(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t), o.offset)) = w
	return o.partial.at(w)
}

// parent is where in a testing.T the test is that it is within, in that its field common.
type parent struct {
	known bool
	field uintptr
}

func findParent() parent {
	offset, typ := testingField("parent")
	common, ok := reflect.TypeFor[testing.T]().FieldByName("common")
	return parent{ok && typ == reflect.PointerTo(common.Type) && writers.typ != nil, offset}
}
