package chance

import (
	"bytes"
	"sync"
	"testing"
	"time"
)

// What a function has put back on an error is put back by its caller, too: two share it then.
//
// want: race
func TestPutTwiceBuggy(t *testing.T) { putTwice(true) }

func TestPutTwiceFixed(t *testing.T) { putTwice(false) }

func putTwice(twice bool) {
	pool := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	b := pool.Get()
	pool.Put(b)
	if twice {
		pool.Put(b)
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b := pool.Get().(*bytes.Buffer)
			b.Reset()
			b.WriteString("x")
			pool.Put(b)
		})
	}
	wg.Wait()
}

// A message is put back into the pool when the timer that is to send it again still has it.
//
// want: race
func TestPutBeforeTimerBuggy(t *testing.T) { putBeforeTimer(false) }

func TestPutBeforeTimerFixed(t *testing.T) { putBeforeTimer(true) }

func putBeforeTimer(stop bool) {
	pool := sync.Pool{New: func() any { return new(int) }}
	var wg sync.WaitGroup
	m := pool.Get().(*int)
	timer := time.AfterFunc(time.Second, func() { *m++ })
	if !stop || timer.Stop() {
		pool.Put(m)
	}
	wg.Go(func() {
		m := pool.Get().(*int)
		time.Sleep(2 * time.Second)
		*m = 7
	})
	wg.Wait()
}

// A pool without New is asked for what others may have taken.
//
// want: panic
func TestEmptyPoolBuggy(t *testing.T) {
	emptyPool(func(p *sync.Pool) *int { return p.Get().(*int) })
}

func TestEmptyPoolFixed(t *testing.T) {
	emptyPool(func(p *sync.Pool) *int {
		if x, ok := p.Get().(*int); ok {
			return x
		}
		return new(int)
	})
}

func emptyPool(get func(*sync.Pool) *int) {
	var pool sync.Pool
	pool.Put(new(int))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			x := get(&pool)
			*x++
			pool.Put(x)
		})
	}
	wg.Wait()
}

// What a reader was given is a part of a buffer that goes back to the pool.
//
// want: race
func TestSentPartBuggy(t *testing.T) {
	parts(func(b []byte) []byte { return b })
}

func TestSentPartFixed(t *testing.T) {
	parts(bytes.Clone)
}

func parts(part func([]byte) []byte) {
	pool := sync.Pool{New: func() any { return new([4]byte) }}
	lines := make(chan []byte, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		b := pool.Get().(*[4]byte)
		b[0] = 'a'
		lines <- part(b[:1])
		pool.Put(b)
	})
	wg.Go(func() {
		b := pool.Get().(*[4]byte)
		b[0] = 'b'
		pool.Put(b)
	})
	if line := <-lines; line[0] != 'a' && line[0] != 'b' {
		panic(line)
	}
	wg.Wait()
}

// A writer from the pool is not reset: it writes to the one that its last user had.
//
// want: race
func TestOldWriterBuggy(t *testing.T) { writers(t, func(w *writer, to *bytes.Buffer) {}) }

func TestOldWriterFixed(t *testing.T) {
	writers(t, func(w *writer, to *bytes.Buffer) { w.to = to })
}

type writer struct{ to *bytes.Buffer }

func writers(t *testing.T, reset func(*writer, *bytes.Buffer)) {
	var pool sync.Pool
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			to := new(bytes.Buffer)
			w, ok := pool.Get().(*writer)
			if !ok {
				w = &writer{to}
			}
			reset(w, to)
			mu.Lock()
			w.to.WriteString("x")
			mu.Unlock()
			pool.Put(w)
			if to.Len() != 1 {
				t.Errorf("%d bytes of 1", to.Len())
			}
		})
	}
	wg.Wait()
}
