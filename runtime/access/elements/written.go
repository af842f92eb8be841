package elements

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Calls that write to a slice. They are announced when the call is over: its step is over, too, so
// nobody has seen more or less in between. With -races=explore others have their turn between two
// elements. So the call is given a slice aside, from which each element is written in its own step.

// asides are those of calls that are under way in this execution, by the task and the slice: the
// last one is of the innermost call.
func asides() map[aside][]any {
	return rt.Kept(unsafe.Pointer(&asidesKey), func() any { return map[aside][]any{} }).(map[aside][]any)
}

var asidesKey byte

type aside struct {
	task  uint64
	slice unsafe.Pointer
}

func asideOf[S ~[]E, E any](a S) aside {
	task, _ := rt.Number()
	return aside{task, unsafe.Pointer(unsafe.SliceData(a))}
}

// Aside is what a call writes to in place of a.
func Aside[S ~[]E, E any](a S) S {
	if cap(a) == 0 || !rt.Stepwise() {
		return a
	}
	all := append(make(S, 0, cap(a)), a[:cap(a)]...)
	k, under := asideOf(a), asides()
	under[k] = append(under[k], all)
	return all[:len(a)]
}

// written ends a call, and is what it was given in place of a, up to its capacity.
func written[S ~[]E, E any](a S) (all S, ok bool) {
	if cap(a) == 0 || !rt.Stepwise() {
		return nil, false
	}
	k, under := asideOf(a), asides()
	last := len(under[k]) - 1
	if last < 0 {
		return nil, false
	}
	all, ok = under[k][last].(S)
	if under[k] = under[k][:last]; last == 0 {
		delete(under, k)
	}
	return all, ok
}

// Grown announces what a call has accessed that has appended to a and returned the result:
// writes behind the end where there was room, else reads of everything. It returns the result.
func Grown[S ~[]E, E any](a, result S, s rt.Site) S {
	all, ok := written(a)
	switch {
	case ok && unsafe.SliceData(all) == unsafe.SliceData(result):
		to := a[:len(result)]
		for i := len(a); i < len(to); i++ {
			rt.At(&to[i], s).Set(result[i])
		}
		return to
	case ok && len(result) >= len(a):
		for i := range a {
			result[i] = *rt.R(&a[i], s)
		}
	case rt.Quiet() || cap(a) == 0 || len(result) < len(a):
	case unsafe.SliceData(a) == unsafe.SliceData(result):
		rt.SliceW(result[len(a):], s)
	default:
		rt.SliceR(a, s)
	}
	return result
}

// Put announces writes of the first n elements, and returns how many.
func Put[S ~[]E, E any](a S, n int, s rt.Site) int {
	put(a, 0, min(max(n, 0), len(a)), s)
	return n
}

// put announces writes of the elements between two numbers, or makes them.
func put[S ~[]E, E any](a S, from, to int, s rt.Site) {
	if all, ok := written(a); ok {
		for i := from; i < to; i++ {
			rt.At(&a[i], s).Set(all[i])
		}
	} else if !rt.Quiet() {
		rt.SliceW(a[from:to], s)
	}
}

// Filled announces writes of all elements, or of those between two numbers.
func Filled[S ~[]E, E any](a S, s rt.Site, part ...int) {
	if part == nil {
		part = []int{0, len(a)}
	}
	put(a, part[0], part[1], s)
}

// Encoded announces writes of the first elements, as many as from has, or as it becomes when by
// encodes it.
func Encoded[S ~[]E, E any](a S, s rt.Site, by any, from []byte) {
	n := len(from)
	if c, ok := by.(interface{ EncodedLen(n int) int }); ok {
		n = c.EncodedLen(n)
	}
	put(a, 0, n, s)
}

// Seen announces reads of all elements, or of those between two numbers, and is what was read.
func Seen[S ~[]E, E any](a S, s rt.Site, part ...int) S {
	from, to := 0, len(a)
	if part != nil {
		from, to = part[0], part[1]
	}
	if to > len(a) || rt.Quiet() {
		return a
	}
	if !rt.Stepwise() || len(a) == 0 {
		rt.SliceR(a[from:to], s)
		return a
	}
	seen := slices.Clip(slices.Clone(a))
	for i := from; i < to; i++ {
		seen[i] = *rt.R(&a[i], s)
	}
	return seen
}

// Scanning are what a call of package fmt scans into in place of args.
func Scanning[S ~[]E, E any](args S) S {
	to := Aside(args)
	if len(args) == 0 || unsafe.SliceData(to) == unsafe.SliceData(args) {
		return args
	}
	for i, p := range to {
		v := reflect.ValueOf(any(p))
		if _, itself := any(p).(fmt.Scanner); itself || v.Kind() != reflect.Pointer || v.IsNil() {
			continue
		}
		switch k := v.Elem().Kind(); {
		case reflect.Bool <= k && k <= reflect.Complex128, k == reflect.String, k == reflect.Slice:
			to[i] = reflect.New(v.Elem().Type()).Interface().(E)
		}
	}
	return to
}

// Scanned announces that the first n of args have been scanned into, and returns n.
func Scanned[S ~[]E, E any](args S, n int, s rt.Site) int {
	all, _ := written(args)
	for i, p := range args[:min(max(n, 0), len(args))] {
		if all == nil || any(all[i]) == any(p) {
			access.Fills(p, s)
			continue
		}
		to := reflect.ValueOf(any(p)).Elem()
		rt.TouchValue(to.Addr().UnsafePointer(), to.Type(), s, true)
		to.Set(reflect.ValueOf(any(all[i])).Elem())
	}
	return n
}
