package runtime

import (
	"log"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
)

// Adaptors have the methods of what they stand for, those that have entry
// points: all of them, but for those that are named here.
func TestAdaptors(t *testing.T) {
	rw := new(sync.RWMutex)
	others := map[string]bool{"Handler.Name": true, "Handler.Delivery": true}
	for _, settings := range []string{"Flags", "Prefix", "SetFlags", "SetOutput", "SetPrefix", "Writer"} {
		others["Logger."+settings] = true
	}
	for _, x := range []any{
		new(sync.Mutex), rw, rw.RLocker(), new(sync.WaitGroup), new(sync.Once), new(sync.Cond), new(atomic.Bool), new(atomic.Int32), new(atomic.Int64),
		new(atomic.Uint32), new(atomic.Uint64), new(atomic.Uintptr), new(atomic.Value), new(time.Timer), new(time.Ticker), new(gocheck.Handler), log.Default(),
	} {
		a := adaptor(x, 0)
		if a == nil {
			t.Errorf("there is no adaptor for %T", x)
			continue
		}
		sameMethods(t, x, a, others)
	}
	sameMethods(t, new(atomic.Pointer[int]), atomicPointerMethods[int]{}, others)
	if a := adaptor(t, 0); a != nil {
		t.Errorf("there is an adaptor for %T: %T", t, a)
	}
}

func sameMethods(t *testing.T, x, a any, others map[string]bool) {
	t.Helper()
	xt, at := reflect.TypeOf(x), reflect.TypeOf(a)
	shared := 0
	for i := range xt.NumMethod() {
		m := xt.Method(i)
		n, ok := at.MethodByName(m.Name)
		if !ok {
			if !others[xt.Elem().Name()+"."+m.Name] {
				t.Errorf("the adaptor for %T has no %s", x, m.Name)
			}
			continue
		}
		shared++
		if got, want := reflect.ValueOf(a).Method(n.Index).Type(), reflect.ValueOf(x).Method(i).Type(); got != want {
			t.Errorf("%T.%s is %v in the adaptor, want %v", x, m.Name, got, want)
		}
	}
	if shared != at.NumMethod() {
		t.Errorf("the adaptor for %T has %d methods, %d of them its own", x, at.NumMethod(), at.NumMethod()-shared)
	}
}

type (
	inner  struct{ sync.Mutex }
	hidden struct {
		inner
		sync.Locker
	}
)

// What a method of a local or unnamed struct type is promoted from is found as
// the language says: the shallowest field that has it.
func TestPromotedFrom(t *testing.T) {
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
		if got, _ := promotedFrom[lock](c.x); !reflect.DeepEqual(any(got), c.want) || c.want != nil && any(got) != c.want {
			t.Errorf("%T: %v, want %v", c.x, got, c.want)
		}
	}
	if got, _ := promotedFrom[try](deep); any(got) != any(&deep.hidden) {
		t.Errorf("%T: %T %p, want the field at %p", deep, got, got, &deep.hidden)
	}
	type local struct {
		sync.Mutex
		sync.Locker
	}
	x := &local{Locker: other}
	if got, ok := promotedFrom[lock](x); ok {
		t.Errorf("a named type that promises nothing has %v", got)
	}
	Promotes[local]()
	if got, _ := promotedFrom[try](x); any(got) != any(&x.Mutex) {
		t.Errorf("%T: %v, want the mutex", x, got)
	}
	type generic[T any] struct {
		sync.Mutex
		of T
	}
	y := &generic[int]{of: 1}
	if got, ok := promotedFrom[lock](y); ok {
		t.Errorf("a generic type that promises nothing has %v", got)
	}
	PromotesGeneric("runtime.generic")
	if got, _ := promotedFrom[try](y); any(got) != any(&y.Mutex) {
		t.Errorf("%T: %v, want the mutex", y, got)
	}
}
