// Package asked has failures of kinds that the kernels have none of: see questions_test.go.
package asked

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// A counter counts, in two steps.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *counter) set(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = n
}

// TestTwelve: of twelve goroutines two lose an update.
func TestTwelve(t *testing.T) {
	var c counter
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() { c.set(c.get() + 1) })
	}
	wg.Wait()
	if c.n != 12 {
		t.Errorf("counted %d of 12", c.n)
	}
}

// TestLong: updates are lost, in more than three hundred steps.
func TestLong(t *testing.T) {
	var c counter
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 40 {
				c.set(c.get() + 1)
			}
		})
	}
	wg.Wait()
	if c.n != 80 {
		t.Errorf("counted %d of 80", c.n)
	}
}

// TestSubtests: parallel subtests share a counter, one of which demands that it be the first.
func TestSubtests(t *testing.T) {
	var c counter
	for _, name := range []string{"first", "second"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.set(c.get() + 1)
			if name == "first" {
				if n := c.get(); n != 1 {
					t.Errorf("the first one is number %d", n)
				}
			}
		})
	}
}

// TestHeldUp: a goroutine that is held up for 20 ms is overtaken by a timeout.
//
//gocheck:pause 50ms
func TestHeldUp(t *testing.T) {
	answer := make(chan int, 1)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(20 * time.Millisecond):
		t.Error("no answer")
	}
}

// TestReset: a client does not see that its connection was reset.
//
//gocheck:faults 1
func TestReset(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		text, _ := io.ReadAll(conn)
		got <- string(text)
	}()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Skip(err)
	}
	conn.Write([]byte("hello"))
	conn.Close()
	if text := <-got; text != "hello" {
		t.Errorf("the server has read %q", text)
	}
}

// TestOrder: a loop over a map locks in the order of its keys.
func TestOrder(t *testing.T) {
	locks := map[string]*sync.Mutex{"a": {}, "b": {}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for _, mu := range locks {
				mu.Lock()
				defer mu.Unlock()
			}
		})
	}
	wg.Wait()
}
