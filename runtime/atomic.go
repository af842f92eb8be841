package runtime

import (
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/wordop"
)

// Atomics. Every operation of sync/atomic on a word is one atomicOp, which works on the word's bits
// (package wordop): the entry points (package atomics) only convert. A load is a Read, a
// compare-and-swap is announced as a CAS with the expected bits, everything else is a Write, or
// with -commute=on what commutes (kind). The real operation is performed in the real memory, and
// events carry the bits that are there afterwards, so that the checker knows which other orders
// would make a compare-and-swap succeed.

// atomicOp is an operation on a word, and after it its result.
type atomicOp struct{ wordop.Op }

// do performs the operation of t, which it is in, when it is its turn.
func (o *atomicOp) do(t *task, s Site) {
	o.Unused = s&Unused != 0
	s &^= Unused
	kind, commuting := o.Kind(false), o.Kind(true)
	if kind != commuting {
		t.x.Known.Commutes = true
		if t.x.Commute {
			kind = commuting
		}
	}
	arg := int64(0)
	if kind == checker.CAS || kind == checker.Store {
		arg = int64(o.Bits(o.A, o.PA))
	}
	obj := t.x.varAt(o.Addr, s)
	t.use(kind, obj, arg, s, o)
	t.parts(o.Addr, o.Width.Size(), s)
	if t.resolved == checker.Read {
		t.rounds.saw(obj, o.Addr, o.Width.Leaf())
	}
}

// parts has the step of an atomic operation access what else the word consists of, if the program
// accesses parts of words by themselves (wire.Words). The first execution that does tells.
func (t *task) parts(p unsafe.Pointer, size uintptr, s Site) {
	x := t.x
	if x.Known.Ends&wire.Words == 0 {
		if layout.Any() && x.words.Note(p, size) {
			x.atEnd = append(x.atEnd, x.dividesWords)
		}
		return
	}
	for _, d := range layout.Cuts(size) {
		obj := x.varAt(unsafe.Add(p, d), 0)
		write := t.resolved != checker.Read
		if write {
			x.list[obj].changes++
		} else if t.rounds.on {
			t.look(obj, checker.Read)
		}
		x.effects = append(x.effects, checker.Effect{Task: t.id, Obj: obj, Write: write, Atomic: true, Pos: s.Pos()})
	}
}

func (x *Execution) dividesWords() {
	if x.words.Divided(x.vars.Find, x.bytes.Has) {
		x.Known.matters |= wire.Words
	}
}

func (o *atomicOp) info() checker.ObjectInfo { return checker.ObjectInfo{Kind: checker.VarObject} }

func (o *atomicOp) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (o *atomicOp) perform(t *task, ev *checker.Event) {
	if t.op.Kind == checker.Store {
		if ev.Kind = checker.Write; o.Now() == uint64(t.op.Arg) {
			ev.Kind = checker.Read
		}
	}
	o.Apply()
	if o.Act == wordop.CAS {
		ev.WasCAS, ev.Kind = true, checker.Read
		if o.OK {
			ev.Kind = checker.Write
		}
	}
	ev.Val = o.Now()
}

// Word is a type of integer that sync/atomic works on.
type Word interface {
	int32 | int64 | uint32 | uint64 | uintptr
}

// onWord is an operation on the word at p. A task has room for one, so that none
// is allocated, and its operands are written where they stay: a copy of what has
// just been written in parts waits for the parts.
func onWord[T Word](s Site, p *T, act wordop.Act, a, b T) (T, bool) {
	width := wordop.Bits64
	if unsafe.Sizeof(*p) == 4 {
		width = wordop.Bits32
	}
	r, ok := onBits(s, wordop.Op{Addr: unsafe.Pointer(p), Act: act, Width: width, A: uint64(a), B: uint64(b)})
	return T(r), ok
}

func onBits(s Site, op wordop.Op) (uint64, bool) {
	t := current()
	if t == nil {
		op.Apply()
		return op.R, op.OK
	}
	o := &t.atomic
	o.Addr, o.Act, o.Width, o.A, o.B = op.Addr, op.Act, op.Width, op.A, op.B
	o.do(t, s)
	return o.R, o.OK
}

// LoadWord loads the word at p.
func LoadWord[T Word](s Site, p *T) T {
	v, _ := onWord(s, p, wordop.Load, 0, 0)
	return v
}

// StoreWord stores v in the word at p.
func StoreWord[T Word](s Site, p *T, v T) { onWord(s, p, wordop.Store, v, 0) }

// SwapWord stores v and returns what was there.
func SwapWord[T Word](s Site, p *T, v T) T {
	old, _ := onWord(s, p, wordop.Swap, v, 0)
	return old
}

// AddWord adds d and returns the sum.
func AddWord[T Word](s Site, p *T, d T) T {
	v, _ := onWord(s, p, wordop.Add, d, 0)
	return v
}

// AndWord masks the word by m and returns what was there.
func AndWord[T Word](s Site, p *T, m T) T {
	old, _ := onWord(s, p, wordop.And, m, 0)
	return old
}

// OrWord sets the bits of m and returns what was there.
func OrWord[T Word](s Site, p *T, m T) T {
	old, _ := onWord(s, p, wordop.Or, m, 0)
	return old
}

// CASWord replaces o by n and says whether o was there.
func CASWord[T Word](s Site, p *T, o, n T) bool {
	_, ok := onWord(s, p, wordop.CAS, o, n)
	return ok
}

// onPointer is an operation on the pointer at p.
func onPointer(s Site, p *unsafe.Pointer, act wordop.Act, a, b unsafe.Pointer) (unsafe.Pointer, bool) {
	t := current()
	if t == nil {
		o := wordop.Op{Addr: unsafe.Pointer(p), Act: act, Width: wordop.Pointer, PA: a, PB: b}
		o.Apply()
		return o.PR, o.OK
	}
	o := &t.atomic
	o.Addr, o.Act, o.Width, o.PA, o.PB = unsafe.Pointer(p), act, wordop.Pointer, a, b
	o.do(t, s)
	pr := o.PR
	o.PA, o.PB, o.PR = nil, nil, nil // else they would stay alive
	return pr, o.OK
}

// LoadPointer loads the pointer at p.
func LoadPointer(s Site, p *unsafe.Pointer) unsafe.Pointer {
	v, _ := onPointer(s, p, wordop.Load, nil, nil)
	return v
}

// StorePointer stores v in the pointer at p.
func StorePointer(s Site, p *unsafe.Pointer, v unsafe.Pointer) { onPointer(s, p, wordop.Store, v, nil) }

// SwapPointer stores v and returns what was there.
func SwapPointer(s Site, p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer {
	old, _ := onPointer(s, p, wordop.Swap, v, nil)
	return old
}

// CASPointer replaces o by n and says whether o was there.
func CASPointer(s Site, p *unsafe.Pointer, o, n unsafe.Pointer) bool {
	_, ok := onPointer(s, p, wordop.CAS, o, n)
	return ok
}
