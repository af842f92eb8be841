package rewrite

// auditor stands in for package runtime: it notes who accesses what, and at the
// end prints the sites of locations that several goroutines accessed and one
// of them wrote. Nothing is freed and nothing stays on a stack, so an address
// is a variable.
const auditor = `package runtime

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

type Site uint32

var sites []string

func RegisterSites(_, table string) Site {
	sites = strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	return 0
}

type location struct {
	tasks   map[string]bool
	written bool
	sites   map[Site]bool
}

var (
	seen = map[uintptr]*location{}
	sink []unsafe.Pointer
)

func note(p unsafe.Pointer, s Site, write bool) {
	sink = append(sink, p)
	l := seen[uintptr(p)]
	if l == nil {
		l = &location{tasks: map[string]bool{}, sites: map[Site]bool{}}
		seen[uintptr(p)] = l
	}
	buf := make([]byte, 40)
	l.tasks[strings.Fields(string(buf[:runtime.Stack(buf, false)]))[1]] = true
	l.written = l.written || write
	l.sites[s] = true
}

func Report() {
	n := 0
	for _, l := range seen {
		if len(l.tasks) < 2 || !l.written {
			continue
		}
		n++
		for s := range l.sites {
			fmt.Println(sites[s])
		}
	}
	fmt.Fprintln(os.Stderr, n, "shared locations of", len(seen))
}

func leaves[T any](p *T, s Site, write bool) {
	leavesOf(unsafe.Pointer(p), reflect.TypeFor[T](), s, write)
}

func leavesOf(p unsafe.Pointer, t reflect.Type, s Site, write bool) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			leavesOf(unsafe.Add(p, t.Field(i).Offset), t.Field(i).Type, s, write)
		}
	case reflect.Array:
		for i := range t.Len() {
			leavesOf(unsafe.Add(p, uintptr(i)*t.Elem().Size()), t.Elem(), s, write)
		}
	default:
		note(p, s, write)
	}
}

func R[T any](p *T, s Site) *T { leaves(p, s, false); return p }

func Touch(p unsafe.Pointer, s Site, write bool) { note(p, s, write) }

func Returning() bool  { return true }
func Quiet() bool      { return false }
func Stepwise() bool   { return false }
func Resetting() bool  { return false }
func MapOrder(int, func(int) string) []int { return nil }

type Location[T any] struct {
	p *T
	s Site
}

func At[T any](p *T, s Site) Location[T] { return Location[T]{p, s} }
func (l Location[T]) Set(v T)            { leaves(l.p, l.s, true); *l.p = v }

func MapR[M ~map[K]V, K comparable, V any](m M, s Site) M {
	note(reflect.ValueOf(m).UnsafePointer(), s, false)
	return m
}
func MapW[M ~map[K]V, K comparable, V any](m M, s Site) M {
	note(reflect.ValueOf(m).UnsafePointer(), s, true)
	return m
}
func MapPut[M ~map[K]V, K comparable, V any](m M, _ K, s Site) M { return MapW(m, s) }
func SliceR[S ~[]E, E any](a S, s Site) S {
	for i := range a {
		note(unsafe.Pointer(&a[i]), s, false)
	}
	return a
}
func SliceW[S ~[]E, E any](a S, s Site) S {
	for i := range a {
		note(unsafe.Pointer(&a[i]), s, true)
	}
	return a
}

func Go(_ Site, f func()) {
	done := make(chan bool)
	go func() { f(); close(done) }()
	<-done
}

func Startable[F ~func()](f F, _ Site) F                       { return f }
func Made[C any](ch C) C                                      { return ch }
func Unsupported(Site, string)                                {}
func Zero[T any](*T)                                          {}
func RegisterReset(string, func())                            {}
func RegisterState(string, any)                              {}
type Table struct{}
func NewTable(...any) *Table                                  { return &Table{} }
func (*Table) Begin()                                         {}
func (*Table) Again() bool                                    { return false }
func (*Table) Made()                                          {}
func Kept(unsafe.Pointer, func() any) any                     { return nil }
`
