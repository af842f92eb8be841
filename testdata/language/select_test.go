package language

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Forms of select and of channel operations: what is evaluated when, and goes where.

func TestRecvIntoMap(t *testing.T) {
	m := map[string]int{}
	oks := map[string]bool{}
	c := make(chan int, 1)
	go func() { c <- 7; close(c) }()
	for _, k := range []string{"a", "b"} {
		select {
		case m[k], oks[k] = <-c:
		}
	}
	if m["a"] != 7 || !oks["a"] || oks["b"] || len(m) != 2 {
		t.Error(m, oks)
	}
}

// The index of the left side is evaluated only when the case is chosen, after the receive.
func TestRecvIndexAfter(t *testing.T) {
	var log []string
	idx := func(s string) string { log = append(log, s); return s }
	m := map[string]int{}
	c, d := make(chan int, 1), make(chan int)
	ch := func(s string, c chan int) chan int { log = append(log, s); return c }
	c <- 1
	select {
	case m[idx("m1")] = <-ch("c", c):
	case m[idx("m2")] = <-ch("d", d):
	case ch("e", d) <- func() int { log = append(log, "v"); return 1 }():
	}
	if s := strings.Join(log, " "); s != "c d e v m1" {
		t.Error(s)
	}
}

func TestRecvThroughNilPointer(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	var p *int
	defer func() {
		if recover() == nil || len(c) != 0 {
			t.Error("not received")
		}
	}()
	select {
	case *p = <-c:
	}
}

func TestRecvIntoNilMap(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	var m map[int]int
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	select {
	case m[0] = <-c:
	}
}

func TestRecvIntoSliceElem(t *testing.T) {
	s := make([]int, 2)
	i := 0
	c := make(chan int)
	go func() { c <- 1; c <- 2 }()
	next := func() int { i++; return i - 1 }
	for range 2 {
		select {
		case s[next()] = <-c:
		case <-(chan int)(nil):
		}
	}
	if fmt.Sprint(s) != "[1 2]" {
		t.Error(s)
	}
}

func TestSendAndRecvSame(t *testing.T) {
	c := make(chan int)
	var got atomic.Int32
	f := func() {
		select {
		case c <- 1:
		case v := <-c:
			got.Add(int32(v))
		}
	}
	two(f, f)
	if got.Load() != 1 {
		t.Error(got.Load())
	}
}

func TestSendAndRecvBuffered(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	for i := range 4 {
		select {
		case c <- i:
		case x := <-c:
			n += x
		}
	}
	if n != 0+2 {
		t.Error(n)
	}
}

func TestNilSendEvaluated(t *testing.T) {
	var c chan int
	n := 0
	f := func() int { n++; return n }
	d := make(chan int, 1)
	go func() { d <- 1 }()
	select {
	case c <- f():
	case <-d:
	}
	if n != 1 {
		t.Error(n)
	}
}

func TestSelectSendPanics(t *testing.T) { // closed: even with default panics when selected
	c := make(chan int)
	close(c)
	defer func() {
		if r := fmt.Sprint(recover()); r != "send on closed channel" {
			t.Error(r)
		}
	}()
	select {
	case c <- 1:
	default:
	}
}

func TestSelectOperandPanics(t *testing.T) {
	c := make(chan int, 1)
	var s []int
	func() {
		defer func() { recover() }()
		select {
		case c <- s[3]:
		case <-c:
		}
	}()
	if len(c) != 0 {
		t.Error()
	}
}

func TestSelectInLoopBreaks(t *testing.T) {
	c, quit := make(chan int), make(chan struct{})
	go func() {
		for i := range 3 {
			c <- i
		}
		close(quit)
	}()
	n := 0
loop:
	for {
		select {
		case v := <-c:
			switch v {
			case 1:
				continue loop
			case 2:
				n += 10
				break
			}
			n++
		case <-quit:
			break loop
		}
	}
	if n != 12 {
		t.Error(n)
	}
}

func TestGotoOutOfSelect(t *testing.T) {
	c := make(chan int, 1)
	n := 0
again:
	select {
	case c <- 1:
		n++
		goto again
	case v := <-c:
		n += v
		if n > 5 {
			goto end
		}
		goto again
	}
end:
	if n != 6 {
		t.Error(n)
	}
}

func TestReturnInSelect(t *testing.T) {
	f := func(c chan func() int) (n int, err error) {
		defer func() { n *= 2 }()
		select {
		case g, ok := <-c:
			if !ok {
				return -1, fmt.Errorf("closed")
			}
			return g(), nil
		}
	}
	c := make(chan func() int)
	go func() { c <- func() int { return 4 }; close(c) }()
	a, _ := f(c)
	b, err := f(c)
	if a != 8 || b != -2 || err == nil {
		t.Error(a, b)
	}
}

func TestArrayOfChannelsOther(t *testing.T) {
	var cs [2]chan int
	two(func() { cs[0] = make(chan int) }, func() {
		select {
		case <-cs[1]:
		default:
		}
	})
}

type chans struct {
	in  <-chan int
	out chan<- int
}

func TestDirected(t *testing.T) {
	c := make(chan int)
	x := chans{c, c}
	var wg sync.WaitGroup
	wg.Go(func() { x.out <- 1; close(x.out) })
	n := 0
	for v := range x.in {
		n += v
	}
	wg.Wait()
	if n != 1 {
		t.Error(n)
	}
}

func TestChanOfChan(t *testing.T) {
	cc := make(chan chan chan int)
	go func() { c := make(chan chan int, 1); cc <- c; d := <-c; d <- 3 }()
	d := make(chan int)
	(<-cc) <- d
	if <-d != 3 {
		t.Error()
	}
}

func TestRecvInExpressions(t *testing.T) {
	c := make(chan int, 3)
	go func() { c <- 1; c <- 2; c <- 3 }()
	if x := <-c*100 + <-c*10 + <-c; x != 123 {
		t.Error(x)
	}
}

func TestRecvOkForms(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1; close(c) }()
	var v any
	var ok any
	v, ok = <-c
	if v != 1 || ok != true {
		t.Error(v, ok)
	}
	type B bool
	var b B
	_, b = <-c
	var x, y = <-c
	if bool(b) || x != 0 || y {
		t.Error(b, x, y)
	}
	if v, ok := <-c; ok || v != 0 {
		t.Error()
	}
}

func TestRecvConvertsToInterface(t *testing.T) {
	c := make(chan *strings.Builder, 1)
	go func() { c <- nil }()
	var s fmt.Stringer
	select {
	case s = <-c:
	}
	if s == nil {
		t.Error("nil")
	}
}

func TestSendConverts(t *testing.T) {
	c := make(chan any, 2)
	e := make(chan error, 1)
	two(func() {
		select {
		case c <- 1 << 3:
		case e <- nil:
		}
	}, func() { c <- 'x' })
	if len(c) == 2 {
		if a, b := <-c, <-c; fmt.Sprintf("%T%T", a, b) != "intint32" && fmt.Sprintf("%T%T", a, b) != "int32int" {
			t.Error(a, b)
		}
	}
}

func TestLenCapNil(t *testing.T) {
	var c chan int
	go func() {}()
	if len(c) != 0 || cap(c) != 0 {
		t.Error()
	}
	defer func() {
		if r := fmt.Sprint(recover()); r != "close of nil channel" {
			t.Error(r)
		}
	}()
	close(c)
}

func TestCloseTwiceMessage(t *testing.T) {
	c := make(chan int)
	defer func() {
		r := recover()
		if e, ok := r.(error); !ok || e.Error() != "close of closed channel" {
			t.Error(r)
		}
	}()
	close(c)
	close(c)
}

func TestSelectVarShadow(t *testing.T) {
	c := make(chan int, 1)
	c <- 4
	x := 1
	select {
	case x := <-c:
		x++
		_ = x
	}
	c <- 5
	select {
	case x = <-c:
	}
	if x != 5 {
		t.Error(x)
	}
}

func TestZeroSizedChan(t *testing.T) {
	c := make(chan struct{}, 2)
	x := 0
	two(func() { x = 1; c <- struct{}{} }, func() { <-c; x++ })
	if x != 2 {
		t.Error(x)
	}
}

func TestSemaphoreChan(t *testing.T) {
	c := make(chan struct{}, 1)
	x := 0
	f := func() { c <- struct{}{}; x++; <-c }
	two(f, f)
	if x != 2 {
		t.Error(x)
	}
}

func TestSelectFuncCaseCallsBlock(t *testing.T) { // operands that block themselves
	a, b := make(chan int), make(chan chan int)
	go func() { b <- a; a <- 1 }()
	select {
	case v := <-<-b:
		if v != 1 {
			t.Error(v)
		}
	}
}

func TestSelectSendOfRecv(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	go func() { b <- 8 }()
	select {
	case a <- <-b:
	}
	if <-a != 8 {
		t.Error()
	}
}
