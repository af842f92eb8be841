package wards

import (
	"cmp"
	"reflect"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/sites"
	"gocheck.dev/runtime/internal/statics"
)

// Ward is an object whose end the program can see.
type Ward struct {
	By   checker.Task  // who wants to know
	At   sites.Site    // where
	Runs func(obj any) // its finalizer or cleanup; nil: weak pointers show its end

	object  unsafe.Pointer  // a slot
	at      uintptr         // where it is, or was
	typ     reflect.Type    // of the pointer that has a finalizer
	back    chan any        // gives the object back that was collected; nil: it has no finalizer
	given   any             // that object
	cleanup runtime.Cleanup // names a cleanup
}

// Finalizes says whether the ward has a finalizer.
func (w *Ward) Finalizes() bool { return w.back != nil }

// Run calls the finalizer or cleanup of what is gone.
func (w *Ward) Run() {
	given := w.given
	w.given = nil
	w.Runs(given)
}

// mostWait is how long a finalizer that the collector has found is waited for: others of the
// process may come first, and one of them may stay.
const mostWait = 10 * time.Second

// comesBack waits until the object that is gone is given back, as it has a finalizer that is to
// get it.
func (w *Ward) comesBack() bool {
	select {
	case w.given = <-w.back:
		return true
	case <-time.After(mostWait):
		return false
	}
}

// has says whether the object that was given back is that of other, or has it in it.
func (w *Ward) has(other *Ward) bool {
	return w.given != nil && w.at <= other.at && other.at < w.at+max(w.typ.Elem().Size(), 1)
}

// again makes a ward that is gone one that is not, as its object was given back to another one.
func (w *Ward) again(by *Ward) {
	w.object = unsafe.Add(reflect.ValueOf(by.given).UnsafePointer(), w.at-by.at)
}

// leave gives the ward up.
func (w *Ward) leave() {
	if w.object != nil && w.back != nil {
		runtime.SetFinalizer(reflect.NewAt(w.typ.Elem(), w.object).Convert(w.typ).Interface(), nil)
	}
	w.object = nil
}

// Wards are those of an execution.
type Wards struct {
	all []Ward

	// Objects that share their memory with others are kept: nobody knows when they go.
	tiny   []unsafe.Pointer
	tinyAt sites.Site
}

// Reset begins an execution.
func (d *Wards) Reset() {
	for i := range d.all {
		d.all[i].leave()
	}
	clear(d.all)
	clear(d.tiny)
	d.all, d.tiny = d.all[:0], d.tiny[:0]
}

// Tiny says where the first object came that is kept.
func (d *Wards) Tiny() (at sites.Site, ok bool) { return d.tinyAt, len(d.tiny) > 0 }

// add adds the ward of an object of a type.
func (d *Wards) add(w Ward, typ reflect.Type) {
	w.at = uintptr(w.object)
	if statics.Has(w.object) { // and so never gone
		return
	}
	if tiny(typ) {
		d.tiny, d.tinyAt = append(d.tiny, w.object), cmp.Or(d.tinyAt, w.At)
	} else {
		d.all = append(d.all, w)
	}
}

// Weak adds an object to which there is a weak pointer.
func (d *Wards) Weak(w Ward, object unsafe.Pointer, typ reflect.Type) {
	w.object = object
	d.add(w, typ)
}

// Cleanup adds an object with a cleanup of a name.
func (d *Wards) Cleanup(w Ward, object unsafe.Pointer, typ reflect.Type, name runtime.Cleanup) {
	w.cleanup = name
	d.Weak(w, object, typ)
}

// Stop takes a cleanup back.
func (d *Wards) Stop(name runtime.Cleanup) {
	d.all = slices.DeleteFunc(d.all, func(w Ward) bool { return w.Runs != nil && !w.Finalizes() && w.cleanup == name })
}

// Finalize sets a finalizer for what obj points to, or, if it is nil, takes it back. What is wrong
// with that ends the process, as in runtime.SetFinalizer.
func (d *Wards) Finalize(w Ward, obj, finalizer any) {
	runtime.SetFinalizer(obj, finalizer)
	runtime.SetFinalizer(obj, nil)
	v := reflect.ValueOf(obj)
	w.object, w.typ = v.UnsafePointer(), v.Type()
	if finalizer == nil {
		d.all = slices.DeleteFunc(d.all, func(o Ward) bool { return o.Finalizes() && o.object == w.object })
		return
	}
	back := make(chan any, 1)
	runtime.SetFinalizer(obj, func(o any) { back <- o })
	w.back = back
	w.Runs = func(obj any) {
		f := reflect.ValueOf(finalizer)
		f.Call([]reflect.Value{reflect.ValueOf(obj).Convert(f.Type().In(0))})
	}
	d.add(w, w.typ.Elem())
}

// Any says whether there are any.
func (d *Wards) Any() bool { return len(d.all) > 0 }

// Slots adds those of all wards.
func (d *Wards) Slots(slots []*unsafe.Pointer) []*unsafe.Pointer {
	for i := range d.all {
		slots = append(slots, &d.all[i].object)
	}
	return slots
}

// Gone are the finalizers and cleanups to be run of wards whose slots are nil by now. Those are no
// wards any more.
func (d *Wards) Gone() (gone []Ward) {
	for i := range d.all {
		if w := &d.all[i]; w.object == nil && w.Finalizes() && w.comesBack() {
			gone = append(gone, *w)
		}
	}
	for i := range d.all {
		w := &d.all[i]
		if w.object != nil || w.Runs == nil || w.Finalizes() {
			continue
		}
		// A finalizer comes before cleanups, and has its object back for a while.
		if before := slices.IndexFunc(gone, func(f Ward) bool { return f.has(w) }); before >= 0 {
			w.again(&gone[before])
		} else {
			gone = append(gone, *w)
		}
	}
	d.all = slices.DeleteFunc(d.all, func(w Ward) bool { return w.object == nil })
	// Who came first is in the order of the program for those of one task only.
	slices.SortStableFunc(gone, func(v, w Ward) int { return cmp.Compare(v.By, w.By) })
	return gone
}
