package users

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unique"
)

func ints(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestBugPullShared(t *testing.T) {
	next, stop := iter.Pull(ints(3))
	defer stop()
	two(func() { next() }, func() { next() })
}
func TestOKPullLocked(t *testing.T) {
	next, stop := iter.Pull(ints(4))
	defer stop()
	var mu sync.Mutex
	var sum atomic.Int32
	f := func() {
		for {
			mu.Lock()
			v, ok := next()
			mu.Unlock()
			if !ok {
				return
			}
			sum.Add(int32(v))
		}
	}
	two(f, f)
	if sum.Load() != 6 {
		t.Error(sum.Load())
	}
}
func TestBugPullStopShared(t *testing.T) {
	next, stop := iter.Pull(ints(3))
	two(func() { next() }, stop)
}
func TestOKPullEach(t *testing.T) {
	s := ints(3)
	f := func() {
		next, stop := iter.Pull(s)
		defer stop()
		next()
	}
	two(f, f)
}
func TestBugPullBody(t *testing.T) { // the iterator's variable
	n := 0
	s := func(yield func(int) bool) {
		n++
		yield(n)
	}
	f := func() {
		next, stop := iter.Pull(s)
		defer stop()
		next()
	}
	two(f, f)
}
func TestBugRangeFuncBody(t *testing.T) {
	n := 0
	f := func() {
		for range ints(2) {
			n++
		}
	}
	two(f, f)
}
func TestOKRangeFuncBody(t *testing.T) {
	var mu sync.Mutex
	n := 0
	f := func() {
		for range ints(2) {
			mu.Lock()
			n++
			mu.Unlock()
		}
	}
	two(f, f)
	if n != 4 {
		t.Error(n)
	}
}
func locked(mu *sync.Mutex, m map[int]int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		mu.Lock()
		defer mu.Unlock()
		for k, v := range m {
			if !yield(k, v) {
				return
			}
		}
	}
}
func TestBugIterLockReentered(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{1: 2}
	two(func() {
		for k := range locked(&mu, m) {
			mu.Lock()
			delete(m, k)
			mu.Unlock()
		}
	}, func() {})
}
func TestOKIterLocked(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{1: 2}
	two(func() {
		for k, v := range locked(&mu, m) {
			sink2(k + v)
		}
	}, func() { mu.Lock(); m[3] = 4; mu.Unlock() })
}
func TestOKIterBreakUnlocks(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{1: 2, 3: 4}
	f := func() {
		for range locked(&mu, m) {
			break
		}
	}
	two(f, f)
	mu.Lock()
}
func TestOKIterPanicUnlocks(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{1: 2}
	f := func() {
		defer func() { recover() }()
		for range locked(&mu, m) {
			panic("x")
		}
	}
	two(f, f)
	mu.Lock()
}
func TestBugPullLeavesLock(t *testing.T) { // no stop: the lock stays
	var mu sync.Mutex
	m := map[int]int{1: 2, 3: 4}
	two(func() {
		next, stop := iter.Pull2(locked(&mu, m))
		next()
		_ = stop
	}, func() { mu.Lock(); mu.Unlock() })
}
func TestOKPullStopsLock(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{1: 2, 3: 4}
	two(func() {
		next, stop := iter.Pull2(locked(&mu, m))
		next()
		stop()
	}, func() { mu.Lock(); mu.Unlock() })
}
func TestBugMapsKeys(t *testing.T) {
	m := map[int]int{1: 2}
	two(func() { m[2] = 3 }, func() { sink = slices.Sorted(maps.Keys(m)) })
}
func TestOKMapsKeysLate(t *testing.T) { // the sequence reads nothing before it runs
	m := map[int]int{1: 2}
	var s iter.Seq[int]
	two(func() { m[2] = 3 }, func() { s = maps.Keys(m) })
	sink2(slices.Sorted(s))
}
func TestBugSortFuncShared(t *testing.T) { // the callback's counter
	n := 0
	f := func() {
		x := []int{3, 1, 2}
		slices.SortFunc(x, func(a, b int) int { n++; return a - b })
	}
	two(f, f)
}
func TestOKSortFuncLocked(t *testing.T) {
	var mu sync.Mutex
	n := 0
	f := func() {
		x := []int{3, 1, 2}
		slices.SortFunc(x, func(a, b int) int { mu.Lock(); defer mu.Unlock(); n++; return a - b })
	}
	two(f, f)
}
func TestBugSortShared(t *testing.T) {
	x := []int{3, 1, 2}
	two(func() { slices.Sort(x) }, func() { sink = slices.Max(x) })
}
func TestBugSortedShared(t *testing.T) {
	x := []int{3, 1, 2}
	two(func() { sink = slices.Sorted(slices.Values(x)) }, func() { x[1] = 4 })
}
func TestOKClone(t *testing.T) {
	x := []int{3, 1, 2}
	f := func() { y := slices.Clone(x); slices.Sort(y) }
	two(f, f)
}
func TestOKContainsPart(t *testing.T) {
	x := []int{1, 2, 3, 4, 5, 6, 7}
	two(func() { sink2(slices.Contains(x[3:], 7)) }, func() { x[0] = 0 })
}
func TestBugCollect(t *testing.T) {
	m := map[string]int{"a": 1}
	two(func() { sink = maps.Collect(maps.All(m)) }, func() { m["a"] = 2 })
}
func TestBugDeleteFunc(t *testing.T) {
	m := map[string]int{"a": 1}
	two(func() { maps.DeleteFunc(m, func(string, int) bool { return false }) }, func() { m["a"] = 2 })
}
func TestBugDeleteFuncLock(t *testing.T) { // a callback that takes the lock that is held
	var mu sync.Mutex
	m := map[string]int{"a": 1}
	mu.Lock()
	maps.DeleteFunc(m, func(string, int) bool { mu.Lock(); defer mu.Unlock(); return true })
	mu.Unlock()
}
func TestBugIndexFuncOrder(t *testing.T) {
	var a atomic.Int32
	i := 0
	two(func() { a.Store(1) }, func() {
		i = slices.IndexFunc([]int{1, 2, 3}, func(int) bool { return a.Load() == 1 })
	})
	if i == 1 {
		t.Error("between")
	}
}
func TestBugContainsFuncOrder(t *testing.T) {
	var a atomic.Int32
	n := 0
	two(func() { a.Store(1) }, func() {
		sink2(slices.ContainsFunc([]int{1, 2, 3}, func(int) bool { n++; return a.Load() == 1 }))
	})
	if n == 3 {
		t.Error("last")
	}
}
func TestBugErrorsJoinOrder(t *testing.T) {
	var mu sync.Mutex
	var err error
	add := func(s string) func() {
		return func() { mu.Lock(); defer mu.Unlock(); err = errors.Join(err, errors.New(s)) }
	}
	two(add("a"), add("b"))
	if err.Error() != "a\nb" {
		t.Error(err)
	}
}
func TestBugErrorsJoinRace(t *testing.T) {
	var err error
	add := func(s string) func() { return func() { err = errors.Join(err, errors.New(s)) } }
	two(add("a"), add("b"))
}
func TestOKErrorsJoin(t *testing.T) {
	errs := make([]error, 2)
	two(func() { errs[0] = errors.New("a") }, func() { errs[1] = errors.New("b") })
	if errors.Join(errs...).Error() != "a\nb" {
		t.Error("?")
	}
}
func TestBugErrorsJoinSlice(t *testing.T) {
	errs := make([]error, 2)
	two(func() { errs[0] = errors.New("a") }, func() { sink = errors.Join(errs...) })
}

type myErr struct{ n int }

func (e *myErr) Error() string { return "x" }
func (e *myErr) Is(error) bool { e.n++; return false }
func TestBugErrorsIs(t *testing.T) { // Is of the error itself changes it
	e := &myErr{}
	f := func() { errors.Is(e, errors.ErrUnsupported) }
	two(f, f)
}
func TestOKUnique(t *testing.T) {
	var a, b unique.Handle[string]
	two(func() { a = unique.Make("x") }, func() { b = unique.Make(strings.Repeat("x", 1)) })
	if a != b {
		t.Error("differ")
	}
}
func TestBugUniqueVar(t *testing.T) {
	var a unique.Handle[string]
	two(func() { a = unique.Make("x") }, func() { a = unique.Make("y") })
	sink = a
}
func TestOKOnceValues(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) { n++; return n, nil })
	two(func() { f() }, func() { f() })
	if n != 1 {
		t.Error(n)
	}
}
func TestBugOnceValuesReenter(t *testing.T) {
	var f func() (int, error)
	f = sync.OnceValues(func() (int, error) { return f() })
	f()
}
func TestOKOnceValuesPanic(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) { n++; panic("x") })
	var p atomic.Int32
	g := func() {
		defer func() {
			if recover() != nil {
				p.Add(1)
			}
		}()
		f()
	}
	two(g, g)
	if n != 1 || p.Load() != 2 {
		t.Error(n, p.Load())
	}
}
func TestBugOnceValueSeen(t *testing.T) { // the other variable is not behind the once
	x := 0
	f := sync.OnceValue(func() int { return 1 })
	two(func() { x = f() }, func() { f(); sink = x })
}
func TestOKOnceValuePublishes(t *testing.T) {
	x := 0
	f := sync.OnceValue(func() int { x = 1; return 1 })
	g := func() { f(); sink2(x) }
	two(g, g)
}
func TestBugBuilderShared(t *testing.T) {
	var b strings.Builder
	two(func() { b.WriteString("a") }, func() { b.WriteString("b") })
}
func TestBugBuilderOrder(t *testing.T) {
	var b strings.Builder
	var mu sync.Mutex
	w := func(s string) func() { return func() { mu.Lock(); defer mu.Unlock(); b.WriteString(s) } }
	two(w("a"), w("b"))
	if b.String() != "ab" {
		t.Error(b.String())
	}
}
func TestBugBuilderCopied(t *testing.T) {
	var b strings.Builder
	b.WriteString("x")
	c := b
	two(func() { c.WriteString("y") }, func() {})
}
func TestOKBuilderString(t *testing.T) {
	var b strings.Builder
	b.WriteString("x")
	f := func() { sink2(b.String()); sink2(b.Len()) }
	two(f, f)
}
func TestBugBuilderLen(t *testing.T) {
	var b strings.Builder
	two(func() { b.WriteByte('x') }, func() { sink = b.Len() })
}
func TestOKBuilderStringAfter(t *testing.T) { // the string that was given out stays
	var b strings.Builder
	b.Grow(10)
	b.WriteString("x")
	s := b.String()
	two(func() { b.WriteString("y") }, func() { sink2(s[0]) })
}
