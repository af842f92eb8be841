package checker

// store is S of exploration/closure.md: the explored traces, for one question
// only: is there one that has all of these events? So it keeps, for every
// event id, the numbers of the traces that contain it, in ascending order.
type store struct {
	lists  []posting // by id
	arena  []uint32
	free   [32][]uint32 // abandoned blocks of arena by binary order of size
	traces uint32
	hashes keyTable // of whole traces
	cursor []int    // of contains
	order  []posting
}

// posting is the list of one id: arena[off:off+n]. The first one is inline,
// as most ids that are not in nearly all traces are in one only.
type posting struct {
	off, n uint32
	block  uint8 // binary order of the block's size; the block exists when n > 1
}

// known says whether a trace with exactly these events was explored, and notes
// that it is now. This is not forgotten.
func (s *store) known(k key) bool {
	_, fresh := s.hashes.number(k)
	return !fresh
}

// forget forgets the events of all traces.
func (s *store) forget() {
	hashes := s.hashes
	*s = store{hashes: hashes}
}

// insert adds a trace.
func (s *store) insert(ids []uint32) {
	n := s.traces
	s.traces++
	for _, id := range ids {
		for int(id) >= len(s.lists) {
			s.lists = append(s.lists, posting{})
		}
		s.append(&s.lists[id], n)
	}
}

func (s *store) append(p *posting, n uint32) {
	switch {
	case p.n == 0:
		p.off = n
	case p.n == 1:
		first := p.off
		p.block = 1
		p.off = s.block(1)
		s.arena[p.off], s.arena[p.off+1] = first, n
	case p.n == 1<<p.block:
		off := s.block(p.block + 1)
		copy(s.arena[off:], s.arena[p.off:p.off+p.n])
		s.free[p.block] = append(s.free[p.block], p.off)
		p.off = off
		p.block++
		s.arena[off+p.n] = n
	default:
		s.arena[p.off+p.n] = n
	}
	p.n++
}

func (s *store) block(order uint8) uint32 {
	if f := s.free[order]; len(f) > 0 {
		s.free[order] = f[:len(f)-1]
		return f[len(f)-1]
	}
	off := len(s.arena)
	for range 1 << order {
		s.arena = append(s.arena, 0)
	}
	return uint32(off)
}

// contains says whether some trace has all the ids. It intersects their lists
// from the newest trace backwards, led by the shortest list.
func (s *store) contains(ids []uint32) bool {
	s.order = s.order[:0]
	s.cursor = s.cursor[:0]
	lead := 0
	for _, id := range ids {
		if int(id) >= len(s.lists) || s.lists[id].n == 0 {
			return false
		}
		p := s.lists[id]
		if p.n == s.traces {
			continue // in every trace
		}
		if p.n == 1 {
			// Only one trace can do.
			return s.hasAll(p.off, ids)
		}
		s.order = append(s.order, p)
		s.cursor = append(s.cursor, int(p.n))
		if p.n < s.order[lead].n {
			lead = len(s.order) - 1
		}
	}
	if len(s.order) == 0 {
		return s.traces > 0
	}
	s.order[0], s.order[lead] = s.order[lead], s.order[0]
	s.cursor[0], s.cursor[lead] = s.cursor[lead], s.cursor[0]
	l := s.order[0]
	for at := int(l.n) - 1; at >= 0; {
		t := s.arena[int(l.off)+at]
		low := t // the newest trace that can still do
		for i := 1; i < len(s.order); i++ {
			t2, ok := s.seek(i, low)
			if !ok {
				return false
			}
			if t2 < low {
				low = t2
				break
			}
		}
		if low == t {
			return true
		}
		for at >= 0 && s.arena[int(l.off)+at] > low {
			at--
		}
	}
	return false
}

// seek moves the cursor of list i to its last entry <= t, and returns that.
func (s *store) seek(i int, t uint32) (uint32, bool) {
	p := s.order[i]
	list := s.arena[p.off : p.off+p.n]
	hi := s.cursor[i] // entries from hi on are > some earlier t
	if hi == 0 {
		return 0, false
	}
	// Gallop backwards: the wanted entry is near as a rule.
	step := 1
	lo := hi - 1
	for lo > 0 && list[lo] > t {
		hi = lo
		lo -= step
		step *= 2
		if lo < 0 {
			lo = 0
		}
	}
	if list[lo] > t {
		s.cursor[i] = 0
		return 0, false
	}
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if list[mid] > t {
			hi = mid
		} else {
			lo = mid
		}
	}
	s.cursor[i] = lo + 1
	return list[lo], true
}

// hasAll says whether trace t has all the ids.
func (s *store) hasAll(t uint32, ids []uint32) bool {
	for _, id := range ids {
		if int(id) >= len(s.lists) || s.lists[id].n == 0 {
			return false
		}
		p := s.lists[id]
		if p.n == 1 {
			if p.off != t {
				return false
			}
			continue
		}
		list := s.arena[p.off : p.off+p.n]
		lo, hi := 0, len(list)
		for lo < hi {
			mid := int(uint(lo+hi) >> 1)
			if list[mid] < t {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		if lo == len(list) || list[lo] != t {
			return false
		}
	}
	return true
}

func (s *store) bytes() int64 {
	return int64(12*cap(s.lists)+4*cap(s.arena)) + s.hashes.bytes()
}
