package access

import (
	"log"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
	rt "gocheck.dev/runtime"
	words "gocheck.dev/runtime/atomics"
)

// Adaptors have the methods of what they stand for, those that have entry
// points: all of them, but for those that are named here.
func TestAdaptors(t *testing.T) {
	rw := new(sync.RWMutex)
	others := map[string]bool{"Handler.Name": true, "Handler.Delivery": true}
	for _, x := range []any{
		new(sync.Mutex), rw, rw.RLocker(), new(sync.WaitGroup), new(sync.Once), new(sync.Cond), new(sync.Map), new(sync.Pool), new(atomic.Bool), new(atomic.Int32), new(atomic.Int64),
		new(atomic.Uint32), new(atomic.Uint64), new(atomic.Uintptr), new(atomic.Value), new(time.Timer), new(time.Ticker), new(gocheck.Handler), log.Default(),
	} {
		a := rt.Adaptor(x, 0)
		if a == nil {
			t.Errorf("there is no adaptor for %T", x)
			continue
		}
		sameMethods(t, x, a, others)
	}
	sameMethods(t, new(atomic.Pointer[int]), words.AtomicPointerMethods(new(atomic.Pointer[int]), 0), others)
	if a := rt.Adaptor(t, 0); a != nil {
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
