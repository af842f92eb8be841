package gocheck_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
	"pgregory.net/rapid"
)

// idle waits until the handler has run everything that was posted before.
func idle(h *gocheck.Handler) {
	done := make(chan struct{})
	h.Post(func() { close(done) })
	<-done
}

func TestOrderOfOnePoster(t *testing.T) {
	for _, opts := range [][]gocheck.Option{nil, {gocheck.FIFO()}, {gocheck.Unordered()}} {
		h := gocheck.NewHandler("h", opts...)
		var got []int
		for i := range 1000 {
			h.Post(func() { got = append(got, i) })
		}
		idle(h)
		if len(got) != 1000 || !slices.IsSorted(got) {
			t.Errorf("%v: %d events, sorted %v", h.Delivery(), len(got), slices.IsSorted(got))
		}
	}
}

// Events of one handler exclude each other and are ordered by happens-before:
// under -race the unprotected counter is the test.
func TestOneAtATime(t *testing.T) {
	const posters, each = 8, 500
	h := gocheck.NewHandler("h")
	var inside atomic.Int32
	count := 0
	var next [posters]int
	var wg sync.WaitGroup
	for p := range posters {
		wg.Go(func() {
			for i := range each {
				h.Post(func() {
					if inside.Add(1) != 1 {
						t.Error("two events at the same time")
					}
					count++
					if next[p] != i {
						t.Errorf("poster %d: event %d when %d was next", p, i, next[p])
					}
					next[p]++
					if i%100 == 0 {
						runtime.Gosched()
					}
					inside.Add(-1)
				})
			}
		})
	}
	wg.Wait()
	idle(h)
	if count != posters*each {
		t.Errorf("%d events were run, want %d", count, posters*each)
	}
}

// A handler that is held by its first event does with the others what a list
// does.
func TestMailboxIsAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := gocheck.NewHandler("h", gocheck.FIFO())
		var want, got []int
		for batch := range rapid.IntRange(1, 4).Draw(t, "batches") {
			want, got = want[:0], got[:0]
			holds, release := make(chan struct{}), make(chan struct{})
			h.Post(func() { close(holds); <-release })
			<-holds
			fronts := rapid.SliceOfN(rapid.Bool(), 0, 40).Draw(t, fmt.Sprintf("fronts%d", batch))
			for i, front := range fronts {
				event := func() { got = append(got, i) }
				if front {
					h.PostFront(event)
					want = slices.Insert(want, 0, i)
				} else {
					h.Post(event)
					want = append(want, i)
				}
			}
			close(release)
			idle(h)
			if !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	})
}

// Events that post: every event is run exactly once, whoever posted it.
func TestNestedPosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		handlers := make([]*gocheck.Handler, rapid.IntRange(1, 3).Draw(t, "handlers"))
		for i := range handlers {
			handlers[i] = gocheck.NewHandler(fmt.Sprint(i))
		}
		// Event i was posted by event parent[i] < i, to handler at[i].
		n := rapid.IntRange(1, 60).Draw(t, "events")
		children, at := make([][]int, n), make([]int, n)
		for i := range n {
			at[i] = rapid.IntRange(0, len(handlers)-1).Draw(t, "at")
			if i > 0 {
				parent := rapid.IntRange(0, i-1).Draw(t, "parent")
				children[parent] = append(children[parent], i)
			}
		}
		runs := make([]int, n)
		var wg sync.WaitGroup
		wg.Add(n)
		var event func(i int) func()
		event = func(i int) func() {
			return func() {
				runs[i]++
				for _, c := range children[i] {
					handlers[at[c]].Post(event(c))
				}
				wg.Done()
			}
		}
		handlers[at[0]].Post(event(0))
		wg.Wait()
		for i, k := range runs {
			if k != 1 {
				t.Fatalf("event %d was run %d times", i, k)
			}
		}
	})
}

func TestPostNeverBlocks(t *testing.T) {
	h := gocheck.NewHandler("h")
	release := make(chan struct{})
	h.Post(func() { <-release })
	count := 0
	for range 100_000 { // nothing takes them meanwhile
		h.Post(func() { count++ })
	}
	close(release)
	idle(h)
	if count != 100_000 {
		t.Errorf("%d events were run", count)
	}
}

func TestPostAfter(t *testing.T) {
	h := gocheck.NewHandler("h")
	const d = 5 * time.Millisecond
	start := time.Now()
	done := make(chan time.Duration, 1)
	h.PostAfter(d, func() { done <- time.Since(start) })
	if waited := <-done; waited < d {
		t.Errorf("the event came after %v, before its time", waited)
	}
}

func TestClose(t *testing.T) {
	h := gocheck.NewHandler("ui")
	holds, release, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
	h.Post(func() { close(holds); <-release })
	<-holds
	drained := false
	h.Post(func() { drained = true })
	h.Post(func() { close(end) })
	h.Close()
	h.Close()
	want(t, `handler "ui": Post after Close`, func() { h.Post(func() {}) })
	want(t, `handler "ui": PostFront after Close`, func() { h.PostFront(func() {}) })
	close(release)
	<-end
	if !drained {
		t.Error("an event that was posted before Close was not run")
	}
	want(t, `handler "ui": Post after Close`, func() { h.Post(func() {}) })
}

func TestNilEvent(t *testing.T) {
	h := gocheck.NewHandler("ui")
	want(t, "Post of a nil event", func() { h.Post(nil) })
	want(t, "PostFront of a nil event", func() { h.PostFront(nil) })
	want(t, "PostAfter of a nil event", func() { h.PostAfter(time.Hour, nil) })
}

// want runs f, which has to panic with a message that contains the text.
func want(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, text) {
			t.Errorf("panic %q, want one with %q", got, text)
		}
	}()
	f()
}

// t.FailNow in an event ends the event by runtime.Goexit; the events after it
// are run.
func TestGoexitEndsTheEventOnly(t *testing.T) {
	h := gocheck.NewHandler("h")
	after := false
	h.Post(func() { runtime.Goexit() })
	h.Post(func() { after = true })
	idle(h)
	if !after {
		t.Error("the event after Goexit was not run")
	}
}

// Handlers hold no goroutine when they have nothing to do, closed or not, and
// none when they were never posted to.
func TestNoGoroutineLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	for i := range 100 {
		h := gocheck.NewHandler("h")
		if i%3 > 0 {
			idle(h)
		}
		if i%3 > 1 {
			h.Close()
		}
	}
	// idle returns within the last event: the loop ends a moment later. A leak
	// makes this loop run into the test's own time limit, with the stacks of
	// the goroutines.
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

func TestProperties(t *testing.T) {
	for _, c := range []struct {
		h    *gocheck.Handler
		want string
	}{
		{gocheck.NewHandler("a"), "a default"},
		{gocheck.NewHandler("b", gocheck.FIFO()), "b fifo"},
		{gocheck.NewHandler("c", gocheck.Unordered()), "c unordered"},
		{gocheck.NewHandler("d", gocheck.Unordered(), gocheck.FIFO()), "d fifo"},
	} {
		if got := c.h.Name() + " " + c.h.Delivery().String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := gocheck.Delivery(7).String(); got != "Delivery(7)" {
		t.Errorf("got %s", got)
	}
}

// A panic in an event ends the program and shows where it came from. It takes
// a process to see that: the test binary again.
func TestPanicEndsTheProgram(t *testing.T) {
	const env = "GOCHECK_TEST_PANIC"
	if os.Getenv(env) != "" {
		h := gocheck.NewHandler("h")
		h.Post(panickingEvent)
		h.Post(func() { fmt.Println("the next event was run") })
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestPanicEndsTheProgram$")
	cmd.Env = append(os.Environ(), env+"=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("the program ended without an error")
	}
	for _, part := range []string{"panic: boom", "panickingEvent"} {
		if !strings.Contains(string(out), part) {
			t.Errorf("the output lacks %q:\n%s", part, out)
		}
	}
	if strings.Contains(string(out), "the next event was run") {
		t.Errorf("the handler went on after the panic:\n%s", out)
	}
}

func panickingEvent() { panic("boom") }
