package runtime

import (
	"reflect"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

// values finds plain accesses whose order with others matters less than that they
// read or write: checker.Effect.As. It is for -algo=r4 with -commute=on, nil
// elsewhere, and costs nothing there.
type values struct {
	marks []checker.Kind            // by Site: as what its accesses count; Read: nothing is known of it
	keys  map[mapKey]checker.Object // entries of maps, in this execution
}

// mapKey is an entry of a map.
type mapKey struct {
	m   unsafe.Pointer
	key any
}

// marked are the marks of sites of accesses (instrument/internal/rewrite/commuting.go) by what they
// come to.
var marked = map[string]checker.Kind{
	"sum":  checker.Inc,   // of x++, x += y: both the read and the write
	"init": checker.Merge, // of if x == nil { x = something empty }: both
	"put":  checker.Merge, // of m[k] = v, where MapPut adds an access of the entry
}

// mark is as what accesses at s count by the look of the source, or NoKind.
func (v *values) mark(s Site) checker.Kind {
	for int(s) >= len(v.marks) {
		v.marks = append(v.marks, make([]checker.Kind, int(s)+1-len(v.marks))...)
	}
	if v.marks[s] == checker.NoKind {
		v.marks[s] = checker.Read
		if k, ok := marked[s.Mark()]; ok {
			v.marks[s] = k
		}
	}
	if k := v.marks[s]; k != checker.Read {
		return k
	}
	return checker.NoKind
}

// of says as what an access of the leaf at p counts.
func (v *values) of(p unsafe.Pointer, kind layout.Kind, val uint64, s Site, write bool) checker.Kind {
	if k := v.mark(s); k != checker.NoKind {
		return k
	}
	if write && kind.Comparable() && kind.Bits(p) == val {
		return checker.Read
	}
	return checker.NoKind
}

// both says as what an access counts that its step has made before, if it is made
// again. A variable that has been initialised, or found to be what it is set to,
// may be read.
func both(e *checker.Effect, write bool, as checker.Kind) checker.Kind {
	reads := !write && as == checker.NoKind
	switch {
	case e.As == as:
		return as
	case reads && (e.As == checker.Merge || e.As == checker.Read):
		return e.As
	case as == checker.Read && !e.Write && e.As == checker.NoKind:
		return as
	}
	return checker.NoKind
}

// MapPut announces that an entry of the map is about to be assigned to: a write of
// the map as a whole. That M is a map is not said, for the reason that MapR has.
func MapPut[M, K any](m M, key K, s Site) M {
	p := *(*unsafe.Pointer)(unsafe.Pointer(&m))
	t := current()
	if t == nil || p == nil {
		return m
	}
	t.access(p, layout.Opaque, 0, s, true)
	if x := t.x; x.values != nil && !x.alone && x.Races != RacesExplore {
		x.put(t, mapKeyOf(p, reflect.TypeFor[M]().Key(), reflect.ValueOf(key)), s)
	}
	return m
}

func mapKeyOf(m unsafe.Pointer, typ reflect.Type, key reflect.Value) mapKey {
	k := mapKey{m: m}
	if key.IsValid() {
		if typ.Kind() != reflect.Interface {
			key = key.Convert(typ) // of a constant, whose type is not said
		}
		k.key = key.Interface()
	}
	return k
}

// put is a write of an entry. Other entries of the map may be put into it before or
// after; a reader of the map may read any of them.
func (x *Execution) put(t *task, k mapKey, s Site) {
	entry, ok := x.values.keys[k]
	if !ok {
		entry = x.add(nil)
		x.values.keys[k] = entry
	}
	x.nameObject(entry, s)
	x.effect(t, entry, s, true, checker.NoKind)
}
