// Package cores has tests that are explored by one process and by several, with
// the same results (internal/e2e, TestCores).
package cores

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"gocheck.dev"
	"gocheck.dev/testdata/cores/pause"
)

// search is lastzero(n) of Optimal-DPOR's evaluation. It returns where the last
// zero was found, and what the last element has become: 0 and 5 is what comes late
// in the order of the sequential exploration.
func search(n int) (at int, last int32) {
	array := make([]atomic.Int32, n+1)
	var wg sync.WaitGroup
	wg.Add(n + 1)
	at = n
	go func() {
		defer wg.Done()
		for array[at].Load() != 0 {
			at--
		}
	}()
	for j := 1; j <= n; j++ {
		go func() {
			defer wg.Done()
			array[j].Store(array[j-1].Load() + 1)
		}()
	}
	wg.Wait()
	return at, array[n].Load()
}

func late(n int) bool {
	at, last := search(n)
	return at == 0 && last == 5
}

// What revisit does not know comes late.
func TestOther(t *testing.T) {
	if late(9) {
		var mu sync.Mutex
		go mu.TryLock()
		gocheck.Observe("got", mu.TryLock())
	}
}

func TestPass(t *testing.T) {
	pause.Now()
	at, last := search(11)
	gocheck.Observe("at", at)
	gocheck.Observe("last", last)
}

// The failures come late, in two places.
func TestFails(t *testing.T) {
	at, last := search(10)
	if at == 0 && last == 5 {
		t.Fatal("zero")
	}
	if at == 5 && last == 5 {
		t.Fatal("five")
	}
}

func TestLeaks(t *testing.T) {
	if late(10) {
		go func() { select {} }()
	}
}

func TestLocks(t *testing.T) {
	var a, b sync.Mutex
	var gate atomic.Bool
	now := late(9)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		gate.Store(true)
	}()
	if gate.Load() && now {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}
}

// Processes that explore it at the same time meet in a file.
func TestShared(t *testing.T) {
	if name := os.Getenv("CORES_SHARED"); name != "" {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		defer os.Remove(name)
	}
	search(11)
}

// What is used after Put lets the exploration begin again, with pools that are shared.
func TestPooled(t *testing.T) {
	pause.Now()
	pool := &sync.Pool{New: func() any { return new(int) }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			p := pool.Get().(*int)
			pool.Put(p)
			*p++
		})
	}
	wg.Wait()
}

// kills ends the process, if the file does not exist.
func kills(name string) {
	if _, err := os.Stat(name); err == nil {
		return
	}
	_ = os.WriteFile(name, nil, 0o600)
	p, _ := os.FindProcess(os.Getpid())
	_ = p.Kill()
	select {}
}

// Its process is killed once.
func TestKilled(t *testing.T) {
	if late(10) && os.Getenv("CORES_KILLED") != "" {
		kills(os.Getenv("CORES_KILLED"))
	}
}

// For many kills, from outside.
func TestLong(t *testing.T) { search(14) }

// events is posters(n) of Event-DPOR's evaluation: (2n)!/2^n traces where the mailbox
// is unordered.
func events(n int) {
	h := gocheck.NewHandler("h")
	x := 0
	for i := range n {
		go func() {
			h.Post(func() {
				x = 2 * i
				h.Post(func() {
					x = 2*i + 1
					gocheck.Assert(x == 2*i+1, "another event came between")
				})
			})
		}()
	}
}

func TestEvents(t *testing.T) { // 2,520
	pause.Now()
	events(4)
}

// Its process is killed once, after 1,500 executions that it has counted in a file, and as
// soon as some are in the checkpoint.
func TestEventsKilled(t *testing.T) {
	if name := os.Getenv("CORES_COUNT"); name != "" {
		f, _ := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		_, _ = f.WriteString(".")
		if n, _ := f.Seek(0, 1); n == 1501 && os.Getenv("CORES_KILLED") != "" {
			pause.UntilKept(os.Getenv("CORES_KEPT"))
			_, _ = f.WriteString("K")
			kills(os.Getenv("CORES_KILLED"))
		}
		f.Close()
		pause.Now()
	}
	events(4)
}

// For many kills, from outside.
func TestEventsLong(t *testing.T) { // 113,400
	pause.Now()
	events(5)
}

// Whoever comes there is killed.
func TestAlways(t *testing.T) {
	if late(10) && os.Getenv("CORES_KILLED") != "" {
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		select {}
	}
}

// It remembers how often it was run, and is not the same the next time.
func TestRemembers(t *testing.T) {
	name := os.Getenv("CORES_REMEMBERED")
	if name == "" {
		return
	}
	runs, _ := os.ReadFile(name)
	_ = os.WriteFile(name, append(runs, '.'), 0o600)
	if len(runs)%2 == 0 {
		var mu sync.Mutex
		mu.Lock()
	}
}
