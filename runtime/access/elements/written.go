package elements

import (
	"unsafe"

	rt "gocheck.dev/runtime"
)

// Calls that write to a slice, of which their result says how much. They are announced when the
// call is over: its step is over, too, so nobody has seen more or less in between. With
// -races=explore others have their turn between two elements. So the call is given a slice aside,
// from which each element is written in its own step.

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
	to := a[:min(max(n, 0), len(a))]
	if all, ok := written(a); ok {
		for i := range to {
			rt.At(&to[i], s).Set(all[i])
		}
	} else if !rt.Quiet() && n <= len(a) {
		rt.SliceW(to, s)
	}
	return n
}
