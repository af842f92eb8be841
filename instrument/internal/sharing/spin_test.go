package sharing

import (
	"go/ast"
	"strings"
	"testing"
)

// spinCases has "// waits" at the loops whose rounds leave nothing behind, and
// "// goes on" at the others; "compares" where they compare the clock.
const spinCases = `package p

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var flag atomic.Bool
var ready bool
var count int
var mu sync.Mutex
var errBusy = errors.New("busy")

type queue struct {
	mu    sync.Mutex
	items []int
	seen  int
}

func (q *queue) pop() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return 0, false
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v, true
}

func (q *queue) try() error {
	if _, ok := q.pop(); !ok {
		return errBusy
	}
	return nil
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n-1) + 1
}

func isReady() bool { return ready }

func recognised(q *queue, ctx context.Context, ch chan int, w *atomic.Int32) {
	for !flag.Load() { // waits
		runtime.Gosched()
	}
	for !ready { // waits
	}
	for { // waits
		if isReady() {
			break
		}
	}
	for { // waits
		mu.Lock()
		r := ready
		mu.Unlock()
		if r {
			break
		}
		time.Sleep(time.Millisecond)
	}
	for { // waits
		mu.Lock()
		if ready {
			ready = false
			mu.Unlock()
			break
		}
		mu.Unlock()
	}
	var v int
	for { // waits
		var ok bool
		if v, ok = q.pop(); ok {
			break
		}
	}
	_ = v
	var err error
	for err = q.try(); errors.Is(err, errBusy); err = q.try() { // waits
	}
	for ok := flag.Load(); !ok; ok = flag.Load() { // waits
	}
	for end := time.Now().Add(time.Second); time.Now().Before(end); { // waits, compares
	}
	for { // waits
		if err = q.try(); err == nil {
			break
		}
	}
loop:
	for { // waits
		select {
		case <-ctx.Done():
			break loop
		case v = <-ch:
			return
		default:
		}
	}
	for ctx.Err() == nil && !mu.TryLock() { // waits
	}
	for { // waits
		old := w.Load()
		if w.CompareAndSwap(old, old+1) {
			break
		}
	}
outer:
	for { // waits
		for i := 0; i < 3; i++ { // goes on
			if w.Load() == int32(i) {
				break outer
			}
		}
	}
	for { // waits
		vals := make([]int, 3)
		vals[0] = int(w.Load())
		m := map[int]bool{}
		m[vals[0]] = true
		if m[1] {
			break
		}
	}
	var t testing.T
	for { // waits
		if flag.Load() {
			t.Error("early")
		}
		if ready {
			t.Fatalf("%d", 1)
		}
		if count > 0 {
			break
		}
	}
	for !flag.Load() && !t.Failed() { // goes on
	}
	start := time.Now()
	for time.Since(start) < time.Second { // waits, compares
	}
	go func() {
		for !flag.Load() { // waits
		}
	}()
	for !flag.Load() { // waits
		for !ready { // waits
			runtime.Gosched()
		}
		runtime.Gosched()
	}
}

func gotos() {
	for { // waits
		if flag.Load() {
			goto out
		}
		time.Sleep(time.Millisecond)
	}
out:
	mu.Lock()
	mu.Unlock()
}

func back() {
again:
	for { // goes on
		if flag.Load() {
			return
		}
		if ready {
			goto again
		}
		time.Sleep(time.Millisecond)
	}
}

func late(end time.Time) bool { return time.Now().After(end) }

func when() time.Time { return time.Now() }

type stamped struct{ time.Time }

func clocks(q *queue, end time.Time, pend *time.Time, st stamped) {
	start := time.Now()
	limit := time.Second
	for !flag.Load() && !late(end) { // waits, compares
		time.Sleep(time.Millisecond)
	}
	for { // waits, compares
		now := time.Now()
		if now.Add(time.Millisecond).After(end) || now.Sub(start) >= limit+time.Second || end.Compare(now) <= 0 {
			break
		}
		if ready {
			_ = time.Since(start).Seconds()
			break
		}
	}
	for time.Until(end) > 0 { // waits, compares
	}
	for nano := end.UnixNano(); time.Now().UnixNano() < nano; { // waits, compares
	}
	for int64(limit) > time.Since(start).Nanoseconds() { // waits, compares
	}
	for time.Now().UnixMilli() < end.UnixMilli() { // waits
	}
	for limit-time.Since(start) > time.Millisecond { // waits, compares
	}
	for pend.After(time.Now()) { // waits
	}
	for st.After(time.Now()) { // waits
	}
	for when().Before(end) { // waits
	}
	for time.Since(start).Seconds() < 3 { // waits
	}
	for !time.Now().Equal(end) { // waits
	}
	for 2*time.Since(start) < limit { // waits
	}
	for { // waits
		now := time.Now()
		if now.Sub(start) > end.Sub(now) {
			break
		}
	}
	for { // waits
		if time.Since(start) > time.Until(end) {
			break
		}
	}
	for { // waits
		left := time.Until(end)
		if left <= 0 {
			break
		}
		time.Sleep(left)
	}
	for now := start; now.Before(end); now = time.Now() { // waits
	}
	last := start
	for !flag.Load() { // waits, compares
		if time.Since(last) > limit {
			last = last.Add(limit)
		}
		time.Sleep(time.Millisecond)
	}
	for !flag.Load() { // waits
		q.mu.Lock()
		q.seen = int(time.Since(start))
		q.mu.Unlock()
	}
	for !flag.Load() { // waits
		time.Sleep(time.Millisecond)
	}
}

func carried(q *queue, f func() bool, w *atomic.Int32) {
	n := 0
	for !flag.Load() { // goes on
		n++
	}
	last := 0
	for w.Load() > 0 { // waits
		now := int(w.Load())
		if now == last {
			break
		}
		last = now
	}
	wait := time.Millisecond
	for !flag.Load() { // waits
		time.Sleep(wait)
		if wait *= 2; wait > time.Second {
			wait = time.Second
		}
	}
	for !flag.Load() { // goes on
		time.Sleep(wait)
		wait *= 2
	}
	for a, b := 12, 18; b != 0; a, b = b, a%b { // goes on
		_ = a
	}
	for n := 0; !flag.Load(); n = n + 1 { // goes on
		func() { _ = n }()
	}
	for n := 0; !flag.Load(); { // goes on
		func() { n++ }()
	}
	var items []int
	for !flag.Load() { // goes on
		items = items[:1]
	}
	_ = items
	for f() { // waits, compares
	}
	for func() int { n++; return n }() < 5 { // goes on
	}
	for !flag.Load() { // goes on
		fmt.Println("waiting")
	}
	for !flag.Load() { // goes on
		func() { n++ }()
	}
	p := &queue{}
	for !flag.Load() { // goes on
		p.seen++
	}
	var local queue
	for !flag.Load() { // goes on
		local.seen++
	}
	vals := make([]int, 3)
	for !flag.Load() { // goes on
		vals[0]++
	}
	buf := []int{}
	for !flag.Load() { // goes on
		buf = append(buf, 1)
	}
	seen := map[int]bool{}
	for !flag.Load() { // goes on
		seen[len(seen)] = true
	}
	for !flag.Load() { // goes on
		defer mu.Unlock()
	}
	for depth(3) > 0 { // goes on
		if flag.Load() {
			break
		}
	}
	for i := 0; ; i++ { // goes on
		if flag.Load() {
			break
		}
	}
	it := f
	for !flag.Load() { // goes on
		it = func() bool { return true }
	}
	_ = it
	x := 0
	px := &x
	for !flag.Load() { // goes on
		*px++
	}
	keep := struct{ a, b int }{}
	for !flag.Load() { // goes on
		keep.a, keep.b = keep.b, keep.a
	}
	captured := 0
	func() {
		for !flag.Load() { // goes on
			captured++
		}
	}()
}
`

func TestSpins(t *testing.T) {
	marked := 0
	eachLine(t, spinCases, func(a *Analysis, n ast.Node, lineOf func(ast.Node) string) {
		s, ok := n.(*ast.ForStmt)
		if !ok {
			return
		}
		line := lineOf(s)
		switch {
		case strings.Contains(line, "// waits"), strings.Contains(line, "// goes on"):
			marked++
			l, found := a.local.spins[s]
			if found != strings.Contains(line, "// waits") || l.Compares != strings.Contains(line, "compares") {
				t.Errorf("found: %t, compares the clock: %t: %s", found, l.Compares, line)
			}
		default:
			t.Errorf("a loop without a mark: %s", line)
		}
	})
	if marked < 30 {
		t.Errorf("only %d loops", marked)
	}
}
