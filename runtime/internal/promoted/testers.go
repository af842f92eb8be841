package promoted

import (
	"reflect"
	"strings"
	"sync"
	"testing"
)

var testers sync.Map // struct types, names of generic ones; the methods of a T that they have themselves

// NoteTester notes that a struct type, or a generic one of this name, has methods of a testing.T
// from what it embeds, but not these.
func NoteTester(t any, own string) { testers.Store(t, " "+own+" ") }

// T is x, or the T that x has this method from, by way of what it embeds; nil if there is none.
// What is embedded less deeply counts, as in Go.
func T(x any, method string) *testing.T {
	if t, ok := x.(*testing.T); ok {
		return t
	}
	seen := make(map[reflect.Type]bool)
	for level := []any{x}; len(level) > 0; {
		var next []any
		for _, x := range level {
			if t, ok := x.(*testing.T); ok {
				return t
			}
			v, ok := structOf(x)
			if !ok || seen[v.Type()] {
				continue
			}
			seen[v.Type()] = true
			own, known := tester(v.Type())
			if strings.Contains(own, " "+method+" ") {
				return nil
			}
			if known || v.Type().Name() == "" || local(v.Type()) {
				for _, f := range embedded(v) {
					next = append(next, f.Interface())
				}
			}
		}
		level = next
	}
	return nil
}

// tester says which methods of a T a type has itself that has others from a T.
func tester(t reflect.Type) (own string, known bool) {
	n, known := noted(&testers, t)
	own, _ = n.(string)
	return own, known
}
