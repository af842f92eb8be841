// Package goroutines has goroutines that share plain objects of the standard
// library, with a lock and without.
package goroutines

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestRace(t *testing.T) {
	var b bytes.Buffer
	done := make(chan bool)
	go func() {
		b.WriteString("goroutine") // 18
		done <- true
	}()
	fmt.Fprint(&b, "test") // 21
	<-done
}

func TestRaceThroughInterface(t *testing.T) {
	var w io.Writer = new(strings.Builder)
	done := make(chan bool)
	go func() {
		fmt.Fprint(w, "goroutine") // 29
		done <- true
	}()
	w.Write([]byte("test")) // 32
	<-done
}

func TestLocked(t *testing.T) { // 2: who is first
	var mu sync.Mutex
	var b bytes.Buffer
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprint(&b, i)
		}()
	}
	wg.Wait()
	if s := b.String(); s != "01" && s != "10" {
		t.Error(s)
	}
}

// A buffer with a lock of its own: its Write is its own business.
type guarded struct {
	mu sync.Mutex
	bytes.Buffer
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.Buffer.Write(p)
}

func TestGuarded(t *testing.T) { // 2
	var g guarded
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Fprintln(&g, i)
		}()
	}
	wg.Wait()
	if g.Len() != 4 {
		t.Error(g.String())
	}
}

func TestReaders(t *testing.T) { // 1
	b := bytes.NewBufferString("x")
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = b.Len() + len(b.String()) + len(fmt.Sprint(b))
		}()
	}
	wg.Wait()
}

func TestOne(t *testing.T) { // 1
	var b bytes.Buffer
	done := make(chan bool)
	go func() {
		for i := range 3 {
			fmt.Fprint(&b, i)
		}
		close(done)
	}()
	<-done
	if b.String() != "012" {
		t.Error(b.String())
	}
}
