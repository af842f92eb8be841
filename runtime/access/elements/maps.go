package elements

import (
	"iter"
	"maps"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Functions of maps that write only if there is something to write, and when it comes.

// MapsCopy is maps.Copy.
func MapsCopy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](s rt.Site, to M1, from M2) {
	if len(rt.MapR(from, s)) > 0 {
		rt.MapW(to, s)
	}
	maps.Copy(to, from)
}

// MapsInsert is maps.Insert.
func MapsInsert[M ~map[K]V, K comparable, V any](s rt.Site, m M, seq iter.Seq2[K, V]) {
	maps.Insert(m, func(yield func(K, V) bool) {
		seq(func(k K, v V) bool {
			rt.MapW(m, s)
			return yield(k, v)
		})
	})
}

// MapsDeleteFunc is maps.DeleteFunc, which asks about the keys in the order of loops.
func MapsDeleteFunc[M ~map[K]V, K comparable, V any](s rt.Site, m M, del func(K, V) bool) {
	access.MapsAll(s, m)(func(k K, v V) bool {
		if del(k, v) {
			delete(rt.MapW(m, s), k)
		}
		return true
	})
}

// MapsEqualFunc is maps.EqualFunc, which compares in the order of loops.
func MapsEqualFunc[M1 ~map[K]V1, M2 ~map[K]V2, K comparable, V1, V2 any](s rt.Site, a M1, b M2, eq func(V1, V2) bool) bool {
	if len(rt.MapR(a, s)) != len(rt.MapR(b, s)) {
		return false
	}
	same := true
	access.MapsAll(s, a)(func(k K, v V1) bool {
		w, ok := rt.MapR(b, s)[k]
		same = ok && eq(v, w)
		return same
	})
	return same
}
