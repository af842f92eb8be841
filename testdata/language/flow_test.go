package language

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Statements and panics in all their order, with goroutines beside them.

// two runs f and g at once and waits.
func two(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// range-over-func: defer runs at the end of the outer function, in order.
func deferInRange(log *[]string) (err error) {
	for i := range upTo(3) {
		defer func() { *log = append(*log, fmt.Sprint("d", i)) }()
		*log = append(*log, fmt.Sprint("b", i))
	}
	*log = append(*log, "end")
	return errors.New("x")
}

func TestDeferInRangeFunc(t *testing.T) {
	var mu sync.Mutex
	var log []string
	two(func() { mu.Lock(); defer mu.Unlock(); deferInRange(&log) }, func() { mu.Lock(); defer mu.Unlock(); deferInRange(&log) })
	if s := strings.Join(log, " "); s != "b0 b1 b2 end d2 d1 d0 b0 b1 b2 end d2 d1 d0" {
		t.Error(s)
	}
}

// deferred recover inside a range-over-func body recovers outer function's panic and sets a result.
func recoverInRange(c chan int) (n int, err error) {
	for i := range upTo(5) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("got %v at %d", r, i)
			}
		}()
		if i == 2 {
			c <- i
			panic(i)
		}
		n = i
	}
	return
}

func TestRecoverInRangeFunc(t *testing.T) {
	c := make(chan int, 1)
	n, err := recoverInRange(c)
	if n != 1 || err == nil || err.Error() != "got 2 at 2" || <-c != 2 {
		t.Error(n, err)
	}
}

func TestGotoOutOfRangeFunc(t *testing.T) {
	var mu sync.Mutex
	x := 0
	run := func() {
		mu.Lock()
		defer mu.Unlock()
		n := 0
	again:
		for i := range upTo(10) {
			for j := range upTo(10) {
				if j == 3 && n < 4 {
					n++
					x += i + j
					goto again
				}
				if j == 5 {
					goto done
				}
			}
		}
	done:
		x += 100
	}
	two(run, run)
	if x != 2*(4*3+100) {
		t.Error(x)
	}
}

func labels(c <-chan int, out chan<- string) {
outer:
	for i := range upTo(4) {
	sel:
		for {
			switch {
			case i == 1:
				continue outer
			case i == 3:
				break outer
			}
			select {
			case v, ok := <-c:
				if !ok {
					break sel
				}
				if v == 2 {
					continue sel
				}
				out <- fmt.Sprint(i, v)
			}
		}
		out <- fmt.Sprint("after", i)
	}
	close(out)
}

func TestLabels(t *testing.T) {
	c, out := make(chan int), make(chan string)
	go labels(c, out)
	go func() {
		defer close(c)
		for i := range 4 {
			c <- i
		}
	}()
	var got []string
	for s := range out {
		got = append(got, s)
	}
	if s := strings.Join(got, ","); s != "0 0,0 1,0 3,after0,after2" {
		t.Error(s)
	}
}

// The loop body's yield called after the loop has ended panics.
func TestYieldKept(t *testing.T) {
	var kept func(int) bool
	for range func(yield func(int) bool) { kept = yield; yield(1) } {
		break
	}
	defer func() {
		if e, ok := recover().(runtime.Error); !ok || !strings.Contains(e.Error(), "range function continued iteration") {
			t.Error(e)
		}
	}()
	kept(2)
	t.Error("returned")
}

// iterator that ignores false.
func TestYieldIgnored(t *testing.T) {
	defer func() {
		if e, ok := recover().(runtime.Error); !ok || !strings.Contains(e.Error(), "continued iteration after function") {
			t.Error(e)
		}
	}()
	for x := range func(yield func(int) bool) { yield(1); yield(2) } {
		if x == 1 {
			break
		}
	}
	t.Error("returned")
}

// iterator recovers the body's panic.
func TestYieldRecovered(t *testing.T) {
	defer func() {
		e, _ := recover().(runtime.Error)
		if e == nil || !strings.Contains(e.Error(), "range function recovered a loop body panic") {
			t.Error(e)
		}
	}()
	for range func(yield func() bool) {
		defer func() { recover() }()
		yield()
	} {
		panic("body")
	}
	t.Error("returned")
}

func TestIterPullPanics(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		yield(1)
		panic("in seq")
	})
	defer stop()
	next()
	defer func() {
		if r := recover(); r != "in seq" {
			t.Error(r)
		}
		if _, ok := next(); ok {
			t.Error("still going")
		}
	}()
	next()
}

func TestIterPullStopRunsDefer(t *testing.T) {
	c := make(chan int, 1)
	next, stop := iter.Pull(func(yield func(int) bool) {
		defer func() { c <- 1 }()
		for yield(1) {
		}
	})
	next()
	go stop()
	if <-c != 1 {
		t.Error()
	}
}

type seqErr struct{ n int }

func (s *seqErr) all(yield func(int, error) bool) {
	for i := range s.n {
		if i == 3 {
			yield(0, errors.New("three"))
			return
		}
		if !yield(i, nil) {
			return
		}
	}
}

func firstErr(s *seqErr) (sum int, err error) {
	for v, err := range s.all {
		if err != nil {
			return sum, err
		}
		sum += v
	}
	return -1, nil
}

func TestReturnFromRangeMethod(t *testing.T) {
	s := &seqErr{5}
	if sum, err := firstErr(s); sum != 3 || err == nil {
		t.Error(sum, err)
	}
}

// goroutine captures in three forms of loops.
func TestLoopCaptures(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	add := func(n int) { mu.Lock(); sum += n; mu.Unlock() }
	for i := 0; i < 2; i++ {
		wg.Go(func() { add(i) })
	}
	for i, s := range []string{"x"} {
		wg.Go(func() { add(i + len(s)) })
	}
	var k int
	for k = range 2 {
	}
	wg.Go(func() { add(k) })
	wg.Wait()
	if sum != 0+1+1+1 {
		t.Error(sum)
	}
}

func TestLoopVariablePerIteration(t *testing.T) { // no race
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Go(func() { _ = i })
	}
	wg.Wait()
}

func TestDeferOrderWithPanics(t *testing.T) {
	var log []string
	func() {
		defer func() { log = append(log, fmt.Sprint(recover())) }()
		defer func() {
			defer func() { log = append(log, fmt.Sprint(recover())) }()
			panic("second")
		}()
		panic("first")
	}()
	if s := strings.Join(log, ","); s != "second,first" {
		t.Error(s)
	}
}

func TestRepanic(t *testing.T) {
	var got any
	func() {
		defer func() { got = recover() }()
		defer func() {
			r := recover()
			panic(fmt.Sprint("re", r))
		}()
		panic("x")
	}()
	if got != "rex" {
		t.Error(got)
	}
}

func TestPanicNilError(t *testing.T) {
	defer func() {
		r := recover()
		if _, ok := r.(*runtime.PanicNilError); !ok {
			t.Errorf("%T", r)
		}
	}()
	panic(nil)
}

func TestGoexitInDefer(t *testing.T) {
	c := make(chan string, 3)
	go func() {
		defer close(c)
		defer func() { c <- fmt.Sprint(recover()) }()
		defer func() {
			runtime.Goexit()
		}()
		panic("lost")
	}()
	var got []string
	for s := range c {
		got = append(got, s)
	}
	if s := strings.Join(got, ","); s != "<nil>" {
		t.Error(s)
	}
}

func TestGoexitThenPanicRecovered(t *testing.T) {
	c := make(chan string, 3)
	go func() {
		defer func() { c <- "last" }()
		func() {
			defer func() { c <- fmt.Sprint(recover()) }()
			defer func() { panic("in defer") }()
			runtime.Goexit()
		}()
		c <- "not here"
	}()
	if a, b := <-c, <-c; a != "in defer" || b != "last" {
		t.Error(a, b)
	}
}

type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprint("code ", e.code) }

type panicky struct{}

func (panicky) Error() string { panic("in Error") }

func TestNamedResultChangedByDefer(t *testing.T) {
	f := func() (n int, err error) {
		defer func() {
			n++
			if err != nil {
				err = fmt.Errorf("w: %w", err)
			}
		}()
		n = 10
		return n * 2, errors.New("e")
	}
	if n, err := f(); n != 21 || err.Error() != "w: e" {
		t.Error(n, err)
	}
}

func TestGotoBackOverClosure(t *testing.T) {
	var fs []func() int
	i := 0
loop:
	{
		j := i
		fs = append(fs, func() int { j++; return j })
		i++
		if i < 3 {
			goto loop
		}
	}
	c := make(chan int, 6)
	for _, f := range fs {
		go func() { c <- f() }()
	}
	sum := 0
	for range fs {
		sum += <-c
	}
	if sum != 1+2+3 {
		t.Error(sum)
	}
}

func TestSwitchFallthrough(t *testing.T) {
	c := make(chan int, 4)
	f := func(n int) (s string) {
		switch c <- n; n {
		case 0:
			s += "0"
			fallthrough
		case 1:
			s += "1"
			fallthrough
		default:
			s += "d"
		case 2:
			s += "2"
			break
		}
		return s
	}
	if s := f(0) + f(1) + f(2) + f(3); s != "01d1d2d" || len(c) != 4 {
		t.Error(s)
	}
}

func TestSwitchNoTagOrder(t *testing.T) {
	var order []int
	ask := func(i int, b bool) bool { order = append(order, i); return b }
	switch {
	case ask(1, false), ask(2, false):
	case ask(3, true), ask(4, true):
	default:
	case ask(5, true):
	}
	if fmt.Sprint(order) != "[1 2 3]" {
		t.Error(order)
	}
}

func TestRangeArrayCopy(t *testing.T) {
	a := [3]int{1, 2, 3}
	c := make(chan int)
	go func() { defer close(c); c <- 1 }()
	sum := 0
	for i, v := range a {
		if i == 0 {
			a[2] = 100
			<-c
		}
		sum += v
	}
	for i, v := range &a {
		if i == 0 {
			a[1] = 10
		}
		sum += v
	}
	if sum != 6+111 {
		t.Error(sum)
	}
}

func TestRangeStringInvalid(t *testing.T) {
	var got []string
	for i, r := range "a\xffé\xed\xa0\x80z" {
		got = append(got, fmt.Sprintf("%d:%x", i, r))
	}
	if s := strings.Join(got, " "); s != "0:61 1:fffd 2:e9 4:fffd 5:fffd 6:fffd 7:7a" {
		t.Error(s)
	}
	b := []byte("\xc3(")
	if r := []rune(string(b)); len(r) != 2 || r[0] != 0xfffd {
		t.Error(r)
	}
}

func TestDivisionOrder(t *testing.T) {
	var log []string
	num := func() int { log = append(log, "n"); return 1 }
	den := func() int { log = append(log, "d"); return 0 }
	func() {
		defer func() { log = append(log, fmt.Sprint(recover())) }()
		m := map[string]int{}
		m["x"] = num() / den()
	}()
	func() {
		defer func() { log = append(log, fmt.Sprint(recover())) }()
		var m map[string]int
		m["x"] = num()
	}()
	func() {
		defer func() { log = append(log, fmt.Sprint(recover())) }()
		var p *[3]int
		p[den()] = num()
	}()
	func() {
		defer func() { log = append(log, fmt.Sprint(recover())) }()
		s := []int{1}
		s[num()], s[den()] = num(), num()
	}()
	if s := strings.Join(log, ","); s != "n,d,runtime error: integer divide by zero,n,assignment to entry in nil map,d,n,runtime error: invalid memory address or nil pointer dereference,n,d,n,n,runtime error: index out of range [1] with length 1" {
		t.Error(s)
	}
}

func TestMinDivisionOverflow(t *testing.T) {
	x, y := int8(-128), int8(-1)
	var mu sync.Mutex
	two(func() { mu.Lock(); defer mu.Unlock(); x /= y }, func() { mu.Lock(); defer mu.Unlock(); x /= y })
	if x != -128 || x%y != 0 {
		t.Error(x)
	}
}

func TestShiftNegative(t *testing.T) {
	s := -1
	defer func() {
		if r := fmt.Sprint(recover()); r != "runtime error: negative shift amount" {
			t.Error(r)
		}
	}()
	go func() {}()
	_ = 1 << s
}

func TestDeferNil(t *testing.T) {
	var log []string
	func() {
		defer func() { log = append(log, fmt.Sprint(recover() != nil)) }()
		var f func()
		defer f()
		log = append(log, "body")
	}()
	if s := strings.Join(log, ","); s != "body,true" {
		t.Error(s)
	}
}

func TestGoMethodOfNilInterface(t *testing.T) {
	var e error
	step := 0
	defer func() {
		if recover() == nil || step != 1 {
			t.Error("no panic", step)
		}
	}()
	step = 1
	go e.Error()
	step = 2
}
