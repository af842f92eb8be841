package stdlib

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestReflectSelect(t *testing.T) {
	a, b := make(chan int), make(chan string, 1)
	go func() { a <- 1 }()
	go func() { b <- "x" }()
	seen := 0
	for range 2 {
		i, v, ok := reflect.Select([]reflect.SelectCase{
			{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)},
			{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(b)},
		})
		if !ok || i == 0 && v.Int() != 1 || i == 1 && v.String() != "x" {
			t.Error(i, v, ok)
		}
		seen += i
	}
	if seen != 1 {
		t.Error(seen)
	}
}

func TestReflectSelectSend(t *testing.T) {
	a := make(chan int, 1)
	var none chan int
	done := make(chan bool)
	go func() {
		if v := <-a; v != 7 {
			t.Error(v)
		}
		close(done)
	}()
	i, _, _ := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(none)},
		{Dir: reflect.SelectRecv},
		{Dir: reflect.SelectSend, Chan: reflect.ValueOf(a), Send: reflect.ValueOf(7)},
	})
	if i != 2 {
		t.Error(i)
	}
	i, v, ok := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(done)},
		{Dir: reflect.SelectDefault},
	})
	if i == 0 && ok || i == 1 && v.IsValid() {
		t.Error(i, v, ok)
	}
	<-done
}

func TestReflectSendRecv(t *testing.T) {
	ch := make(chan int)
	v := reflect.ValueOf(ch)
	go func() {
		v.Send(reflect.ValueOf(1))
		ch <- 2
		v.Close()
	}()
	if got := <-ch; got != 1 {
		t.Error(got)
	}
	if got, ok := v.Recv(); !ok || got.Int() != 2 {
		t.Error(got, ok)
	}
	if got, ok := v.Recv(); ok || got.Int() != 0 {
		t.Error(got, ok)
	}
}

func TestReflectTry(t *testing.T) {
	ch := make(chan int, 1)
	v := reflect.ValueOf(ch)
	done := make(chan bool)
	go func() {
		for !v.TrySend(reflect.ValueOf(1)) {
			time.Sleep(1)
		}
		if n := v.Len(); n > 1 || v.Cap() != 1 {
			t.Error(n)
		}
		done <- true
	}()
	x, ok := v.TryRecv()
	for !ok {
		if x.IsValid() {
			t.Error(x)
		}
		time.Sleep(1)
		x, ok = v.TryRecv()
	}
	<-done
}

func TestReflectTimer(t *testing.T) {
	start := time.Now()
	i, _, _ := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))},
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(time.After(time.Hour))},
	})
	if i != 1 || time.Since(start) < time.Hour {
		t.Error(i, time.Since(start))
	}
}

func TestReflectSendClosed(t *testing.T) {
	ch := make(chan int, 1)
	close(ch)
	reflect.ValueOf(ch).Send(reflect.ValueOf(1))
}

func TestReflectDeadlock(t *testing.T) {
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}})
}

type locked struct {
	mu sync.Mutex
	n  int
}

func (l *locked) Inc() { l.mu.Lock(); l.n++; l.mu.Unlock() }

// TestReflectCall: rewritten code is called.
func TestReflectCall(t *testing.T) {
	l := new(locked)
	both(func() { reflect.ValueOf(l).MethodByName("Inc").Call(nil) })
	if l.n != 2 {
		t.Error(l.n)
	}
}

// TestReflectLock: the real operations are called.
func TestReflectLock(t *testing.T) {
	var mu sync.Mutex
	n := 0
	both(func() {
		reflect.ValueOf(&mu).MethodByName("Lock").Call(nil)
		time.Sleep(1)
		n++
		reflect.ValueOf(&mu).MethodByName("Unlock").Call(nil)
	})
}

// TestReflectMethods calls methods of everything in sync and sync/atomic by name.
func TestReflectMethods(t *testing.T) {
	call := func(x any, name string, args ...any) []reflect.Value {
		var values []reflect.Value
		for _, a := range args {
			values = append(values, reflect.ValueOf(a))
		}
		return reflect.ValueOf(x).MethodByName(name).Call(values)
	}
	var (
		wg    sync.WaitGroup
		once  sync.Once
		m     sync.Map
		n     atomic.Int32
		ready atomic.Bool
		v     atomic.Value
		x     int
	)
	call(&wg, "Add", 2)
	for range 2 {
		go func() {
			call(&once, "Do", func() { x++ })
			call(&n, "Add", int32(1))
			call(&wg, "Done")
		}()
	}
	call(&wg, "Wait")
	call(&ready, "Store", true)
	call(&v, "Store", "v")
	call(&m, "Store", "k", 1)
	if x != 1 || n.Load() != 2 || !ready.Load() || v.Load() != "v" || call(&m, "Load", "k")[1].Bool() != true {
		t.Error(x, n.Load(), ready.Load(), v.Load())
	}
}
