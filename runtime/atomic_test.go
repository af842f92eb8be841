package runtime

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

func TestAtomicCounter(t *testing.T) {
	// A load and a store are not an addition.
	check(t, func(s Site, out func(string, ...any)) {
		var n atomic.Int32
		done := make(chan bool, 1)
		Go(s, func() {
			StoreWord(s, wordOfInt32(&n), LoadWord(s, wordOfInt32(&n))+1)
			SendTo(done, s).Send(true)
		})
		StoreWord(s, wordOfInt32(&n), LoadWord(s, wordOfInt32(&n))+1)
		Recv(done, s)
		out("%d", LoadWord(s, wordOfInt32(&n)))
	}, spec{outcomes: []string{"1", "2"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		var n int64
		done := make(chan bool, 1)
		Go(s, func() {
			AddWord(s, &n, -1)
			SendTo(done, s).Send(true)
		})
		AddWord(s, &n, -1)
		Recv(done, s)
		out("%d", LoadWord(s, &n))
	}, spec{outcomes: []string{"-2"}, native: true})
}

func TestAtomicCAS(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var p atomic.Pointer[int]
		a, b := new(int), new(int)
		done := make(chan bool, 1)
		Go(s, func() {
			out("a%t", atomicPointerCompareAndSwap(&p, s, nil, a))
			SendTo(done, s).Send(true)
		})
		out("b%t", atomicPointerCompareAndSwap(&p, s, nil, b))
		Recv(done, s)
	}, spec{outcomes: []string{"afalse btrue", "atrue bfalse"}, native: true})
}

// TestAtomicResults compares every operation with the real one.
func TestAtomicResults(t *testing.T) {
	s := testSites(t, "x")
	r := once(Settings{}, func() {
		var (
			i32 atomic.Int32
			u32 uint32
			i64 int64
			u64 atomic.Uint64
			ptr unsafe.Pointer
			b   atomic.Bool
		)
		is := func(what string, ok bool) {
			if !ok {
				t.Error(what)
			}
		}
		is("Int32.Add", AddWord(s, wordOfInt32(&i32), -3) == -3 && i32.Load() == -3)
		is("Int32.And", AndWord(s, wordOfInt32(&i32), 0xf) == -3 && i32.Load() == 13)
		is("Int32.Or", OrWord(s, wordOfInt32(&i32), -16) == 13 && i32.Load() == -3)
		is("Int32.CompareAndSwap", CASWord(s, wordOfInt32(&i32), -3, 7) && !CASWord(s, wordOfInt32(&i32), -3, 8) && i32.Load() == 7)
		is("Int32.Swap", SwapWord(s, wordOfInt32(&i32), -1) == 7 && LoadWord(s, wordOfInt32(&i32)) == -1)
		is("SwapUint32", SwapWord(s, &u32, 5) == 0 && AndWord(s, &u32, 4) == 5 && u32 == 4)
		StoreWord(s, &i64, -1<<62)
		is("Int64", LoadWord(s, &i64) == -1<<62 && AddWord(s, &i64, 1) == -1<<62+1)
		is("Uint64", AddWord(s, wordOfUint64(&u64), ^uint64(0)) == ^uint64(0) && OrWord(s, wordOfUint64(&u64), 1) == ^uint64(0))
		v := unsafe.Pointer(new(int))
		is("Pointer", SwapPointer(s, &ptr, v) == nil && CASPointer(s, &ptr, v, nil) && LoadPointer(s, &ptr) == nil)
		is("Bool", !atomicBoolSwap(&b, s, true) && atomicBoolLoad(&b, s) && atomicBoolCompareAndSwap(&b, s, true, false) && !b.Load())
	})
	if r.Outcome.Failure != nil {
		t.Errorf("%+v", r.Outcome.Failure)
	}
}

func TestAtomicEventsHaveTheBits(t *testing.T) {
	s := testSites(t, "x")
	var got []checker.Event
	x := newExecution(Settings{}, func() {
		var n atomic.Int32
		CASWord(s, wordOfInt32(&n), 0, -2)
		CASWord(s, wordOfInt32(&n), -1, 9)
		AddWord(s, wordOfInt32(&n), 3)
	})
	explore.Replay(x, nil, checker.Options{}, func(_ checker.State, e *checker.Event) { got = append(got, *e) })
	want := []struct {
		kind checker.Kind
		arg  int64
		val  uint64
		cas  bool
	}{
		{kind: checker.Begin},
		{checker.Write, 0, 1<<32 - 2, true},
		{checker.Read, 1<<32 - 1, 1<<32 - 2, true},
		{checker.Write, 0, 1, false},
	}
	if len(got) != len(want) {
		t.Fatalf("%d events", len(got))
	}
	for i, w := range want {
		if e := got[i]; e.Kind != w.kind || e.Arg != w.arg || e.Val != w.val || e.WasCAS != w.cas {
			t.Errorf("event %d is %+v, want %+v", i, e, w)
		}
	}
}

func TestAtomicValue(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var v atomic.Value
		done := make(chan bool, 1)
		Go(s, func() {
			out("a%t", AtomicValueCompareAndSwap(&v, s, nil, "a"))
			SendTo(done, s).Send(true)
		})
		out("b%t", AtomicValueCompareAndSwap(&v, s, nil, "b"))
		Recv(done, s)
		out("%v", AtomicValueSwap(&v, s, "c"))
		out("%v", AtomicValueLoad(&v, s))
	}, spec{outcomes: []string{"a atrue bfalse c", "afalse b btrue c"}, native: true})
	// What does not fit panics.
	check(t, func(s Site, out func(string, ...any)) {
		var v atomic.Value
		for _, f := range []func(){
			func() { AtomicValueStore(&v, s, nil) },
			func() { AtomicValueStore(&v, s, []int{}) },
			func() { AtomicValueStore(&v, s, 1) },
			func() { AtomicValueCompareAndSwap(&v, s, []int{}, []int{}) },
		} {
			func() {
				defer func() { out("%t", recover() != nil) }()
				f()
			}()
		}
	}, spec{outcomes: []string{"false true true true"}, native: true})
}
