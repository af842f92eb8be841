package litmus

import (
	ctx "context"
	. "sync"
	at "sync/atomic"
	"testing"
	. "time"
)

// Dot imports and names of our own for packages.
//
// Outcomes: 2 canceled true
//
// Native: slow
func TestImportNames(t *testing.T) {
	var mu Mutex
	var wg WaitGroup
	var n at.Int32
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n.Add(1)
		})
	}
	wg.Wait()
	c, cancel := ctx.WithCancel(ctx.Background())
	cancel()
	start := Now()
	Sleep(10 * Millisecond)
	see("%d %s %t", n.Load(), short(c.Err()), Since(start) >= 10*Millisecond)
}

// Predeclared names that mean something else.
//
// Outcomes: 3 ab
func TestShadowedBuiltins(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	c <- 2
	len := func(c chan int) int { return 1 }
	close := func(chan int) string { return "a" }
	type any = int
	var string any = len(c)
	panic := func(s string2) string2 { return s }
	n := string + <-c + <-c - 1
	see("%d %s%s", n, close(c), panic("b"))
}

type string2 = string

// Names of packages that are variables, fields and parameters.
//
// Outcomes: 2 1 1
func TestShadowedPackages(t *testing.T) {
	type access struct{ sync, atomic, time int }
	x := access{sync: 1}
	atomic := Mutex{}
	time := func(sync *Mutex) int {
		sync.Lock()
		defer sync.Unlock()
		return x.sync
	}
	context, testing := make(chan int, 1), 1
	go func() { context <- time(&atomic) }()
	runtime := <-context
	see("%d %d %d", runtime+testing, x.sync, testing)
}

// Methods that are called like a lock's, of types that are none.
type Mutex2 struct{ locked int }

func (m *Mutex2) Lock()   { m.locked++ }
func (m *Mutex2) Unlock() { m.locked-- }

// They are what they are.
//
// Outcomes: 1 0
func TestOwnLock(t *testing.T) {
	var m Mutex2
	m.Lock()
	a := m.locked
	var l Locker = &m
	l.Unlock()
	see("%d %d", a, m.locked)
}

// Blank names, unused results, parameters without names.
//
// Outcomes: done
func TestBlank(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	c <- 2
	_ = <-c
	_, _ = <-c
	var _ = func(int, *Mutex) {}
	func(_ int, _ chan int) {}(1, c)
	_ = make(chan int)
	see("done")
}

// A function's own type named as a package's import, and labels named as
// variables.
//
// Outcomes: 1
func TestLabelNames(t *testing.T) {
	c := make(chan int, 1)
c:
	for {
		select {
		case c <- 1:
			break c
		}
	}
	see("%d", <-c)
}
