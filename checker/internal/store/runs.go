package store

import (
	"encoding/binary"
	"slices"
)

// arena has the runs of lists but the last ones. Of each run it has two numbers, how long it
// is and how far behind its end the next one begins, which are small as a rule: two bytes. They
// are read from the last one on backwards, as questions go back from the newest trace.
type arena struct {
	bytes []byte
	free  [][]uint32 // by number of blocks: where so many are that nobody needs
}

// blockBytes is what a list grows by. Where one begins is given in blocks.
const blockBytes = 4

// blocksOf is how many blocks n bytes take.
func blocksOf(n uint32) uint32 { return (n + blockBytes - 1) / blockBytes }

func (a *arena) at(off uint32) []byte { return a.bytes[blockBytes*int(off):] }

// copyOf is a copy of n bytes, with room for more.
func (a *arena) copyOf(off, n, room uint32) uint32 {
	size := blocksOf(room)
	var to uint32
	if int(size) < len(a.free) && len(a.free[size]) > 0 {
		last := len(a.free[size]) - 1
		to = a.free[size][last]
		a.free[size] = a.free[size][:last]
	} else {
		to = uint32(len(a.bytes) / blockBytes)
		a.bytes = append(a.bytes, make([]byte, blockBytes*size)...)
	}
	copy(a.at(to), a.at(off)[:n])
	return to
}

// release gives back the blocks of n bytes.
func (a *arena) release(off, n uint32) {
	size := blocksOf(n)
	if size == 0 {
		return
	}
	for int(size) >= len(a.free) {
		a.free = append(a.free, nil)
	}
	a.free[size] = append(a.free[size], off)
}

// then makes r the last run of a list.
func (s *Store) then(p *posting, r Run) {
	var room [2 * binary.MaxVarintLen32]byte
	code := appendBack(appendBack(room[:0], p.last.To-p.last.From-1), r.From-p.last.To-1)
	if n := p.n + uint32(len(code)); p.n != inPages && blocksOf(n) > blocksOf(p.n) {
		s.grow(p, n)
	}
	if p.n == inPages {
		s.fill(&s.paged[p.off], p.last)
	} else {
		p.n += uint32(copy(s.arena.at(p.off)[p.n:], code))
	}
	p.last = r
}

// grow gives a list room for n bytes, or puts it in pages.
func (s *Store) grow(p *posting, n uint32) {
	if some := blocksOf(p.n); some >= pagedFrom && some&(some-1) == 0 && s.paginate(p) {
		return
	}
	off := s.arena.copyOf(p.off, p.n, n)
	s.arena.release(p.off, p.n)
	p.off = off
}

// appendBack appends x in groups of seven bits, to be read from the end: a byte with the
// highest bit has another one before it.
func appendBack(b []byte, x uint32) []byte {
	if x < 1<<7 {
		return append(b, byte(x))
	}
	return append(appendBack(b, x>>7), byte(x)|1<<7)
}

// back reads what appendBack has appended, up to at, and returns where it begins.
func (a *arena) back(at int) (uint32, int) {
	at--
	x := uint32(a.bytes[at] & (1<<7 - 1))
	for shift := 7; a.bytes[at]&(1<<7) != 0; shift += 7 {
		at--
		x |= uint32(a.bytes[at]&(1<<7-1)) << shift
	}
	return x, at
}

// before is the run that ends n bytes behind off, the next one beginning at trace from, and
// how many bytes there are before it.
func (a *arena) before(off, n, from uint32) (Run, uint32) {
	begin := blockBytes * int(off)
	gap, at := a.back(begin + int(n))
	size, at := a.back(at)
	to := from - gap - 1
	return Run{to - size - 1, to}, uint32(at - begin)
}

// runs are those of a list that is not in pages but the last one.
func (a *arena) runs(p *posting) []Run {
	var runs []Run
	r, n := p.last, p.n
	for n > 0 {
		r, n = a.before(p.off, n, r.From)
		runs = append(runs, r)
	}
	slices.Reverse(runs)
	return runs
}
