package wordop

import (
	"sync/atomic"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/layout"
)

// Act is what an Op does.
type Act uint8

// What sync/atomic does.
const (
	Load Act = iota
	Store
	Swap
	CAS
	Add
	And
	Or
)

// Width is what an Op does it on.
type Width uint8

// Words of 32 and 64 bits, and pointers.
const (
	Bits32 Width = iota
	Bits64
	Pointer // apart from Bits64: the garbage collector has to see pointers move
)

// Leaf is what of a variable such a word is.
func (w Width) Leaf() layout.Kind {
	return [...]layout.Kind{Bits32: layout.Word4, Bits64: layout.Word8, Pointer: layout.Pointer}[w]
}

// Size is how many bytes it has.
func (w Width) Size() uintptr {
	return [...]uintptr{Bits32: 4, Bits64: 8, Pointer: unsafe.Sizeof(uintptr(0))}[w]
}

// Op is an operation on a word, and after it its result.
type Op struct {
	Addr   unsafe.Pointer
	Act    Act
	Width  Width
	Unused bool           // the program does not look at R
	A, B   uint64         // the operands: CAS expects A and writes B
	PA, PB unsafe.Pointer // the same for pointers
	R      uint64         // the result as sync/atomic defines it
	PR     unsafe.Pointer
	OK     bool // CAS: swapped
}

// Kind is what the operation is announced as. With commute, what commutes by its
// values is told apart: updates whose result is not used, and stores of what is
// there already.
func (o *Op) Kind(commute bool) checker.Kind {
	switch {
	case o.Act == Load:
		return checker.Read
	case o.Act == CAS:
		return checker.CAS
	case !commute:
	case o.Act == Store || o.Act == Swap && o.Unused:
		return checker.Store
	case o.Act == Add && o.Unused:
		return checker.Inc
	case o.Act == And && o.Unused:
		return checker.Mask
	case o.Act == Or && o.Unused:
		return checker.Merge
	}
	return checker.Write
}

// Bits is an operand as an event shows it.
func (o *Op) Bits(w uint64, p unsafe.Pointer) uint64 {
	switch o.Width {
	case Pointer:
		return uint64(uintptr(p))
	case Bits32:
		return uint64(uint32(w)) // without the sign
	}
	return w
}

// Apply is the operation on the real memory.
func (o *Op) Apply() {
	switch o.Width {
	case Bits32:
		o.apply32((*uint32)(o.Addr))
	case Bits64:
		o.apply64((*uint64)(o.Addr))
	case Pointer:
		o.applyPointer((*unsafe.Pointer)(o.Addr))
	}
}

func (o *Op) apply32(p *uint32) {
	a, b := uint32(o.A), uint32(o.B)
	switch o.Act {
	case Load:
		o.R = uint64(atomic.LoadUint32(p))
	case Store:
		atomic.StoreUint32(p, a)
	case Swap:
		o.R = uint64(atomic.SwapUint32(p, a))
	case CAS:
		o.OK = atomic.CompareAndSwapUint32(p, a, b)
	case Add:
		o.R = uint64(atomic.AddUint32(p, a))
	case And:
		o.R = uint64(atomic.AndUint32(p, a))
	case Or:
		o.R = uint64(atomic.OrUint32(p, a))
	}
}

func (o *Op) apply64(p *uint64) {
	switch o.Act {
	case Load:
		o.R = atomic.LoadUint64(p)
	case Store:
		atomic.StoreUint64(p, o.A)
	case Swap:
		o.R = atomic.SwapUint64(p, o.A)
	case CAS:
		o.OK = atomic.CompareAndSwapUint64(p, o.A, o.B)
	case Add:
		o.R = atomic.AddUint64(p, o.A)
	case And:
		o.R = atomic.AndUint64(p, o.A)
	case Or:
		o.R = atomic.OrUint64(p, o.A)
	}
}

func (o *Op) applyPointer(p *unsafe.Pointer) {
	switch o.Act {
	case Load:
		o.PR = atomic.LoadPointer(p)
	case Store:
		atomic.StorePointer(p, o.PA)
	case Swap:
		o.PR = atomic.SwapPointer(p, o.PA)
	case CAS:
		o.OK = atomic.CompareAndSwapPointer(p, o.PA, o.PB)
	}
}

// Now is the word in memory. Nobody else runs, so it is still what the
// operation left.
func (o *Op) Now() uint64 {
	switch o.Width {
	case Bits32:
		return uint64(atomic.LoadUint32((*uint32)(o.Addr)))
	case Bits64:
		return atomic.LoadUint64((*uint64)(o.Addr))
	}
	return uint64(uintptr(atomic.LoadPointer((*unsafe.Pointer)(o.Addr))))
}
