package litmus

import (
	"runtime"
	"sync"
	"testing"
)

// Wait sees what was done before the Dones.
//
// Outcomes: 11
func TestWaitGroup(t *testing.T) {
	var wg sync.WaitGroup
	var a, b int
	wg.Add(2)
	go func() {
		a = 1
		wg.Done()
	}()
	go func() {
		defer wg.Done()
		b = 1
	}()
	wg.Wait()
	see("%d%d", a, b)
}

// Wait on a counter that was never raised does not wait.
//
// Outcomes: done
func TestWaitGroupZero(t *testing.T) {
	var wg sync.WaitGroup
	wg.Wait()
	wg.Add(0)
	wg.Wait()
	see("done")
}

// Two tasks wait.
//
// Outcomes: 11
func TestWaitGroupTwoWait(t *testing.T) {
	var wg sync.WaitGroup
	x := 0
	wg.Add(1)
	seen := make(chan int, 2)
	for range 2 {
		go func() {
			wg.Wait()
			seen <- x
		}()
	}
	x = 1
	wg.Done()
	see("%d%d", <-seen, <-seen)
}

// Used again after Wait.
//
// Outcomes: 2
func TestWaitGroupReused(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Add(1)
		go func() {
			n++
			wg.Done()
		}()
		wg.Wait()
	}
	see("%d", n)
}

// A task that raises the counter while its own count is still in it.
//
// Outcomes: 2
func TestWaitGroupNested(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := 0
	add := func() {
		mu.Lock()
		n++
		mu.Unlock()
	}
	wg.Go(func() {
		wg.Go(add)
		add()
	})
	wg.Wait()
	see("%d", n)
}

// Done too often.
//
// Outcomes: !panic
func TestWaitGroupNegative(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done()
}

// It is a panic, which can be recovered from.
//
// Outcomes: sync: negative WaitGroup counter
func TestWaitGroupNegativeRecovered(t *testing.T) {
	var wg sync.WaitGroup
	defer func() { see("%v", recover()) }()
	wg.Add(-1)
}

// Whether the counter gets negative may depend on the order.
//
// Outcomes: done, panic
func TestWaitGroupOrder(t *testing.T) {
	var wg sync.WaitGroup
	result := make(chan string)
	added := make(chan bool)
	wg.Add(1)
	go func() {
		wg.Add(1)
		close(added)
	}()
	go func() {
		defer func() {
			if recover() != nil {
				result <- "panic"
			}
		}()
		wg.Done()
		wg.Done()
		result <- "done"
	}()
	r := <-result
	<-added
	see("%s", r)
}

// Nobody calls Done.
//
// Outcomes: !deadlock
func TestWaitGroupForgotten(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Wait()
}

// The function of Go may end its goroutine.
//
// Outcomes: done
func TestWaitGroupGoexit(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {
		defer runtime.Goexit()
	})
	wg.Wait()
	see("done")
}

// A panic in the function of Go ends the program, before Wait is woken.
//
// Outcomes: !panic
func TestWaitGroupGoPanics(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { panic("no") })
	wg.Wait()
	select {}
}

// Add with the number of all, and Dones from tasks that start tasks.
//
// Outcomes: 3
func TestWaitGroupTree(t *testing.T) {
	var wg sync.WaitGroup
	c := make(chan int, 3)
	wg.Add(3)
	var start func(int)
	start = func(n int) {
		defer wg.Done()
		c <- 1
		if n > 1 {
			go start(n - 1)
		}
	}
	go start(3)
	wg.Wait()
	see("%d", len(c))
}
