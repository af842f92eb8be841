package values

import (
	"reflect"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/sites"
)

// Values finds plain accesses whose order with others matters less than that they
// read or write: checker.Effect.As. It is for -algo=r4 with -commute=on, nil
// elsewhere, and costs nothing there.
type Values struct {
	marks []checker.Kind         // by Site: as what its accesses count; Read: nothing is known of it
	Keys  map[Key]checker.Object // entries of maps, in this execution
}

// Key is an entry of a map.
type Key struct {
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
func (v *Values) mark(s sites.Site) checker.Kind {
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

// Of says as what an access of the leaf at p counts.
func (v *Values) Of(p unsafe.Pointer, kind layout.Kind, val uint64, s sites.Site, write bool) checker.Kind {
	if k := v.mark(s); k != checker.NoKind {
		return k
	}
	if write && kind.Comparable() && kind.Bits(p) == val {
		return checker.Read
	}
	return checker.NoKind
}

// Both says as what an access counts that its step has made before, if it is made
// again. A variable that has been initialised, or found to be what it is set to,
// may be read.
func Both(e *checker.Effect, write bool, as checker.Kind) checker.Kind {
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

// KeyOf is the entry of a map of that type with that key.
func KeyOf(m unsafe.Pointer, typ reflect.Type, key reflect.Value) Key {
	k := Key{m: m}
	if key.IsValid() {
		if typ.Kind() != reflect.Interface {
			key = key.Convert(typ) // of a constant, whose type is not said
		}
		k.key = key.Interface()
	}
	return k
}
