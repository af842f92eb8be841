package access

import (
	"iter"

	rt "gocheck.dev/runtime"
)

// MapsAll is maps.All, in the order of Keys, as rewritten loops are.
func MapsAll[Map ~map[K]V, K comparable, V any](s rt.Site, m Map) iter.Seq2[K, V] {
	return all(s, m, Keys[K, V])
}

func all[Map ~map[K]V, K comparable, V any](s rt.Site, m Map, keys func(map[K]V) []K) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, k := range keys(rt.MapR(m, s)) {
			if v, ok := rt.MapR(m, s)[k]; ok && !yield(k, v) {
				return
			}
		}
	}
}

// MapsKeys is maps.Keys.
func MapsKeys[Map ~map[K]V, K comparable, V any](s rt.Site, m Map) iter.Seq[K] {
	return func(yield func(K) bool) {
		MapsAll(s, m)(func(k K, _ V) bool { return yield(k) })
	}
}

// MapsValues is maps.Values.
func MapsValues[Map ~map[K]V, K comparable, V any](s rt.Site, m Map) iter.Seq[V] {
	return func(yield func(V) bool) {
		MapsAll(s, m)(func(_ K, v V) bool { return yield(v) })
	}
}

// SortedMapsKeys is maps.Keys where what comes of it is sorted at once.
func SortedMapsKeys[Map ~map[K]V, K comparable, V any](s rt.Site, m Map) iter.Seq[K] {
	return func(yield func(K) bool) {
		all(s, m, SortedKeys[K, V])(func(k K, _ V) bool { return yield(k) })
	}
}

// SortedMapsValues is the same for maps.Values.
func SortedMapsValues[Map ~map[K]V, K comparable, V any](s rt.Site, m Map) iter.Seq[V] {
	return func(yield func(V) bool) {
		all(s, m, SortedKeys[K, V])(func(_ K, v V) bool { return yield(v) })
	}
}

// KeysBeside are those of Keys for a loop of which only other tasks see in which order it goes.
func KeysBeside[K comparable, V any](m map[K]V) []K {
	if rt.Alone() {
		return SortedKeys(m)
	}
	return Keys(m)
}

// ReadsEntry announces what a method like Get of url.Values reads: the map, and the first value
// of a key.
func ReadsEntry[M ~map[string][]string](m M, s rt.Site, key string) M {
	rt.MapR(m, s)
	if values := m[key]; len(values) > 0 {
		rt.R(&values[0], s)
	}
	return m
}

// AddsEntry announces what a method like Add of url.Values accesses: the map, and the values of a
// key, to which it appends one.
func AddsEntry[M ~map[string][]string](m M, s rt.Site, key string) M {
	rt.MapW(m, s)
	if values := m[key]; !rt.Quiet() && len(values) < cap(values) {
		rt.SliceW(values[:len(values)+1][len(values):], s)
	} else {
		rt.SliceR(values, s)
	}
	return m
}

// ReadsEntries announces that the map and all values in it are read.
func ReadsEntries[M ~map[string][]string](m M, s rt.Site) M {
	rt.MapR(m, s)
	for _, key := range SortedKeys(m) {
		rt.SliceR(m[key], s)
	}
	return m
}
