package stretches

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
)

// A Stretch is bytes, not always in one piece, each of which was accessed whenever all were.
type Stretch struct {
	Obj   checker.Object
	Of    *Stretch // it was a part of that before it was accessed by itself; nil: it is none
	Whole *Stretch // where parts of parts began; itself, if it is none
	bytes int      // that it has, without those which have become parts of it
	part  *Stretch // by the present access
	took  int      // bytes, by the present access
}

// Bytes are the stretches of an execution. No two have a byte in common.
type Bytes struct {
	blocks map[uintptr]*block
	free   []*block

	// Of the present access.
	single  func(unsafe.Pointer) (checker.Object, bool)
	number  func(*Stretch)
	each    func(checker.Object)
	touched []*Stretch
	gap     *Stretch // what it accesses for the first time
}

// blockSize is how much of the address space has its runs in one list.
const blockSize = 1 << 14

// block has the runs within a part of the address space, by address.
type block struct {
	runs    []run
	singles bool // a byte in there has an object by itself
}

// run are bytes of a stretch that lie side by side.
type run struct {
	at unsafe.Pointer // keeps them alive
	n  int
	of *Stretch
}

func (r *run) end() uintptr { return uintptr(r.at) + uintptr(r.n) }

// Reset begins an execution.
func (b *Bytes) Reset() {
	if len(b.blocks) == 0 {
		return
	}
	for _, k := range b.blocks {
		clear(k.runs)
		*k = block{runs: k.runs[:0]}
		b.free = append(b.free, k)
	}
	clear(b.blocks)
}

// Any says whether there are any.
func (b *Bytes) Any() bool { return len(b.blocks) > 0 }

func (b *Bytes) block(at uintptr) *block {
	k := b.blocks[at/blockSize]
	if k != nil {
		return k
	}
	if n := len(b.free); n > 0 {
		k, b.free = b.free[n-1], b.free[:n-1]
	} else {
		k = new(block)
	}
	if b.blocks == nil {
		b.blocks = map[uintptr]*block{}
	}
	b.blocks[at/blockSize] = k
	return k
}

// Noted notes that the byte at an address has an object by itself.
func (b *Bytes) Noted(p unsafe.Pointer) { b.block(uintptr(p)).singles = true }

// search is where in the runs the first is that ends behind an address.
func (k *block) search(at uintptr) int {
	i, _ := slices.BinarySearchFunc(k.runs, at, func(r run, at uintptr) int {
		if r.end() <= at {
			return -1
		}
		return 1
	})
	return i
}

// Take takes the byte at an address out of the stretch that it is in, which is returned, for an
// object by itself.
func (b *Bytes) Take(p unsafe.Pointer) *Stretch {
	if !b.Any() {
		return nil
	}
	k := b.block(uintptr(p))
	k.singles = true
	i := k.search(uintptr(p))
	if i == len(k.runs) || uintptr(k.runs[i].at) > uintptr(p) {
		return nil
	}
	r := k.runs[i]
	var parts []run
	if before := int(uintptr(p) - uintptr(r.at)); before > 0 {
		parts = append(parts, run{r.at, before, r.of})
	}
	if behind := int(r.end() - uintptr(p) - 1); behind > 0 {
		parts = append(parts, run{unsafe.Add(p, 1), behind, r.of})
	}
	k.runs = slices.Replace(k.runs, i, i+1, parts...)
	r.of.bytes--
	return r.of
}

// Has says whether the byte at an address is in a stretch.
func (b *Bytes) Has(p unsafe.Pointer) bool {
	k := b.blocks[uintptr(p)/blockSize]
	if k == nil {
		return false
	}
	i := k.search(uintptr(p))
	return i < len(k.runs) && uintptr(k.runs[i].at) <= uintptr(p)
}

// Access divides n bytes from an address on into what is accessed as a whole: each is called with
// the objects. single finds those that single addresses have, and number numbers a stretch that is
// told apart from now on from what it is a part of.
func (b *Bytes) Access(p unsafe.Pointer, n int, single func(unsafe.Pointer) (checker.Object, bool), number func(*Stretch), each func(checker.Object)) {
	b.touched, b.gap = b.touched[:0], nil
	b.single, b.number, b.each = single, number, each
	b.blockwise(p, n, func(k *block, p unsafe.Pointer, n int) {
		for i := k.search(uintptr(p)); i < len(k.runs) && uintptr(k.runs[i].at) < uintptr(p)+uintptr(n); i++ {
			r := &k.runs[i]
			if r.of.took == 0 {
				b.touched = append(b.touched, r.of)
			}
			r.of.took += int(min(r.end(), uintptr(p)+uintptr(n)) - max(uintptr(r.at), uintptr(p)))
		}
	})
	for _, s := range b.touched {
		s.part = s
		if s.took < s.bytes {
			s.part = &Stretch{Of: s, Whole: s.Whole, bytes: s.took}
			s.bytes -= s.took
			number(s.part)
		}
		each(s.part.Obj)
	}
	b.blockwise(p, n, func(k *block, p unsafe.Pointer, n int) { b.divide(k, p, n) })
	for _, s := range b.touched {
		s.part, s.took = nil, 0
	}
	clear(b.touched)
	b.single, b.number, b.each = nil, nil, nil
}

// blockwise calls f for what of the bytes is in each block.
func (b *Bytes) blockwise(p unsafe.Pointer, n int, f func(k *block, p unsafe.Pointer, n int)) {
	for n > 0 {
		here := min(n, blockSize-int(uintptr(p)%blockSize))
		f(b.block(uintptr(p)), p, here)
		if n -= here; n > 0 {
			p = unsafe.Add(p, here)
		}
	}
}

// divide cuts the runs of a block where the bytes begin and end, gives those that are touched to
// the parts, and makes runs of what was accessed by nobody.
func (b *Bytes) divide(k *block, p unsafe.Pointer, n int) {
	var made []run
	add := func(at unsafe.Pointer, n int, of *Stretch) {
		if last := len(made) - 1; last >= 0 && made[last].of == of && made[last].end() == uintptr(at) {
			made[last].n += n
		} else if n > 0 {
			made = append(made, run{at, n, of})
		}
	}
	from := k.search(uintptr(p))
	to := from
	for ; n > 0; to++ {
		if to == len(k.runs) || uintptr(k.runs[to].at) >= uintptr(p)+uintptr(n) {
			b.fill(k, p, n, add)
			break
		}
		r := k.runs[to]
		if ahead := int(uintptr(r.at) - uintptr(p)); ahead > 0 {
			b.fill(k, p, ahead, add)
			p, n = r.at, n-ahead
		} else {
			add(r.at, -ahead, r.of)
		}
		here := min(n, int(r.end()-uintptr(p)))
		add(p, here, r.of.part)
		n -= here
		if behind := int(r.end()-uintptr(p)) - here; behind > 0 {
			add(unsafe.Add(p, here), behind, r.of)
		} else if n > 0 {
			p = unsafe.Add(p, here)
		}
	}
	k.runs = slices.Replace(k.runs, from, to, made...)
}

// fill adds bytes that are in no stretch: some may have an object by themselves.
func (b *Bytes) fill(k *block, p unsafe.Pointer, n int, add func(unsafe.Pointer, int, *Stretch)) {
	grows := func(from, to int) {
		if from == to {
			return
		}
		if b.gap == nil {
			b.gap = new(Stretch)
			b.gap.Whole = b.gap
			b.number(b.gap)
			b.each(b.gap.Obj)
		}
		b.gap.bytes += to - from
		add(unsafe.Add(p, from), to-from, b.gap)
	}
	from := 0
	for i := 0; k.singles && i < n; i++ {
		if single, is := b.single(unsafe.Add(p, i)); is {
			grows(from, i)
			from = i + 1
			b.each(single)
		}
	}
	grows(from, n)
}
