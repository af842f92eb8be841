// Package races has kernels of shared memory that nothing synchronises, or
// that is synchronised access by access where that is not enough.
package races

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// Goroutines share the variable of the loop that starts them, as all loops had
// it before Go 1.22.
//
// want: race
func TestCapturedVariableBuggy(t *testing.T) {
	var wg sync.WaitGroup
	var sum atomic.Int32
	var i int32
	for i = 0; i < 2; i++ {
		wg.Go(func() { sum.Add(i) })
	}
	wg.Wait()
}

func TestCapturedVariableFixed(t *testing.T) {
	var wg sync.WaitGroup
	var sum atomic.Int32
	for i := int32(0); i < 2; i++ {
		wg.Go(func() { sum.Add(i) })
	}
	wg.Wait()
	if got := sum.Load(); got != 1 {
		t.Errorf("sum %d", got)
	}
}

// Goroutines assign to one error variable of the function around them.
//
// want: race
func TestCapturedErrorBuggy(t *testing.T) {
	var wg sync.WaitGroup
	var err error
	for range 2 {
		wg.Go(func() {
			if err = fail(); err != nil {
				return
			}
		})
	}
	wg.Wait()
	if err == nil {
		t.Error("no error")
	}
}

func TestCapturedErrorFixed(t *testing.T) {
	var wg sync.WaitGroup
	var errs [2]error
	for i := range errs {
		wg.Go(func() {
			if errs[i] = fail(); errs[i] != nil {
				return
			}
		})
	}
	wg.Wait()
	if errors.Join(errs[:]...) == nil {
		t.Error("no error")
	}
}

func fail() error { return errors.New("failed") }

// A map is written by two goroutines, to different keys.
//
// want: race
func TestMapBuggy(t *testing.T) {
	squares := map[int]int{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { squares[i] = i * i })
	}
	wg.Wait()
}

func TestMapFixed(t *testing.T) {
	squares := map[int]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			squares[i] = i * i
		})
	}
	wg.Wait()
	if len(squares) != 2 {
		t.Error(squares)
	}
}

// Two goroutines append to one slice.
//
// want: race
func TestAppendBuggy(t *testing.T) {
	var squares []int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { squares = append(squares, i*i) })
	}
	wg.Wait()
}

func TestAppendFixed(t *testing.T) {
	squares := make([]int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { squares[i] = i * i })
	}
	wg.Wait()
}

// Two slices made from one by append share its spare room.
//
// want: race
func TestSharedRoomBuggy(t *testing.T) {
	base := make([]int, 1, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { _ = append(base, i) })
	}
	wg.Wait()
}

func TestSharedRoomFixed(t *testing.T) {
	base := make([]int, 1, 2)
	base = base[:len(base):len(base)]
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { _ = append(base, i) })
	}
	wg.Wait()
}

// A plain flag tells another goroutine that something is ready.
//
// want: race
func TestFlagBuggy(t *testing.T) {
	value, ready := 0, false
	go func() {
		value = 1
		ready = true
	}()
	if ready && value != 1 {
		t.Errorf("value %d", value)
	}
}

func TestFlagFixed(t *testing.T) {
	value := 0
	var ready atomic.Bool
	go func() {
		value = 1
		ready.Store(true)
	}()
	if ready.Load() && value != 1 {
		t.Errorf("value %d", value)
	}
}

// The flag is atomic, but is set before what it announces.
//
// want: race
func TestEarlyFlagBuggy(t *testing.T) {
	value := 0
	var ready atomic.Bool
	go func() {
		ready.Store(true)
		value = 1
	}()
	if ready.Load() && value != 1 {
		t.Errorf("value %d", value)
	}
}

func TestEarlyFlagFixed(t *testing.T) { TestFlagFixed(t) }

// What is made once is looked at without the lock under which it is made.
//
// want: race
func TestDoubleCheckBuggy(t *testing.T) {
	var mu sync.Mutex
	var instance *int
	get := func() *int {
		if instance == nil {
			mu.Lock()
			defer mu.Unlock()
			if instance == nil {
				instance = new(int)
			}
		}
		return instance
	}
	go get()
	get()
}

func TestDoubleCheckFixed(t *testing.T) {
	var mu sync.Mutex
	var instance atomic.Pointer[int]
	get := func() *int {
		if instance.Load() == nil {
			mu.Lock()
			defer mu.Unlock()
			if instance.Load() == nil {
				instance.Store(new(int))
			}
		}
		return instance.Load()
	}
	go get()
	get()
}

// A goroutine uses what its creator sets after having started it.
//
// want: race
func TestOrderBuggy(t *testing.T) {
	var greeting string
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = greeting
	}()
	greeting = "hello"
	<-done
}

func TestOrderFixed(t *testing.T) {
	var greeting string
	done := make(chan struct{})
	greeting = "hello"
	go func() {
		defer close(done)
		_ = greeting
	}()
	<-done
}

// A goroutine uses what its creator sets later, and no access is a data race: the
// order alone is the bug.
//
// want: panic
func TestOrderAtomicBuggy(t *testing.T) {
	var greeting atomic.Pointer[string]
	go func() { _ = *greeting.Load() }()
	hello := "hello"
	greeting.Store(&hello)
}

func TestOrderAtomicFixed(t *testing.T) {
	var greeting atomic.Pointer[string]
	hello := "hello"
	greeting.Store(&hello)
	go func() { _ = *greeting.Load() }()
}

// A counter is read and written in two steps, each of them atomic.
//
// want: fatal
func TestLostUpdateBuggy(t *testing.T) {
	var n atomic.Int32
	count(t, &n, func() { n.Store(n.Load() + 1) })
}

func TestLostUpdateFixed(t *testing.T) {
	var n atomic.Int32
	count(t, &n, func() {
		for {
			old := n.Load()
			if n.CompareAndSwap(old, old+1) {
				return
			}
		}
	})
}

func count(t *testing.T, n *atomic.Int32, add func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(add)
	}
	wg.Wait()
	if got := n.Load(); got != 2 {
		t.Errorf("counted %d", got)
	}
}

// The lock is let go between the look at the stock and the sale.
//
// want: fatal
func TestCheckThenActBuggy(t *testing.T) {
	var mu sync.Mutex
	stock := 1
	sell(t, func() bool {
		mu.Lock()
		left := stock
		mu.Unlock()
		if left == 0 {
			return false
		}
		mu.Lock()
		stock--
		mu.Unlock()
		return true
	})
}

func TestCheckThenActFixed(t *testing.T) {
	var mu sync.Mutex
	stock := 1
	sell(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		if stock == 0 {
			return false
		}
		stock--
		return true
	})
}

// sell has two customers who both want the last one.
func sell(t *testing.T, buy func() bool) {
	var sold atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if buy() {
				sold.Add(1)
			}
		})
	}
	wg.Wait()
	if n := sold.Load(); n != 1 {
		t.Errorf("sold %d", n)
	}
}

// Two values that belong together are written one after the other, each of them
// atomically.
//
// want: fatal
func TestTornPairBuggy(t *testing.T) {
	var low, high atomic.Int32
	go func() {
		low.Store(5)
		high.Store(9)
	}()
	if l, h := low.Load(), high.Load(); l > h {
		t.Errorf("from %d to %d", l, h)
	}
}

func TestTornPairFixed(t *testing.T) {
	type limits struct{ low, high int }
	var both atomic.Pointer[limits]
	both.Store(&limits{})
	go func() { both.Store(&limits{5, 9}) }()
	if b := both.Load(); b.low > b.high {
		t.Errorf("from %d to %d", b.low, b.high)
	}
}

// Readers count themselves under a lock for reading.
//
// want: race
func TestWriteUnderReadLockBuggy(t *testing.T) {
	var mu sync.RWMutex
	hits := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			defer mu.RUnlock()
			hits++
		})
	}
	wg.Wait()
}

func TestWriteUnderReadLockFixed(t *testing.T) {
	var mu sync.RWMutex
	hits := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			hits++
		})
	}
	wg.Wait()
}

// A stack without locks takes a node for the one that it has seen, although it
// has been away meanwhile (ABA).
//
// want: fatal
func TestABABuggy(t *testing.T) { popAndReturn(t, 0) }

func TestABAFixed(t *testing.T) { popAndReturn(t, 1) }

// popAndReturn has one task pop a node of a stack of three, and another pop two
// and give the first back. Whoever pops owns a node. The top is a node's number
// and a version, which grows by step.
func popAndReturn(t *testing.T, step int64) {
	const nodes = 4
	var top atomic.Int64
	var next, owned [nodes]atomic.Int64 // 0 is the end
	next[2].Store(1)
	next[3].Store(2)
	top.Store(3)
	pop := func() int64 {
		for {
			old := top.Load()
			node := old % nodes
			if node == 0 {
				return 0
			}
			if top.CompareAndSwap(old, (old/nodes+step)*nodes+next[node].Load()) {
				if owned[node].Add(1) != 1 {
					t.Errorf("node %d is owned by two", node)
				}
				return node
			}
		}
	}
	push := func(node int64) {
		owned[node].Add(-1)
		for {
			old := top.Load()
			next[node].Store(old % nodes)
			if top.CompareAndSwap(old, (old/nodes+step)*nodes+node) {
				return
			}
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		pop()
		pop()
	})
	wg.Go(func() {
		first := pop()
		pop()
		push(first)
	})
	wg.Wait()
}
