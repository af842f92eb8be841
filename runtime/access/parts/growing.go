package parts

import (
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/draws"
)

// Growth are the keys of a map that the loop over it adds to. Whether a key that is added comes is
// left open by the language. Here it comes, if so, after those of the beginning.
type Growth[K comparable, V any] struct {
	m     map[K]V
	keys  []K
	at    int
	known map[K]bool // all that were looked at; nil: the keys of the beginning still come
	added int
}

// mostAdded is how many added keys come in one loop at most.
const mostAdded = 3

// Growing are those of m.
func Growing[M ~map[K]V, K comparable, V any](m M) *Growth[K, V] {
	return &Growth[K, V]{m: m, keys: access.Keys(m)}
}

// Next goes on to the next key.
func (g *Growth[K, V]) Next() bool {
	if g.at == len(g.keys) {
		g.adds()
	}
	g.at++
	return g.at <= len(g.keys)
}

// Key is that key.
func (g *Growth[K, V]) Key() K { return g.keys[g.at-1] }

// adds chooses which of the keys come that have been added, in the way in which orders are chosen.
func (g *Growth[K, V]) adds() {
	if !rt.Controlled() {
		return
	}
	if g.known == nil {
		g.known = make(map[K]bool)
		for _, k := range g.keys {
			g.known[k] = true
		}
	}
	for _, k := range access.SortedKeys(g.m) {
		if g.known[k] || k != k || g.added == mostAdded {
			continue
		}
		g.known[k] = true
		if order := rt.MapOrder(2, func(i int) string {
			return "the loop " + [2]string{"does not come", "comes"}[i] + " to the key " + draws.Text(k, len(g.known)) + ", which it has added"
		}); order != nil && order[0] == 1 {
			g.keys = append(g.keys, k)
			g.added++
		}
	}
}
