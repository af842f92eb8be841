// Package dependent has tests that ask for what is no function of the schedule, addresses as
// numbers and texts among it, and others that only seem to: of the former each is warned of.
package dependent

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
	"unsafe"
)

type node struct {
	n    int
	next *node
}

type named struct{ *node }

func (named) String() string { return "named" }

type code int

func (c *code) Error() string { return "code" }

func use(...any) {}

// Each of these depends on more than its schedule.

func TestNumber(t *testing.T)     { use(uintptr(unsafe.Pointer(t)) >> 4 & 63) }
func TestNumberHeld(t *testing.T) { p := uintptr(unsafe.Pointer(t)); use(p % 64) }
func TestNumberOrder(t *testing.T) {
	a, b := new(int), new(int)
	if uintptr(unsafe.Pointer(a)) < uintptr(unsafe.Pointer(b)) {
		use(a)
	}
}
func TestNumberVar(t *testing.T) { var p = uintptr(unsafe.Pointer(t)); use(p) }
func TestNumberPage(t *testing.T) {
	use(uintptr(unsafe.Pointer(t))&4095 == 0)
}
func TestNumberReturned(t *testing.T) {
	use(func(p *int) uintptr { return uintptr(unsafe.Pointer(p)) }(new(int)))
}
func TestReflected(t *testing.T)     { use(reflect.ValueOf(t).Pointer()) }
func TestReflectedFunc(t *testing.T) { f := reflect.Value.Pointer; use(f(reflect.ValueOf(t))) }
func TestText(t *testing.T)          { use(fmt.Sprintf("%p", t)) }
func TestTextKept(t *testing.T)      { format := "%p"; use(fmt.Sprintf(format, t)) }
func TestTextSlice(t *testing.T)     { use(fmt.Sprintf("%p", []int{1})) }
func TestTextValue(t *testing.T)     { use(fmt.Sprintf("%v", new(int))) }
func TestTextNested(t *testing.T)    { use(fmt.Sprint(&node{1, &node{}})) }
func TestTextSlices(t *testing.T)    { use(fmt.Sprintln([]*node{{}})) }
func TestTextMap(t *testing.T)       { use(fmt.Append(nil, map[string]*int{"a": new(int)})) }
func TestTextFunc(t *testing.T)      { use(fmt.Sprint(any(use))) }
func TestTextChan(t *testing.T)      { c := make(chan int); use(fmt.Errorf("%v", c)) }
func TestTextHidden(t *testing.T) {
	use(fmt.Sprintf("%v", struct{ n named }{named{&node{}}})) // no method is called there
}
func TestTextGoSyntax(t *testing.T) { use(fmt.Sprintf("%#v", named{&node{}})) }
func TestTextByVerb(t *testing.T)   { use(fmt.Sprintf("%d", new(code))) }
func TestTextSpare(t *testing.T)    { use(fmt.Sprintf("%d", append([]any{1}, new(int))...)) }
func TestTextWritten(t *testing.T)  { fmt.Fprint(new(bytes.Buffer), new(int)) }
func TestTextBuilt(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%v", &node{next: &node{}})
}
func TestTextFunction(t *testing.T) { f := fmt.Sprint; use(f(new(int))) }
func TestTextDeferred(t *testing.T) { defer fmt.Sprint(new(int)) }
func TestTextShared(t *testing.T) {
	var wg sync.WaitGroup
	n := &node{next: &node{}}
	wg.Go(func() { use(fmt.Sprint(n)) })
	wg.Go(func() { use(fmt.Sprint(n, len(os.Args))) })
	wg.Wait()
}
func TestTextGeneric(t *testing.T) { use(sprint(new(int))) }
func sprint[T any](v T) string     { return fmt.Sprint(v) }

func TestHostname(t *testing.T)       { use(os.Hostname()) }
func TestPid(t *testing.T)            { use(os.Getpid()) }
func TestExecutable(t *testing.T)     { use(os.Executable()) }
func TestInterfaceAddrs(t *testing.T) { use(net.InterfaceAddrs()) }
func TestModTime(t *testing.T) {
	info, err := os.Stat(".")
	if err != nil {
		t.Fatal(err)
	}
	use(info.ModTime())
}
func TestModTimeOfEntry(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	info, _ := entries[0].Info()
	f := info.ModTime
	use(f())
}

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

//go:linkname hashed runtime.strhash
func hashed(s *string, seed uintptr) uintptr

//go:linkname nanotime runtime.nanotime
func nanotime() int64

func TestProcessor(t *testing.T) { use(procPin() & 7); procUnpin() }
func TestQuietHash(t *testing.T) { s := "a"; use(hashed(&s, 1) & 3) }

func TestHashOfAddress(t *testing.T) {
	use(maphash.Comparable(maphash.MakeSeed(), struct{ p *int }{new(int)}) & 3)
}
func TestQuietClock(t *testing.T) { use(nanotime()) }

func TestMemStats(t *testing.T) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
}

// Nothing of that is in these.

func TestQuietTexts(t *testing.T) {
	var none *int
	n := &node{n: 1}
	err := fmt.Errorf("wrapped: %w", errors.New("x"))
	use(fmt.Sprint(1, "a", 2.5, nil, none, err, n, []int{1}, map[string]int{"a": 1}, time.Second, time.Now()))
	use(fmt.Sprintf("%T %v %+v %s %p", n, named{n}, *n, new(code), (*int)(nil)))
	use(fmt.Sprintf("100%% %d", 1))
	use(fmt.Errorf("%w: %w", err, errors.Join(err, err)))
	use(fmt.Sprintf("%v %d", []int{1}, map[string]int{}), fmt.Sprintln(&[]int{1}, &map[string]int{"a": 1}, [2]named{}, []error{err}))
	use(fmt.Sprint(reflect.ValueOf(n).Elem().Field(0), reflect.TypeOf(n)))
	fmt.Fprintln(os.Stdout, new(int))
	t.Log(new(int))
}

func TestQuietNumbers(t *testing.T) {
	a := [4]int{1, 2, 3, 4}
	use(*(*int)(unsafe.Pointer(uintptr(unsafe.Pointer(&a[0])) + unsafe.Sizeof(a[0]))))
	use(*(*int)(unsafe.Add(unsafe.Pointer(&a), 8)), unsafe.Slice(&a[0], 4), unsafe.String(unsafe.StringData("abc"), 2))
	x := uintptr(unsafe.Pointer(&a))
	use(*(*int)(unsafe.Pointer(x ^ 0))) // hidden from escape analysis
	s := struct{ a, b int }{}
	use(uintptr(unsafe.Pointer(&s.b)) - uintptr(unsafe.Pointer(&s)))
	use(uintptr(unsafe.Pointer(&s))%8 == 0, uintptr(unsafe.Pointer(&s))&7)
	use(uintptr(unsafe.Pointer(&s)) == uintptr(unsafe.Pointer(&a)))
	seen := map[uintptr]bool{uintptr(unsafe.Pointer(nil)): true}
	use(seen[uintptr(unsafe.Pointer(&s))])
	use(&s.a == &s.b, map[*int]bool{&s.a: true})
}

func TestQuietAtomics(t *testing.T) {
	var p unsafe.Pointer
	var q atomic.Pointer[node]
	n := &node{}
	atomic.StorePointer(&p, unsafe.Pointer(n))
	q.CompareAndSwap(nil, (*node)(atomic.LoadPointer(&p)))
	var u uintptr
	atomic.AddUintptr(&u, 1)
	if q.Load() != n {
		t.Fatal()
	}
}

func TestQuietTimes(t *testing.T) {
	info, err := fstest.MapFS{"a": {}}.Stat("a")
	if err != nil {
		t.Fatal(err)
	}
	use(info.ModTime())
	stat, _ := os.Stat(filepath.Join("."))
	use(stat.Name(), stat.IsDir(), stat.Size())
}
