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
	value func(v any, seed uint64) uint64
}

// made counts seeds that no task of an execution has made.
var made atomic.Uint64

// random is what seeds are.
func random() uint64 {
	if v, ok := rt.Random(); ok {
		return v
	}
	return scatter.Mix(made.Add(1) * scatter.Step)
}

// address is told that a hash depends on an address.
func address() { rt.Depends(0, "a hash of an address") }

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
	rt.Depends(s, "a hash by the Go runtime")
	return f
}

// functions are known by their names, which say what is at an address.
var functions = map[string]any{
	"memhash":      ofMemory,
	"memhash32":    of32,
	"memhash64":    of64,
	"strhash":      atString,
	"nilinterhash": atAny,
	"stringHash":   ofString,
	"efaceHash":    ofAny,
}

// is says whether a function can be called as another one: pointers are as unsafe ones.
func is(f reflect.Type, other any) bool {
	if other == nil {
		return false
	}
	as := reflect.TypeOf(other)
	kind := func(t reflect.Type) reflect.Kind {
		if t.Kind() == reflect.Pointer {
			return reflect.UnsafePointer
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

func ofAny(v any, seed uintptr) uintptr { return uintptr(keyed.value(v, withKey(seed))) }

// withKey is a seed of the program's with what natively is the process's.
func withKey(seed uintptr) uint64 { return scatter.Mix(uint64(seed) ^ rt.RandomKey()) }
