package promoted

import (
	"reflect"
	"sync"
	"testing"
)

type (
	inner  struct{ sync.Mutex }
	hidden struct {
		inner
		sync.Locker
	}
)

// What a method of a local or unnamed struct type is promoted from is found as
// the language says: the shallowest field that has it.
func TestFrom(t *testing.T) {
	type lock interface{ Lock() }
	type try interface{ TryLock() bool }
	mu, other := new(sync.Mutex), new(sync.Mutex)
	byPointer := struct{ *sync.Mutex }{mu}
	deep := &struct {
		_ int
		hidden
	}{hidden: hidden{Locker: other}}
	for _, c := range []struct {
		x    lock
		want any
	}{
		{&byPointer, mu},
		{byPointer, mu},
		{deep, &deep.hidden},                           // whose own methods are declared, as far as one knows
		{&struct{ sync.Locker }{}, nil},                // panics where it is called
		{&struct{ *sync.Mutex }{}, (*sync.Mutex)(nil)}, // so does this one
		{mu, nil},
		{nil, nil},
	} {
		if got, _ := From[lock](c.x); !reflect.DeepEqual(any(got), c.want) || c.want != nil && any(got) != c.want {
			t.Errorf("%T: %v, want %v", c.x, got, c.want)
		}
	}
	if got, _ := From[try](deep); any(got) != any(&deep.hidden) {
		t.Errorf("%T: %T %p, want the field at %p", deep, got, got, &deep.hidden)
	}
	type local struct {
		sync.Mutex
		sync.Locker
	}
	x := &local{Locker: other}
	if got, ok := From[lock](x); ok {
		t.Errorf("a named type that promises nothing has %v", got)
	}
	Note(reflect.TypeFor[local]())
	if got, _ := From[try](x); any(got) != any(&x.Mutex) {
		t.Errorf("%T: %v, want the mutex", x, got)
	}
	type generic[T any] struct {
		sync.Mutex
		of T
	}
	y := &generic[int]{of: 1}
	if got, ok := From[lock](y); ok {
		t.Errorf("a generic type that promises nothing has %v", got)
	}
	NoteGeneric("promoted.generic")
	if got, _ := From[try](y); any(got) != any(&y.Mutex) {
		t.Errorf("%T: %v, want the mutex", y, got)
	}
}
