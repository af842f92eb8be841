package litmus

import (
	"sync"
	"sync/atomic"
	"testing"
)

// A loop's variable is a new one in each round, since Go 1.22: in a loop of three
// clauses as well.
//
// Outcomes: 0 1 2
func TestLoopVariables(t *testing.T) {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	c := make(chan int, 1)
	var got [3]int
	for i, f := range fs {
		go func() { c <- f() }()
		got[i] = <-c
	}
	see("%d %d %d", got[0], got[1], got[2])
}

// Range over an integer.
//
// Outcomes: 3
func TestRangeInt(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { n.Add(int32(i)) })
	}
	for range 2 {
	}
	wg.Wait()
	see("%d", n.Load())
}

// Range over what is shared: the length is that of the beginning.
//
// Outcomes: 2 4
func TestRangeAppend(t *testing.T) {
	var mu sync.Mutex
	s := []int{1, 2}
	rounds := 0
	for _, v := range s {
		mu.Lock()
		s = append(s, v)
		rounds++
		mu.Unlock()
	}
	see("%d %d", rounds, len(s))
}

// Range over an array copies it, over its pointer does not.
//
// Outcomes: 12 19
func TestRangeArray(t *testing.T) {
	c := make(chan int, 4)
	a := [2]int{1, 2}
	set := func() { a[1] = 9 }
	for _, v := range a {
		set()
		c <- v
	}
	a[1] = 2
	for _, v := range &a {
		set()
		c <- v
	}
	see("%d%d %d%d", <-c, <-c, <-c, <-c)
}

// min, max and clear, of what a channel gives, and of a map that others use.
//
// Outcomes: 1 5 0
func TestBuiltins(t *testing.T) {
	c := make(chan int, 2)
	c <- 5
	c <- 1
	a, b := <-c, <-c
	var mu sync.Mutex
	m := map[int]int{a: b}
	done := make(chan bool)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		clear(m)
		close(done)
	}()
	<-done
	mu.Lock()
	defer mu.Unlock()
	see("%d %d %d", min(a, b, 7), max(a, b, -7), len(m))
}

// Deferred and concurrent calls of builtins.
//
// Outcomes: 0 true
func TestBuiltinCalls(t *testing.T) {
	m := map[string]int{"a": 1}
	c := make(chan bool)
	func() {
		defer close(c)
		defer delete(m, "a")
	}()
	_, open := <-c
	d := make(chan bool)
	go close(d)
	<-d
	e := make(chan any, 1)
	func() {
		defer func() { e <- recover() }()
		defer panic("x")
	}()
	see("%d %t", len(m), !open && <-e == "x")
}

// goto, backwards and forwards.
//
// Outcomes: 3
func TestGoto(t *testing.T) {
	c := make(chan int, 3)
	n := 0
again:
	c <- n
	n++
	if n < 3 {
		goto again
	}
	goto end
end:
	see("%d", len(c))
}

// switch with an init, a fallthrough, a break to a label; a type switch on what
// a channel gives.
//
// Outcomes: two three int
func TestSwitch(t *testing.T) {
	c := make(chan any, 2)
	c <- 2
	c <- "x"
	what := ""
loop:
	for {
		switch v := <-c; v {
		case 1:
			what += "one "
		case 2:
			what += "two "
			fallthrough
		case 3:
			what += "three "
		default:
			break loop
		}
	}
	c <- 7
	switch v := (<-c).(type) {
	case string:
		what += v
	case int:
		if v == 7 {
			what += "int"
		}
	}
	see("%s", what)
}

// if and for with receives in their heads.
//
// Outcomes: 1 3 6
func TestHeads(t *testing.T) {
	c := make(chan int, 3)
	go func() {
		for i := 1; i <= 3; i++ {
			c <- i
		}
		close(c)
	}()
	sum, rounds := 0, 0
	firstValue := 0
	for v, ok := <-c; ok; v, ok = <-c {
		if rounds++; rounds == 1 {
			firstValue = v
		}
		sum += v
	}
	see("%d %d %d", firstValue, rounds, sum)
}

// Order of evaluation: calls, receives and methods from left to right.
//
// Outcomes: abc 321
func TestEvaluation(t *testing.T) {
	c := make(chan int, 3)
	order := ""
	f := func(s string) int {
		order += s
		return len(order)
	}
	c <- 3
	c <- 2
	c <- 1
	x := [3]int{f("a"), f("b"), f("c")}
	_ = x
	n := 100*<-c + 10*<-c + <-c
	see("%s %d", order, n)
}

// A map's value is assigned after the right side is evaluated, which may panic.
//
// Outcomes: false
func TestAssignPanics(t *testing.T) {
	m := map[string]int{}
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		defer mu.Unlock()
		m["a"] = func() int { panic("no") }()
	}()
	_, ok := m["a"]
	see("%t", ok)
}

// Operations within an expression that short-circuits happen only if they are
// reached.
//
// Outcomes: 0 1, 1 1
func TestShortCircuit(t *testing.T) {
	var flag atomic.Bool
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		flag.Store(true)
		close(done)
	}()
	got := flag.Load() && mu.TryLock()
	<-done
	free := mu.TryLock()
	see("%d %d", bit(got), bit(free || got))
}

// Struct literals, composite values and conversions with operations inside.
//
// Outcomes: {1 [2 3] map[4:5]}
func TestComposite(t *testing.T) {
	c := make(chan int, 5)
	go func() {
		for i := range 5 {
			c <- i + 1
		}
	}()
	type all struct {
		a int
		b []int
		c map[int]int
	}
	see("%v", all{<-c, []int{<-c, int(<-c)}, map[int]int{<-c: <-c}})
}

// Closures share a variable, and each other's changes, under a lock.
//
// Outcomes: 0, 1
func TestClosures(t *testing.T) {
	var mu sync.Mutex
	n := 0
	get := func() int {
		mu.Lock()
		defer mu.Unlock()
		return n
	}
	inc := func() {
		mu.Lock()
		defer mu.Unlock()
		n++
	}
	done := make(chan bool)
	go func() {
		inc()
		close(done)
	}()
	v := get()
	<-done
	see("%d", v)
}

// Results with names, changed by deferred calls, when others look.
//
// Outcomes: 3
func TestNamedResults(t *testing.T) {
	f := func() (n int) {
		var wg sync.WaitGroup
		defer func() { n++ }()
		wg.Go(func() { n = 1 })
		wg.Wait()
		return n + 1
	}
	see("%d", f())
}

// Variables of the package are those of one run.
//
// Outcomes: 1
func TestPackageVariable(t *testing.T) {
	var wg sync.WaitGroup
	start := perPackage.Load()
	wg.Go(func() { perPackage.Add(1) })
	wg.Wait()
	see("%d", perPackage.Load()-start)
}

var perPackage atomic.Int64

// init runs before the test, and what it leaves in a channel is there in each
// execution.
//
// Outcomes: 7 0
func TestInit(t *testing.T) {
	v := <-initialised
	n := len(initialised)
	initialised <- v // for the next run
	see("%d %d", v, n)
}

var initialised = make(chan int, 1)

func init() {
	initialised <- 7
}
