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
}

// Of finds the fields of t.
func (n *Test) Of(t *testing.T) {
	n.Name = nameOfT.in(t)
	n.Output = outputOfT.in(t)
	n.Cleanups = cleanupsOfT.in(t)
	n.Failed, n.Skipped = failedOfT.in(t), skippedOfT.in(t)
	n.Done, n.Finished = doneOfT.in(t), finishedOfT.in(t)
	writers.give(t)
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

func (f innard[F]) in(t *testing.T) *F {
	if f.missing {
		return new(F)
	}
	return (*F)(unsafe.Add(unsafe.Pointer(t), f.offset))
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
	return &outputWriters{typ: typ.Elem(), offset: offset, common: common.Offset, c: c.Offset, stride: typ.Elem().Size()}
}

// give gives one to t.
func (o *outputWriters) give(t *testing.T) {
	if o.typ == nil {
		return
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
}
