package runtime

import (
	"fmt"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/addresses"
	"gocheck.dev/runtime/internal/numbered"
	"gocheck.dev/runtime/internal/overlaps"
	"gocheck.dev/runtime/internal/sites"
	"gocheck.dev/runtime/internal/stretches"
)

// objects numbers the Go values of one execution by their addresses. A
// variable and the shadow of what begins at its address are two objects: a
// struct's first field may be a mutex. The tables keep what they name alive, so
// that no address means two things within an execution. Numbers are given in the
// order in which the execution comes to the objects.
type objects struct {
	list    []object
	vars    addresses.Table
	bytes   stretches.Bytes // of variables, too
	shadows addresses.Table
	names   sites.Numbers
	numbers numbered.Values // of what atomic.Values hold
	words   overlaps.Words  // of atomic operations, as long as they have no parts
}

// There may be millions of them: 40 bytes.
type object struct {
	sh      shadow         // nil: a plain variable. A partShadow is one, too
	step    uint64         // the step that has an effect on it…
	effect  int32          // …and where in the step's effects it is
	site    Site           // of the operation that was first seen on it, for its name
	twin    checker.Object // ObjectInfo.Twin
	changes uint32         // how often it has changed: see spin.go
}

func (o *objects) reset() {
	clear(o.list)
	o.list = o.list[:0]
	o.vars.Reset()
	o.bytes.Reset()
	o.shadows.Reset()
	o.names.Reset()
	o.numbers.Reset()
	o.words.Reset()
}

// add numbers an object that no address leads to.
func (o *objects) add(sh shadow) checker.Object {
	o.list = append(o.list, object{sh: sh})
	return checker.Object(len(o.list) - 1)
}

// varAt is the variable at p, which has its name in the source at s, if it is not
// known yet. A nil pointer panics here, in the task, rather than when the operation is
// performed.
func (x *Execution) varAt(p unsafe.Pointer, s Site) checker.Object {
	_ = *(*byte)(p)
	id, ok := x.vars.Find(p)
	if !ok {
		id = x.numbered(x.bytes.Take(p), s)
		x.vars.Set(p, id)
		if lock, ok := x.shadows.Find(p); ok {
			x.pair(lock, id)
		}
	}
	return id
}

// pair notes that an object is in the memory of a variable, if the object is a
// lock. (A Cond begins with a variable of the program's.)
func (x *Execution) pair(lock, v checker.Object) {
	switch x.list[lock].sh.(type) {
	case *mutexShadow, *rwShadow, *wgShadow, *onceShadow:
		x.list[lock].twin, x.list[v].twin = v+1, lock+1
	}
}

// shadowAt is the object at p and its shadow, which is made when it is first
// asked for. A nil pointer panics, as the operation itself would.
func (x *Execution) shadowAt(p unsafe.Pointer, make func() shadow) (checker.Object, shadow) {
	_ = *(*byte)(p)
	id, ok := x.shadows.Find(p)
	if !ok {
		id = x.replace(p, make())
	}
	return id, x.list[id].sh
}

// replace puts an object in the place of the one at p, if there is one.
func (x *Execution) replace(p unsafe.Pointer, sh shadow) checker.Object {
	id := x.add(sh)
	x.shadows.Set(p, id)
	if v, ok := x.vars.Find(p); ok {
		x.pair(id, v)
	}
	return id
}

// Object describes an object.
func (x *Execution) Object(id checker.Object) checker.ObjectInfo {
	info := checker.ObjectInfo{Kind: checker.VarObject}
	if sh := x.list[id].sh; sh != nil {
		info = sh.info()
	}
	info.Twin, info.Vague = x.list[id].twin, x.Known.Ends&wire.Words != 0
	return info
}

// nameObject remembers where an object was first met, or made: that place has
// its name in the source.
func (x *Execution) nameObject(id checker.Object, s Site) {
	if x.list[id].site == 0 {
		x.list[id].site = s
		x.names.Renamed(int(id))
	}
}

// ObjectName is the source text that an object was first met under, or the
// name that a handler was given.
func (x *Execution) ObjectName(id checker.Object) string {
	if int(id) >= len(x.list) {
		return ""
	}
	switch sh := x.list[id].sh.(type) {
	case *handlerShadow:
		if sh.h.Name() != "" {
			return sh.h.Name()
		}
	case *partShadow:
		return x.ObjectName(sh.whole)
	case countShadow:
		return "the number of goroutines"
	case *timerShadow:
		if sh.by == nil { // an alarm
			return "the time"
		}
	case *endShadow:
		return "the end of " + *sh.test.Name
	}
	// Two objects may have the same name in the source, at different times or
	// in different calls. A variable and the channel or map that it holds are told
	// apart by what is done with them.
	name := x.list[id].site.Object()
	nth := x.names.Number(int(id), func(i int) sites.Namesake {
		_, contents := x.list[i].sh.(contentsShadow)
		return sites.Namesake{Name: x.list[i].site.Object(), Kind: uint8(x.Object(checker.Object(i)).Kind), Contents: contents}
	})
	if nth > 1 && name != "" {
		name = fmt.Sprintf("%s #%d", name, nth)
	}
	return name
}
