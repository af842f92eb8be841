package library

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"sort"
	"sync"
	"syscall"
	"testing"
)

// What reads or writes a part of what it is given, as the data say: sorting, searching, trimming,
// maps; and slices that are passed as v... to what is recorded.

func partsPar(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	g()
	wg.Wait()
}

func TestOKPartsSortOne(t *testing.T) {
	x, y, z := []int{1}, []string{"a"}, []float64{1}
	partsPar(func() {
		sort.Ints(x)
		sort.Strings(y)
		sort.Float64s(z)
		slices.Sort(x)
		slices.SortFunc(x, func(a, b int) int { return a - b })
		slices.SortStableFunc(x, func(a, b int) int { return a - b })
		slices.Compact(x)
	}, func() { x[0], y[0], z[0] = 2, "b", 2 })
}
func TestBugPartsSortTwo(t *testing.T) {
	x := []int{1, 2}
	partsPar(func() { sort.Ints(x) }, func() { x[0] = 1 })
}
func TestBugPartsDeleteFuncOne(t *testing.T) {
	x := []int{1}
	partsPar(func() { slices.DeleteFunc(x, func(int) bool { return false }) }, func() { x[0] = 1 })
}
func TestOKPartsSearchPath(t *testing.T) {
	x, y, z := []int{1, 2, 3, 4, 5}, []string{"a", "b", "c", "d", "e"}, []float64{1, 2, 3, 4, 5}
	partsPar(func() {
		sort.SearchInts(x, 1)
		sort.SearchStrings(y, "a")
		sort.SearchFloat64s(z, 1)
	}, func() { x[4], y[4], z[4] = 5, "e", 5 })
}
func TestBugPartsSearchPath(t *testing.T) {
	x := []int{1, 2, 3, 4, 5}
	partsPar(func() { sort.SearchInts(x, 1) }, func() { x[2] = 3 })
}
func TestOKPartsAreSorted(t *testing.T) {
	x, y, z := []int{1, 2, 1}, []string{"a", "b", "a"}, []float64{1, 2, 1}
	partsPar(func() {
		sort.IntsAreSorted(x)
		sort.StringsAreSorted(y)
		sort.Float64sAreSorted(z)
		slices.IsSortedFunc(x, func(a, b int) int { return a - b })
	}, func() { x[0], y[0], z[0] = 1, "a", 1 })
}
func TestBugPartsAreSorted(t *testing.T) {
	x := []int{1, 2, 3}
	partsPar(func() { sort.IntsAreSorted(x) }, func() { x[0] = 1 })
}
func TestOKPartsCompare(t *testing.T) {
	x, y := []int{1, 2, 3}, []int{2, 2}
	partsPar(func() {
		slices.Compare(x, y)
		slices.CompareFunc(x, y, func(a, b int) int { return a - b })
	}, func() { x[1], y[1] = 2, 2 })
}
func TestBugPartsCompare(t *testing.T) {
	x, y := []int{1, 2, 3}, []int{1, 2}
	partsPar(func() { slices.Compare(x, y) }, func() { x[2] = 2 })
}
func TestOKPartsTrim(t *testing.T) {
	b := []byte(" é xyz é ")
	partsPar(func() {
		bytes.TrimSpace(b)
		bytes.Trim(b, " é")
		bytes.TrimFunc(b, func(r rune) bool { return r == ' ' })
	}, func() { b[5] = 'Y' })
}
func TestBugPartsTrim(t *testing.T) {
	b := []byte(" a ")
	partsPar(func() { bytes.TrimSpace(b) }, func() { b[1] = 'b' })
}
func TestBugPartsTrimAll(t *testing.T) {
	b := []byte("   ")
	partsPar(func() { bytes.TrimSpace(b) }, func() { b[1] = ' ' })
}
func TestOKPartsTrimSides(t *testing.T) {
	b := []byte(" a b ")
	partsPar(func() { bytes.TrimLeft(b, " ") }, func() { b[4] = ' ' })
	partsPar(func() { bytes.TrimRight(b, " ") }, func() { b[0] = ' ' })
}
func TestOKPartsIndex(t *testing.T) {
	b := []byte("abc")
	partsPar(func() {
		bytes.IndexAny(b, "a")
		bytes.IndexRune(b, 'b')
		bytes.ContainsAny(b, "ab")
		bytes.ContainsRune(b, 'a')
		bytes.IndexFunc(b, func(r rune) bool { return r == 'b' })
		bytes.ContainsFunc(b, func(r rune) bool { return r == 'b' })
	}, func() { b[2] = 'd' })
}
func TestOKPartsLastIndex(t *testing.T) {
	b := []byte("abc")
	partsPar(func() {
		bytes.LastIndex(b, []byte("bc"))
		bytes.LastIndexByte(b, 'b')
		bytes.LastIndexAny(b, "bx")
		bytes.LastIndexFunc(b, func(r rune) bool { return r == 'b' })
	}, func() { b[0] = 'd' })
}
func TestBugPartsLastIndex(t *testing.T) {
	b := []byte("abc")
	partsPar(func() { bytes.LastIndexByte(b, 'x') }, func() { b[0] = 'd' })
}
func TestOKPartsMapCopyNone(t *testing.T) {
	m := map[int]int{1: 1}
	none := map[int]int{}
	partsPar(func() {
		maps.Copy(m, none)
		maps.Insert(m, maps.All(none))
		maps.DeleteFunc(m, func(int, int) bool { return false })
	}, func() { _ = m[1] })
}
func TestBugPartsMapCopy(t *testing.T) {
	m := map[int]int{1: 1}
	partsPar(func() { maps.Copy(m, map[int]int{1: 1}) }, func() { _ = m[1] })
}
func TestBugPartsMapCopyFrom(t *testing.T) {
	m := map[int]int{}
	partsPar(func() { maps.Copy(map[int]int{}, m) }, func() { m[1] = 1 })
}
func TestBugPartsMapDeleteFunc(t *testing.T) {
	m := map[int]int{1: 1}
	partsPar(func() { maps.DeleteFunc(m, func(k, _ int) bool { return true }) }, func() { _ = m[1] })
}
func TestOKPartsMapInsertLocked(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{}
	add := func(k int) {
		mu.Lock()
		maps.Insert(m, func(yield func(int, int) bool) {
			yield(k, k)
			mu.Unlock()
		})
	}
	partsPar(func() { add(1) }, func() { add(2) })
	if len(m) != 2 {
		t.Error(m)
	}
}
func TestBugPartsMapInsertUnlocked(t *testing.T) {
	var mu sync.Mutex
	m := map[int]int{}
	add := func(k int) {
		mu.Lock()
		maps.Insert(m, func(yield func(int, int) bool) {
			mu.Unlock()
			yield(k, k)
		})
	}
	partsPar(func() { add(1) }, func() { add(2) })
}
func TestBugPartsMapDeleteOrder(t *testing.T) {
	var keys []string
	m := map[string]int{"a": 1, "b": 2}
	maps.DeleteFunc(m, func(k string, _ int) bool { keys = append(keys, k); return true })
	if keys[0] != "a" {
		t.Error(keys)
	}
}
func TestBugPartsMapEqualOrder(t *testing.T) {
	var keys []int
	m, n := map[string]int{"a": 1, "b": 2}, map[string]int{"a": 1, "b": 2}
	maps.EqualFunc(m, n, func(a, b int) bool { keys = append(keys, a); return true })
	if keys[0] != 1 {
		t.Error(keys)
	}
}
func TestBugPartsSlogSpread(t *testing.T) {
	a := []any{"k", 1}
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	partsPar(func() { a[1] = 2 }, func() { l.Info("x", a...) })
}
func TestBugPartsSlogAttrs(t *testing.T) {
	a := []slog.Attr{slog.Int("k", 1)}
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	partsPar(func() { a[0] = slog.Int("l", 2) }, func() { l.LogAttrs(context.Background(), slog.LevelInfo, "x", a...) })
}
func TestBugPartsSlogWith(t *testing.T) {
	a := []any{"k", 1}
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	partsPar(func() { a[1] = 2 }, func() { l.With(a...) })
}
func TestBugPartsNotify(t *testing.T) {
	a := []os.Signal{syscall.SIGUSR1}
	partsPar(func() { a[0] = syscall.SIGUSR2 }, func() { signal.Notify(make(chan os.Signal, 1), a...) })
}
func TestBugPartsReflectAppend(t *testing.T) {
	a := []reflect.Value{reflect.ValueOf(1)}
	partsPar(func() { a[0] = reflect.ValueOf(2) }, func() { reflect.Append(reflect.ValueOf([]int{}), a...) })
}
