package runtime

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"
	"weak"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/wards"
)

// heavy is an object that shares its memory with no other.
type heavy struct {
	next *heavy
	room [8]int
}

var typeOfHeavy = reflect.TypeFor[heavy]()

// weakly is a weak pointer that the execution knows of.
func weakly(s Site, h *heavy) weak.Pointer[heavy] {
	Ward(s, func(d *wards.Wards, w wards.Ward) { d.Weak(w, unsafe.Pointer(h), typeOfHeavy) })
	return weak.Make(h)
}

// there says whether the object is there. A compiler may keep what it has looked at in a function.
//
//go:noinline
func there(w weak.Pointer[heavy]) bool { return w.Value() != nil }

// Garbage is collected when all others are at rest: what they still have stays, what nobody has is
// gone, and finalizers and cleanups run at any moment after that.
func TestGarbage(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		current().x.Known.Ends |= wire.Collects
		var n uint32
		kept, gone := func() (kept, gone weak.Pointer[heavy]) {
			h := &heavy{next: new(heavy)}
			c := make(chan bool)
			Go(s, func() {
				Recv(c, s)
				h.room[0]++
			})
			f := new(heavy)
			f.room[1] = 7
			Ward(s, func(d *wards.Wards, w wards.Ward) {
				d.Finalize(w, f, func(h *heavy) { AddWord(s, &n, uint32(h.room[1])) })
			})
			return weakly(s, h.next), weakly(s, new(heavy))
		}()
		Collect(s, runtime.GC)
		out("%t %t %d", there(kept), there(gone), LoadWord(s, &n))
	}, spec{outcomes: []string{"true false 0", "true false 7"}})
}

// With pauses it is collected at any moment.
func TestGarbageMeanwhile(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		current().x.Known.Ends |= wire.Collects
		var n uint32
		done := make(chan bool)
		w := weakly(s, new(heavy))
		Go(s, func() {
			Collect(s, runtime.GC)
			Close(done, s)
		})
		first := there(w)
		AddWord(s, &n, 1)
		second := there(w)
		Recv(done, s)
		out("%t %t %t", first, second, there(w))
	}, spec{pause: wire.Moments, outcomes: []string{"true false false", "true true false"}})
}

// A cleanup comes after the finalizer of its object, if garbage is collected again; it does
// not come if it was stopped.
func TestGarbageCleanedUp(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		current().x.Known.Ends |= wire.Collects
		var done []string
		func() {
			h := new(heavy)
			Ward(s, func(d *wards.Wards, w wards.Ward) {
				d.Finalize(w, h, func(*heavy) { done = append(done, "finalized") })
			})
			Ward(s, func(d *wards.Wards, w wards.Ward) {
				w.Runs = func(any) { done = append(done, "cleaned up") }
				d.Cleanup(w, unsafe.Pointer(&h.room[2]), typeOfHeavy, cleanupOf(h))
			})
			stopped := cleanupOf(h)
			Ward(s, func(d *wards.Wards, w wards.Ward) {
				w.Runs = func(any) { done = append(done, "stopped") }
				d.Cleanup(w, unsafe.Pointer(h), typeOfHeavy, stopped)
			})
			Ward(s, func(d *wards.Wards, _ wards.Ward) { d.Stop(stopped) })
		}()
		for range 3 {
			Collect(s, runtime.GC)
			TimeSleep(s, 1000)
		}
		out("%v", done)
	}, spec{outcomes: []string{"[finalized cleaned up]"}})
}

// cleanupOf names a cleanup.
func cleanupOf(h *heavy) runtime.Cleanup { return runtime.AddCleanup(h, func(int) {}, 0) }
