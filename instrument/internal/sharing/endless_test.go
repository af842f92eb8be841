package sharing

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
)

// endlessCases has "// others" at the loops that only others end, with the number of readings
// of the clock by which the time may, and "// itself" at those that may end by themselves, or
// wait for others in their rounds.
const endlessCases = `package p

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

type worker struct {
	mu      sync.Mutex
	stopped bool
	halted  atomic.Bool
	left    atomic.Int64
	queue   []int
	stop    chan struct{}
	next    *worker
}

var end bool
var total, limitOf int
var state int32

func (w *worker) value(d doer) int { d.do(); return len(w.queue) }

func (w *worker) work()          { w.queue = append(w.queue, 1) }
func (w *worker) done() bool     { w.mu.Lock(); defer w.mu.Unlock(); return w.stopped }
func (w *worker) over() bool     { return w.halted.Load() }
func (w *worker) empty() bool    { return len(w.queue) == 0 }
func (w *worker) halt()          { w.halted.Store(true) }
func (w *worker) take() error    { w.queue = w.queue[1:]; return nil }

type doer interface{ do() error }

func byOthers(ctx context.Context, w *worker, d doer, n int, limit time.Duration) {
	for !w.halted.Load() { // others 0
		w.work()
	}
	for !w.over() { // others 0
		d.do()
	}
	for !w.done() { // others 0
		w.work()
	}
	for atomic.LoadInt32(&state) != 2 { // others 0
		d.do()
	}
	for ctx.Err() == nil { // others 0
		w.work()
	}
	if n > total {
	for { // others 0
		select {
		case <-w.stop:
			return
		default:
			w.work()
		}
	}
	}
	if n > total {
	for { // others 0
		select {
		case <-ctx.Done():
			return
		default:
		}
		if err := d.do(); err != nil {
			return
		}
	}
	}
	for i := 0; !w.halted.Load(); i++ { // others 0
		total += i
	}
	for !end { // others 0
		w.work()
	}
	for !end && !w.halted.Load() { // others 0
		w.work()
	}
	if n > total {
	for { // others 0
		if w.halted.Load() {
			break
		}
		for i := 0; i < 3; i++ { // itself
			w.work()
		}
	}
	}
	if n > total {
	for { // itself
		w.work()
	}
	}
	start := time.Now()
	for time.Since(start) < limit { // others 1
		w.work()
	}
	until := start.Add(limit)
	for time.Now().Before(until) { // others 1
		d.do()
	}
	for !end && time.Until(until) > 0 { // others 1
		w.work()
	}
	stop := false
	go func() {
		for !stop { // others 0
			w.work()
		}
	}()
	stop = true
}

// lasting and mend have results that are set to what comes of themselves, and a deferred call.
func (w *worker) lasting() (ok bool) {
	defer w.work()
	ok = w.halted.Load()
	ok = same(ok)
	return ok
}

func same(ok bool) bool { return ok }

func recursive(w *worker, d doer, err error) {
	for !w.lasting() { // others 0
		d.do()
	}
	for w.mend(err) == nil { // itself
		d.do()
	}
}

func (w *worker) mend(err error) (last error) {
	defer w.work()
	for range 3 {
		last = joined(last, err)
	}
	last = last
	return
}

func joined(a, b error) error { return errors.Join(a, b) }

func itself(ctx context.Context, w *worker, d doer, n int, c chan int) {
	for i := 0; i < n; i++ { // itself
		w.work()
	}
	for i := 0; i < n && !w.halted.Load(); i++ { // itself
		w.work()
	}
	for i := 0; !end; i++ { // itself
		if i > n {
			break
		}
	}
	for w.left.Load() > 0 { // itself
		w.left.Add(-1)
	}
	for w.left.Load() > 0 { // itself
		w.left.CompareAndSwap(1, 0)
	}
	for !w.over() { // itself
		w.halt()
	}
	for !w.empty() { // itself
		w.take()
	}
	for !end { // itself
		end = n > 3
	}
	done := false
	for !done { // itself
		done = d.do() != nil
	}
	for d.do() == nil { // itself
	}
	for { // itself
		err := d.do()
		if err == io.EOF {
			break
		}
	}
	for { // itself
		if v := w.value(d); v == total || v == 1000 {
			break
		}
	}
	for w.left.Load() < 100 { // itself
		d.do()
	}
	for atomic.LoadInt32(&state) < 2 { // itself
		d.do()
	}
	for total < limitOf { // itself
		d.do()
	}
	for p := w; p != nil; p = p.next { // itself
		p.work()
	}
	if n > total {
	for { // itself
		select {
		case <-ctx.Done():
			return
		case v := <-c:
			total += v
		}
	}
	}
	for !w.halted.Load() { // itself
		total += <-c
	}
	if n > total {
	for { // itself
		v, ok := <-c
		if !ok {
			return
		}
		total += v
	}
	}
	again := true
	func() {
		for again { // itself
			again = total > 3
		}
	}()
	for total < 100 { // itself
		total++
	}
}
`

// TestEndless is of which loops it is said that others end them.
func TestEndless(t *testing.T) {
	marked := 0
	eachLine(t, endlessCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		s, ok := n.(*ast.ForStmt)
		if !ok {
			return
		}
		got := "// itself"
		if readings, others := a.Endless(s); others {
			got = fmt.Sprintf("// others %d", readings)
		}
		marked++
		if line := lineOf(s); !strings.HasSuffix(line, got) {
			t.Errorf("%s: found: %s", strings.TrimSpace(line), got)
		}
	})
	if marked != strings.Count(endlessCases, "// others")+strings.Count(endlessCases, "// itself") {
		t.Errorf("%d loops", marked)
	}
}
