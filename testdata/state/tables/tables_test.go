package tables

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"mime"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"gocheck.dev"
	"gocheck.dev/testdata/state/tables/other"
)

// A way is one to write to a table, and what the table says as long as nobody has.
type way struct {
	name  string
	says  func() any
	want  any
	write func()
}

var inTest = squares(20)

var ways = []way{
	{"a slice of it", func() any { return sliced[3] }, 9, func() { part := sliced[2:5]; part[1] = 77 }},
	{"append in place", func() any { return appended[3] }, 9, func() { _ = append(appended[:3], 77) }},
	{"append behind its length", func() any { return spare[:21][20] }, 0, func() { _ = append(spare, 77) }},
	{"copy", func() any { return copied[1] }, 1, func() { copy(copied[1:], []int{77}) }},
	{"sort.Ints", func() any { return sorted[0] }, 361, func() { sort.Ints(sorted) }},
	{"slices.Reverse", func() any { return reversed[0] }, 0, func() { slices.Reverse(reversed) }},
	{"sort.Sort of a type of its own", func() any { return bySort[2].name }, "e2", func() { sort.Sort(bySort) }},
	{"another package's function", func() any { return moved[0] }, 0, func() { other.Shuffle(moved) }},
	{"clear", func() any { return reset[2] }, 4, func() { clear(reset) }},
	{"a pointer to an element", func() any { return handed[3].n }, 3, func() { p := &handed[3]; p.n = 77 }},
	{"a pointer within", func() any { return handed[5].n }, 5, func() { handed[7].next.next.n = 77 }},
	{"another package's method", func() any { return linked.Next.Next.Value() }, 17, func() { linked.Next.Next.Bump() }},
	{"another package's table", func() any { return other.Primes[1] }, 3, func() { other.Primes[1] = 77 }},
	{"another package's variable", func() any { return len(other.Primes) }, 17, func() { other.Primes = other.Primes[:2] }},
	{"an entry", func() any { return dict["k3"] }, 3, func() { dict["k3"]++ }},
	{"a deleted entry", func() any { return deleted["k3"] }, 3, func() { delete(deleted, "k3") }},
	{"clear of a map", func() any { return len(cleared) }, 20, func() { clear(cleared) }},
	{"maps.Copy", func() any { return len(grown) }, 20, func() { maps.Copy(grown, map[string]int{"new": 1}) }},
	{"an entry for another", func() any { return grown["k4"] }, 4, func() { delete(grown, "k4"); grown["k20"] = 4 }},
	{"an element in a map", func() any { return inMap[3][1] }, "x", func() { inMap[3][1] = "y" }},
	{"a map in a struct", func() any { return settings.limits["k1"] }, 1, func() { settings.limits["k1"] = 77 }},
	{"an array in a struct", func() any { return settings.steps[2] }, 2, func() { settings.steps[2] = 77 }},
	{"slices in slices", func() any { return settings.deep.all[5][2] }, 4, func() { settings.deep.all[5][2] = 77 }},
	{"an interface", func() any { return inAny[4].(*entry).n }, 4, func() { inAny[4].(*entry).n = 77 }},
	{"a key", func() any { return sum(pointers) }, 190, func() {
		for k := range pointers {
			k.n++
		}
	}},
	{"a closure", func() any { return closures[1]() }, 1, func() { closures[1]() }},
	{"behind a lock", func() any { return guarded.table[2] }, 4, func() { guarded.mu.Lock(); guarded.table[2] = 77; guarded.mu.Unlock() }},
	{"a generic type", func() any { return typed.all[2] }, "x", func() { typed.all[2] = "y" }},
	{"package binary", func() any { return words[7] }, byte(1), func() { binary.BigEndian.PutUint32(words[4:], 77) }},
	{"a reader", func() any { return words[11] }, byte(2), func() { io.ReadFull(strings.NewReader("read"), words[8:12]) }},
	{"a big number", func() any { return numbers.Bit(0) }, uint(1), func() { numbers.Add(numbers, big.NewInt(1)) }},
	{"drawing", func() any { return drawn.Intn(1000) }, 886, func() { drawn.Intn(10) }},
	{"a regexp", func() any { return matcher[0].FindString("ab") }, "a", func() { matcher[0].Longest() }},
	{"a buffer", func() any { return text.Len() }, 20, func() { text.WriteString("more") }},
	{"a buffer that is read", func() any { return text.String()[:1] }, "t", func() { text.ReadByte() }},
	{"package atomic", func() any { return atomics[2] }, int64(4), func() { atomic.AddInt64(&atomics[2], 1) }},
	{"reflection", func() any { return bySome[2] }, 4, func() { reflect.ValueOf(bySome).Index(2).SetInt(77) }},
	{"JSON", func() any { return viaPtr.all[2] }, 4, func() { json.Unmarshal([]byte("[1,2,3]"), &viaPtr.all) }},
	{"another value", func() any { return len(replaced) }, 20, func() { replaced = squares(3) }},
	{"an equal value", func() any { return &views[0][0] == &sliced[3] }, true, func() { sliced = squares(20) }},
	{"the original of what is shown", func() any { return &views[1][0] == &viewed[1] }, true, func() { viewed = squares(20) }},
	{"package unsafe", func() any { return unsafely[1] }, 1, func() { *(*int)(unsafe.Add(unsafe.Pointer(&unsafely[0]), unsafe.Sizeof(0))) = 77 }},
	{"what is shown", func() any { return viewed[1] }, 1, func() { views[1][0] = 77 }},
	{"what several entries show", func() any { return double[true][1] }, 1, func() { double[false][1] = 77 }},
	{"an array that init fills", func() any { return crc[1] }, uint32(0x77073096), func() { crc[1]++ }},
	{"how often init has run", func() any { return inits }, 1, func() { inits++ }},
	{"a slice that init fills", func() any { return filled[3] }, 3, func() { filled[3] = 77 }},
	{"a memory of results", func() any { return memo[9] }, 34, func() { memo[9] = 77 }},
	{"how often it was asked", func() any { return asked }, 56, func() { asked = 0 }},
	{"what it was asked for", func() any { return fibs[9] }, 34, func() { fibs[9] = 77 }},
	{"what is seen early", func() any { return early }, 0, func() { early = 77 }},
	{"what is seen late", func() any { return len(late) }, 20, func() { late = late[:3] }},
	{"what a size depends on", func() any { return len(base) }, 10, func() { size = 5 }},
	{"what a window shows", func() any { return &window[0] == &base[2] }, true, func() { base = squares(size) }},
	{"a window", func() any { return base[2] }, 4, func() { window[0] = 77 }},
	{"a file that is embedded", func() any { return string(embedded) }, "embedded\n", func() { embedded[0] = 'E' }},
	{"less of a file", func() any { return len(embedded) }, 9, func() { embedded = embedded[1:] }},
	{"the text of a file", func() any { return embeddedText }, "embedded\n", func() { embeddedText = "x" }},
	{"a table of the test", func() any { return inTest[2] }, 4, func() { inTest[2] = 77 }},
	{"a task", func() any { return tasks[2] }, 4, func() {
		var wg sync.WaitGroup
		wg.Go(func() { tasks[2] = 77 })
		wg.Wait()
	}},
}

func sum(m map[*entry]int) int {
	s := 0
	for k := range m {
		s += k.n
	}
	return s
}

func check(t *testing.T) {
	t.Helper()
	for _, w := range ways {
		if got := w.says(); got != w.want {
			t.Errorf("%s: %v, not %v: an earlier execution shows", w.name, got, w.want)
		}
	}
}

// TestAll writes to all tables in each execution.
func TestAll(t *testing.T) {
	check(t)
	for _, w := range ways {
		w.write()
	}
	either()
}

// TestEach writes to one table, to another in the next execution.
func TestEach(t *testing.T) {
	check(t)
	ways[gocheck.Choose(len(ways))].write()
}

// TestSometimes writes in some of the schedules.
func TestSometimes(t *testing.T) {
	check(t)
	if either() {
		for _, w := range ways {
			w.write()
		}
	}
}

// TestTwice writes to half of the tables before others do, in one of the schedules.
func TestTwice(t *testing.T) {
	check(t)
	half := 0
	if either() {
		half = 1
	}
	for i := half; i < len(ways); i += 2 {
		ways[i].write()
	}
}

// either is one of two, as the schedule decides.
func either() bool {
	var who atomic.Int32
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { who.CompareAndSwap(0, int32(i+1)) })
	}
	wg.Wait()
	return who.Load() == 2
}

var heavyTest = work(1 << 14)

// TestKept demands that what nobody writes to is made once: package mime, which is not reset,
// remembers from one execution to the next where the tables were.
func TestKept(t *testing.T) {
	either()
	for name, p := range map[string]any{"heavy": &heavy[0], "heavyMap": &heavyMap["a"][5], "heavyList": heavyList[7], "heavyTest": &heavyTest[0]} {
		now := fmt.Sprintf("%s/at-%p", name, p)
		ext := "." + name
		if was := mime.TypeByExtension(ext); was != "" && was != now {
			t.Errorf("%s is at %s, and was at %s: it was made again", name, now, was)
		}
		if err := mime.AddExtensionType(ext, now); err != nil {
			t.Error(err)
		}
	}
	if heavyAt[3] != heavy[3] || heavyAt[100] != heavy[100] {
		t.Error("heavyAt has lost its contents")
	}
}
