package instrument

import "strings"

// helperSources are small generic functions that rewritten code calls, put into
// a unit's generated file where it uses them. They are made of the runtime's
// entry points and say, in Go, when within an operation of the language its
// accesses happen.
var helperSources = map[string]string{
	// The value is loaded before the call returns: the compiler is free to
	// dereference a pointer after later calls of the same statement.
	"Get": `func gocheckGet[T any](p *T, s gocheckrt.Site) T { return *gocheckrt.R(p, s) }
`,
	"Outside": `func gocheckOutside[F any](s gocheckrt.Site, what string, f F) F {
	gocheckrt.Unsupported(s, what)
	return f
}
`,
	// Methods, so that keys and values are converted as the language does.
	"Delete": `type gocheckDeleting[K comparable, V any] struct {
	m map[K]V
	s gocheckrt.Site
}

func gocheckDelete[K comparable, V any](m map[K]V, s gocheckrt.Site) gocheckDeleting[K, V] {
	return gocheckDeleting[K, V]{m, s}
}

func (d gocheckDeleting[K, V]) Key(k K) { delete(gocheckrt.MapW(d.m, d.s), k) }
`,
	"ClearMap": `func gocheckClearMap[K comparable, V any](m map[K]V, s gocheckrt.Site) { clear(gocheckrt.MapW(m, s)) }
`,
	"ClearSlice": `func gocheckClearSlice[E any](a []E, s gocheckrt.Site) { clear(gocheckrt.SliceW(a, s)) }
`,
	// Only the elements that are copied are accessed.
	"Copy": `func gocheckCopy[E any](dst, src []E, d, s gocheckrt.Site) int {
	n := min(len(dst), len(src))
	gocheckrt.SliceR(src[:n], s)
	gocheckrt.SliceW(dst[:n], d)
	return copy(dst, src)
}
`,
	"CopyString": `func gocheckCopyString[E ~byte, S ~string](dst []E, src S, d gocheckrt.Site) int {
	n := min(len(dst), len(src))
	gocheckrt.SliceW(dst[:n], d)
	for i := 0; i < n; i++ {
		dst[i] = E(src[i])
	}
	return n
}
`,
	// append writes behind the end where there is room, and reads everything
	// where there is none.
	"Append": `type gocheckAppending[S ~[]E, E any] struct {
	a S
	s gocheckrt.Site
}

func gocheckAppend[S ~[]E, E any](a S, s gocheckrt.Site) gocheckAppending[S, E] {
	return gocheckAppending[S, E]{a, s}
}

func (p gocheckAppending[S, E]) Values(v ...E) S {
	if n := len(p.a) + len(v); n <= cap(p.a) {
		gocheckrt.SliceW(p.a[len(p.a):n], p.s)
	} else {
		gocheckrt.SliceR(p.a, p.s)
	}
	return append(p.a, v...)
}

func (p gocheckAppending[S, E]) Slice(v []E) S {
	gocheckrt.SliceR(v, p.s)
	return p.Values(v...)
}
`,
	"AppendString": `func gocheckAppendString[S ~[]E, E ~byte, T ~string](a S, v T, s gocheckrt.Site) S {
	if n := len(a) + len(v); n <= cap(a) {
		gocheckrt.SliceW(a[len(a):n], s)
	} else {
		gocheckrt.SliceR(a, s)
	}
	for i := 0; i < len(v); i++ {
		a = append(a, E(v[i]))
	}
	return a
}
`,
	// The order of a map's iteration must be a function of the schedule.
	// Numbers, strings and what is made of them are sorted; other keys
	// (pointers, channels) come in the order of the runtime.
	"Keys": `func gocheckKeys[K comparable, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	gochecksort.SliceStable(keys, func(i, j int) bool {
		return gocheckBefore(gocheckreflect.ValueOf(keys[i]), gocheckreflect.ValueOf(keys[j])) < 0
	})
	return keys
}

func gocheckBefore(a, b gocheckreflect.Value) int {
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
	case gocheckreflect.Bool:
		return less(!a.Bool() && b.Bool(), a.Bool() && !b.Bool())
	case gocheckreflect.Int, gocheckreflect.Int8, gocheckreflect.Int16, gocheckreflect.Int32, gocheckreflect.Int64:
		return less(a.Int() < b.Int(), a.Int() > b.Int())
	case gocheckreflect.Uint, gocheckreflect.Uint8, gocheckreflect.Uint16, gocheckreflect.Uint32, gocheckreflect.Uint64, gocheckreflect.Uintptr:
		return less(a.Uint() < b.Uint(), a.Uint() > b.Uint())
	case gocheckreflect.Float32, gocheckreflect.Float64:
		return less(a.Float() < b.Float(), a.Float() > b.Float())
	case gocheckreflect.String:
		return less(a.String() < b.String(), a.String() > b.String())
	case gocheckreflect.Interface:
		return gocheckBefore(a.Elem(), b.Elem())
	case gocheckreflect.Array:
		for i := 0; i < a.Len(); i++ {
			if c := gocheckBefore(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case gocheckreflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if c := gocheckBefore(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}
`,
}

func (u *unitRewriter) helperText() string {
	var b strings.Builder
	for _, name := range sortedKeys(u.helpers) {
		b.WriteString("\n" + helperSources[name])
	}
	if u.helpers["Keys"] {
		u.imports["reflect"], u.imports["sort"] = "gocheckreflect", "gochecksort"
	}
	return b.String()
}
