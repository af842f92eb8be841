package access

import (
	"cmp"
	"reflect"
	"slices"
	"sort"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/draws"
	"gocheck.dev/runtime/internal/scatter"
)

// Keys are a map's keys in an order that is a function of the trace: the order
// of an iteration must not differ between two executions of one schedule.
// Numbers, strings and what is made of them are sorted; keys that this does not
// tell apart (pointers, channels) come in the order in which the execution has
// inserted them, and in the order of the runtime where rewritten code has not.
func Keys[K comparable, V any](m map[K]V) []K { return draws.Order(ordered(SortedKeys(m))) }

// SortedKeys are the same for a loop of which nobody sees in which order it goes: it is no
// choice.
func SortedKeys[K comparable, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sortKeys(keys, insertionsOf[K](mapPointer(m), false))
	return keys
}

// ordered brings keys into another order, if -maps says so.
func ordered[K any](keys []K) []K {
	return scatter.Ordered(keys, rt.MapOrder(len(keys), func(i int) string {
		return "the loop goes to the key " + draws.Text(keys[i], i+1) + " next"
	}))
}

func sortKeys[K comparable](keys []K, inserted *insertions[K]) {
	sort.SliceStable(keys, func(i, j int) bool {
		if c := before(reflect.ValueOf(keys[i]), reflect.ValueOf(keys[j])); c != 0 || inserted == nil {
			return c < 0
		}
		return inserted.nth[keys[i]] < inserted.nth[keys[j]]
	})
}

// An entry is one of a map that is known by reflection.
type entry struct{ key, value reflect.Value }

// entriesOf are those of a map in the order of SortedKeys: what is announced of them has to be
// the same in every execution of one schedule.
func entriesOf(m reflect.Value) []entry {
	all := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		all = append(all, entry{it.Key(), it.Value()})
	}
	inserted, known := rt.Kept(m.UnsafePointer(), nil).(interface{ number(key any) int })
	slices.SortStableFunc(all, func(a, b entry) int {
		c := before(a.key, b.key)
		if c == 0 && known {
			c = inserted.number(keyOf(a.key)) - inserted.number(keyOf(b.key))
		}
		return cmp.Or(c, before(a.value, b.value))
	})
	return all
}

// KeysOf are the keys of a map, in the order of Keys.
func KeysOf(m reflect.Value) []reflect.Value {
	var keys []reflect.Value
	for _, e := range entriesOf(m) {
		keys = append(keys, e.key)
	}
	return ordered(keys)
}

// keyOf is a key as the map has it, nil if that is not exported, and no pointer.
func keyOf(v reflect.Value) any {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.IsValid() && v.CanInterface() {
		return v.Interface()
	}
	return interfaceOf(v)
}

// interfaceOf is the value of a pointer, which may come from a field that is not
// exported.
func interfaceOf(v reflect.Value) any {
	if v.Kind() == reflect.Pointer && v.Type().Name() == "" {
		return reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface()
	}
	return nil
}

// before compares two keys: -1, 0, 1.
func before(a, b reflect.Value) int {
	less := func(x, y bool) int {
		switch {
		case x:
			return -1
		case y:
			return 1
		}
		return 0
	}
	if a.IsValid() != b.IsValid() {
		return less(b.IsValid(), a.IsValid())
	}
	if !a.IsValid() {
		return 0
	}
	if a.Type() != b.Type() {
		return less(a.Type().String() < b.Type().String(), a.Type().String() > b.Type().String())
	}
	switch a.Kind() {
	case reflect.Bool:
		return less(!a.Bool() && b.Bool(), a.Bool() && !b.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return less(a.Int() < b.Int(), a.Int() > b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return less(a.Uint() < b.Uint(), a.Uint() > b.Uint())
	case reflect.Float32, reflect.Float64:
		return floats(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		if c := floats(real(a.Complex()), real(b.Complex())); c != 0 {
			return c
		}
		return floats(imag(a.Complex()), imag(b.Complex()))
	case reflect.String:
		return less(a.String() < b.String(), a.String() > b.String())
	case reflect.Interface:
		return before(a.Elem(), b.Elem())
	case reflect.Array:
		for i := 0; i < a.Len(); i++ {
			if c := before(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if c := before(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}

// floats compares two numbers, with NaN as the least: it is as good as itself.
func floats(a, b float64) int { return cmp.Compare(a, b) }

// Lost are the values of a map that no lookup finds, because their keys differ
// from themselves (NaN).
type Lost[K comparable, V any] struct {
	values []V
	known  bool
}

// LostEntries are those that an iteration over m comes to.
func LostEntries[M ~map[K]V, K comparable, V any](m M) (l Lost[K, V]) { return l }

// Next is the next entry with such a key, if k is one. Nothing tells their keys
// apart, so that they are in the order of the values. The only way to delete them
// is to clear the map.
func (l *Lost[K, V]) Next(m map[K]V, k K) (v V, ok bool) {
	if k == k || len(m) == 0 {
		return v, false
	}
	if !l.known {
		l.known = true
		for k, v := range m {
			if k != k {
				l.values = append(l.values, v)
			}
		}
		sort.SliceStable(l.values, func(i, j int) bool {
			return before(reflect.ValueOf(l.values[i]), reflect.ValueOf(l.values[j])) < 0
		})
	}
	if len(l.values) == 0 {
		return v, false
	}
	v, l.values = l.values[0], l.values[1:]
	return v, true
}

// ZeroKey is the zero value of a map's keys: rewritten code declares variables of
// types by it that have no name where the variable is.
func ZeroKey[M ~map[K]V, K comparable, V any](M) (zero K) { return zero }

// ZeroValue is that of its values.
func ZeroValue[M ~map[K]V, K comparable, V any](M) (zero V) { return zero }

// ZeroElement is that of a slice's elements.
func ZeroElement[S ~[]E, E any](S) (zero E) { return zero }
