package hashes

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/scatter"
)

// keyed are the hashes of the changed hash/maphash, if this release of Go has one. Its file here
// sets them (layout.OverlayHashes).
var keyed struct {
	bytes func(b []byte, seed uint64) uint64
	value func(v reflect.Value, seed uint64) uint64
}

// Chance is what the changed hash/maphash asks.
type Chance struct{ made atomic.Uint64 } // seeds that no task of an execution has made

// Random is what seeds are.
func (c *Chance) Random() uint64 {
	if v, ok := rt.Random(); ok {
		return v
	}
	return scatter.Mix(c.made.Add(1) * scatter.Step)
}

// Address is told that a hash depends on an address.
func (*Chance) Address() { rt.Depends(0, "a hash of an address") }

// Linked is f, a hash function of the Go runtime's of that name that the program has got at by a
// linkname: in an execution one whose key is the execution's.
func Linked[F any](s rt.Site, name string, f F) F {
	if !rt.Controlled() {
		return f
	}
	if keyed.bytes != nil && is(reflect.TypeFor[F](), functions[name]) {
		same := reflect.New(reflect.TypeOf(functions[name]))
		same.Elem().Set(reflect.ValueOf(functions[name]))
		return *(*F)(same.UnsafePointer())
	}
	rt.Depends(s, byRuntime)
	return f
}

const byRuntime = "a hash by the Go runtime"

// functions are known by their names, which say what is at an address.
var functions = map[string]any{
	"memhash":      ofMemory,
	"memhash32":    of32,
	"memhash64":    of64,
	"strhash":      atString,
	"nilinterhash": atAny,
	"typehash":     atType,
	"stringHash":   ofString,
	"efaceHash":    ofAny,
}

// is says whether a function can be called as another one: to be called, pointers are numbers.
func is(f reflect.Type, other any) bool {
	if other == nil {
		return false
	}
	as := reflect.TypeOf(other)
	kind := func(t reflect.Type) reflect.Kind {
		if t.Kind() == reflect.Pointer || t.Kind() == reflect.UnsafePointer {
			return reflect.Uintptr
		}
		return t.Kind()
	}
	if f.NumIn() != as.NumIn() || f.NumOut() != 1 || f.Out(0).Kind() != reflect.Uintptr {
		return false
	}
	for i := range as.NumIn() {
		if kind(f.In(i)) != kind(as.In(i)) {
			return false
		}
	}
	return true
}

func ofMemory(p unsafe.Pointer, seed, n uintptr) uintptr {
	return ofBytes(unsafe.Slice((*byte)(p), n), seed)
}

func of32(p unsafe.Pointer, seed uintptr) uintptr { return ofMemory(p, seed, 4) }

func of64(p unsafe.Pointer, seed uintptr) uintptr { return ofMemory(p, seed, 8) }

func atString(p unsafe.Pointer, seed uintptr) uintptr { return ofString(*(*string)(p), seed) }

func atAny(p unsafe.Pointer, seed uintptr) uintptr { return ofAny(*(*any)(p), seed) }

func ofString(s string, seed uintptr) uintptr {
	return ofBytes(unsafe.Slice(unsafe.StringData(s), len(s)), seed)
}

func ofBytes(b []byte, seed uintptr) uintptr { return uintptr(keyed.bytes(b, withKey(seed))) }

func ofAny(v any, seed uintptr) uintptr {
	return uintptr(keyed.value(reflect.ValueOf(&v).Elem(), withKey(seed)))
}

// atType is the hash of what is at p, of a type that the Go runtime describes at t.
func atType(t, p unsafe.Pointer, seed uintptr) uintptr {
	var v any
	(*[2]unsafe.Pointer)(unsafe.Pointer(&v))[0] = t
	return uintptr(keyed.value(reflect.NewAt(reflect.TypeOf(v), p).Elem(), withKey(seed)))
}

// OfMap is the hash function of a type of maps, as the program knows the Go runtime's description
// of one: a struct in whose field key the type of the keys is (typing.MapHasher).
func OfMap[M any](s rt.Site, m *M, key, hasher string) func(unsafe.Pointer, uintptr) uintptr {
	field := func(name string) unsafe.Pointer {
		return reflect.ValueOf(m).Elem().FieldByName(name).Addr().UnsafePointer()
	}
	native := *(*func(unsafe.Pointer, uintptr) uintptr)(field(hasher))
	if !rt.Controlled() {
		return native
	}
	if keyed.bytes == nil {
		rt.Depends(s, byRuntime)
		return native
	}
	t := *(*unsafe.Pointer)(field(key))
	return func(p unsafe.Pointer, seed uintptr) uintptr { return atType(t, p, seed) }
}

// withKey is a seed of the program's with what natively is the process's.
func withKey(seed uintptr) uint64 { return scatter.Mix(uint64(seed) ^ rt.RandomKey()) }
