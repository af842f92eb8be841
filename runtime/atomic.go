package runtime

import (
	"sync/atomic"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

// Atomics. Every operation of sync/atomic on a word is one atomicOp, which
// works on the word's bits: the entry points (package atomics) only convert.
// A load is a Read, a compare-and-swap is announced as a CAS with the expected
// bits, everything else is a Write, or with -commute=on what commutes (kind). The
// real operation is performed in the real memory, and events carry the bits
// that are there afterwards, so that the checker knows which other orders
// would make a compare-and-swap succeed.

// atomicAct is what an atomicOp does.
type atomicAct uint8

const (
	atomicLoad atomicAct = iota
	atomicStore
	atomicSwap
	atomicCAS
	atomicAdd
	atomicAnd
	atomicOr
)

// atomicWidth is what an atomicOp does it on.
type atomicWidth uint8

const (
	word32 atomicWidth = iota
	word64
	wordPointer // apart from word64: the garbage collector has to see pointers move
)

// atomicOp is an operation on a word, and after it its result.
type atomicOp struct {
	addr   unsafe.Pointer
	act    atomicAct
	width  atomicWidth
	unused bool           // the program does not look at r
	a, b   uint64         // the operands: CAS expects a and writes b
	pa, pb unsafe.Pointer // the same for pointers
	r      uint64         // the result as sync/atomic defines it
	pr     unsafe.Pointer
	ok     bool // CAS: swapped
}

// do performs the operation of t, which it is in, when it is its turn.
func (o *atomicOp) do(t *task, s Site) {
	o.unused = s&Unused != 0
	s &^= Unused
	kind, commuting := o.kind(false), o.kind(true)
	if kind != commuting {
		t.x.Known.Commutes = true
		if t.x.Commute {
			kind = commuting
		}
	}
	arg := int64(0)
	if kind == checker.CAS || kind == checker.Store {
		arg = int64(o.bits(o.a, o.pa))
	}
	obj := t.x.varAt(o.addr, s)
	t.use(kind, obj, arg, s, o)
	if t.resolved == checker.Read {
		leaf := layout.Word8
		switch o.width {
		case word32:
			leaf = layout.Word4
		case wordPointer:
			leaf = layout.Pointer
		}
		t.rounds.saw(obj, o.addr, leaf)
	}
}

// kind is what the operation is announced as. With commute, what commutes by its
// values is told apart: updates whose result is not used, and stores of what is
// there already.
func (o *atomicOp) kind(commute bool) checker.Kind {
	switch {
	case o.act == atomicLoad:
		return checker.Read
	case o.act == atomicCAS:
		return checker.CAS
	case !commute:
	case o.act == atomicStore || o.act == atomicSwap && o.unused:
		return checker.Store
	case o.act == atomicAdd && o.unused:
		return checker.Inc
	case o.act == atomicAnd && o.unused:
		return checker.Mask
	case o.act == atomicOr && o.unused:
		return checker.Merge
	}
	return checker.Write
}

// bits is an operand as an event shows it.
func (o *atomicOp) bits(w uint64, p unsafe.Pointer) uint64 {
	switch o.width {
	case wordPointer:
		return uint64(uintptr(p))
	case word32:
		return uint64(uint32(w)) // without the sign
	}
	return w
}

func (o *atomicOp) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.VarObject} }

func (o *atomicOp) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (o *atomicOp) perform(t *task, ev *checker.Event) {
	if t.op.Kind == checker.Store {
		if ev.Kind = checker.Write; o.now() == uint64(t.op.Arg) {
			ev.Kind = checker.Read
		}
	}
	o.apply()
	if o.act == atomicCAS {
		ev.WasCAS, ev.Kind = true, checker.Read
		if o.ok {
			ev.Kind = checker.Write
		}
	}
	ev.Val = o.now()
}

// apply is the operation on the real memory.
func (o *atomicOp) apply() {
	switch o.width {
	case word32:
		o.apply32((*uint32)(o.addr))
	case word64:
		o.apply64((*uint64)(o.addr))
	case wordPointer:
		o.applyPointer((*unsafe.Pointer)(o.addr))
	}
}

func (o *atomicOp) apply32(p *uint32) {
	a, b := uint32(o.a), uint32(o.b)
	switch o.act {
	case atomicLoad:
		o.r = uint64(atomic.LoadUint32(p))
	case atomicStore:
		atomic.StoreUint32(p, a)
	case atomicSwap:
		o.r = uint64(atomic.SwapUint32(p, a))
	case atomicCAS:
		o.ok = atomic.CompareAndSwapUint32(p, a, b)
	case atomicAdd:
		o.r = uint64(atomic.AddUint32(p, a))
	case atomicAnd:
		o.r = uint64(atomic.AndUint32(p, a))
	case atomicOr:
		o.r = uint64(atomic.OrUint32(p, a))
	}
}

func (o *atomicOp) apply64(p *uint64) {
	switch o.act {
	case atomicLoad:
		o.r = atomic.LoadUint64(p)
	case atomicStore:
		atomic.StoreUint64(p, o.a)
	case atomicSwap:
		o.r = atomic.SwapUint64(p, o.a)
	case atomicCAS:
		o.ok = atomic.CompareAndSwapUint64(p, o.a, o.b)
	case atomicAdd:
		o.r = atomic.AddUint64(p, o.a)
	case atomicAnd:
		o.r = atomic.AndUint64(p, o.a)
	case atomicOr:
		o.r = atomic.OrUint64(p, o.a)
	}
}

func (o *atomicOp) applyPointer(p *unsafe.Pointer) {
	switch o.act {
	case atomicLoad:
		o.pr = atomic.LoadPointer(p)
	case atomicStore:
		atomic.StorePointer(p, o.pa)
	case atomicSwap:
		o.pr = atomic.SwapPointer(p, o.pa)
	case atomicCAS:
		o.ok = atomic.CompareAndSwapPointer(p, o.pa, o.pb)
	}
}

// now is the word in memory. Nobody else runs, so it is still what the
// operation left.
func (o *atomicOp) now() uint64 {
	switch o.width {
	case word32:
		return uint64(atomic.LoadUint32((*uint32)(o.addr)))
	case word64:
		return atomic.LoadUint64((*uint64)(o.addr))
	}
	return uint64(uintptr(atomic.LoadPointer((*unsafe.Pointer)(o.addr))))
}

// Word is a type of integer that sync/atomic works on.
type Word interface {
	int32 | int64 | uint32 | uint64 | uintptr
}

// onWord is an operation on the word at p. A task has room for one, so that none
// is allocated, and its operands are written where they stay: a copy of what has
// just been written in parts waits for the parts.
func onWord[T Word](s Site, p *T, act atomicAct, a, b T) (T, bool) {
	width := word64
	if unsafe.Sizeof(*p) == 4 {
		width = word32
	}
	t := current()
	if t == nil {
		o := atomicOp{addr: unsafe.Pointer(p), act: act, width: width, a: uint64(a), b: uint64(b)}
		o.apply()
		return T(o.r), o.ok
	}
	o := &t.atomic
	o.addr, o.act, o.width, o.a, o.b = unsafe.Pointer(p), act, width, uint64(a), uint64(b)
	o.do(t, s)
	return T(o.r), o.ok
}

// LoadWord loads the word at p.
func LoadWord[T Word](s Site, p *T) T {
	v, _ := onWord(s, p, atomicLoad, 0, 0)
	return v
}

// StoreWord stores v in the word at p.
func StoreWord[T Word](s Site, p *T, v T) { onWord(s, p, atomicStore, v, 0) }

// SwapWord stores v and returns what was there.
func SwapWord[T Word](s Site, p *T, v T) T {
	old, _ := onWord(s, p, atomicSwap, v, 0)
	return old
}

// AddWord adds d and returns the sum.
func AddWord[T Word](s Site, p *T, d T) T {
	v, _ := onWord(s, p, atomicAdd, d, 0)
	return v
}

// AndWord masks the word by m and returns what was there.
func AndWord[T Word](s Site, p *T, m T) T {
	old, _ := onWord(s, p, atomicAnd, m, 0)
	return old
}

// OrWord sets the bits of m and returns what was there.
func OrWord[T Word](s Site, p *T, m T) T {
	old, _ := onWord(s, p, atomicOr, m, 0)
	return old
}

// CASWord replaces o by n and says whether o was there.
func CASWord[T Word](s Site, p *T, o, n T) bool {
	_, ok := onWord(s, p, atomicCAS, o, n)
	return ok
}

// onPointer is an operation on the pointer at p.
func onPointer(s Site, p *unsafe.Pointer, act atomicAct, a, b unsafe.Pointer) (unsafe.Pointer, bool) {
	t := current()
	if t == nil {
		o := atomicOp{addr: unsafe.Pointer(p), act: act, width: wordPointer, pa: a, pb: b}
		o.apply()
		return o.pr, o.ok
	}
	o := &t.atomic
	o.addr, o.act, o.width, o.pa, o.pb = unsafe.Pointer(p), act, wordPointer, a, b
	o.do(t, s)
	pr := o.pr
	o.pa, o.pb, o.pr = nil, nil, nil // else they would stay alive
	return pr, o.ok
}

// LoadPointer loads the pointer at p.
func LoadPointer(s Site, p *unsafe.Pointer) unsafe.Pointer {
	v, _ := onPointer(s, p, atomicLoad, nil, nil)
	return v
}

// StorePointer stores v in the pointer at p.
func StorePointer(s Site, p *unsafe.Pointer, v unsafe.Pointer) { onPointer(s, p, atomicStore, v, nil) }

// SwapPointer stores v and returns what was there.
func SwapPointer(s Site, p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer {
	old, _ := onPointer(s, p, atomicSwap, v, nil)
	return old
}

// CASPointer replaces o by n and says whether o was there.
func CASPointer(s Site, p *unsafe.Pointer, o, n unsafe.Pointer) bool {
	_, ok := onPointer(s, p, atomicCAS, o, n)
	return ok
}
