package checker

// interner gives every tuple of numbers its own small number, the same for
// the same tuple for as long as it lives: exact, no hash stands for a tuple.
type interner struct {
	table []uint32 // open addressing; number+1, 0 is free
	start []uint64 // of the tuple in arena; one more than there are tuples
	arena []uint32
}

func (t *interner) len() int { return max(len(t.start), 1) - 1 }

func hashTuple(key []uint32) uint64 {
	h := uint64(len(key)) * 0x9e3779b97f4a7c15
	for _, k := range key {
		h = (h ^ uint64(k)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

func (t *interner) at(id uint32) []uint32 { return t.arena[t.start[id]:t.start[id+1]] }

func (t *interner) slot(key []uint32) int {
	mask := len(t.table) - 1
	i := int(hashTuple(key)) & mask
next:
	for ; t.table[i] != 0; i = (i + 1) & mask {
		have := t.at(t.table[i] - 1)
		if len(have) != len(key) {
			continue
		}
		for j := range key {
			if have[j] != key[j] {
				continue next
			}
		}
		return i
	}
	return i
}

// find returns the tuple's number, if it has one.
func (t *interner) find(key []uint32) (uint32, bool) {
	if len(t.table) == 0 {
		return 0, false
	}
	id := t.table[t.slot(key)]
	return id - 1, id != 0
}

// intern returns the tuple's number, and whether it is new.
func (t *interner) intern(key []uint32) (uint32, bool) {
	if 2*t.len() >= len(t.table) {
		t.grow()
	}
	i := t.slot(key)
	if t.table[i] != 0 {
		return t.table[i] - 1, false
	}
	id := uint32(t.len())
	t.table[i] = id + 1
	t.arena = append(t.arena, key...)
	t.start = append(t.start, uint64(len(t.arena)))
	return id, true
}

func (t *interner) grow() {
	if len(t.start) == 0 {
		t.start = append(t.start, 0)
	}
	t.table = make([]uint32, max(1024, 2*len(t.table)))
	mask := len(t.table) - 1
	for id := range t.len() {
		i := int(hashTuple(t.at(uint32(id)))) & mask
		for t.table[i] != 0 {
			i = (i + 1) & mask
		}
		t.table[i] = uint32(id) + 1
	}
}

// bytes is the memory in use.
func (t *interner) bytes() int64 {
	return int64(4*cap(t.table) + 8*cap(t.start) + 4*cap(t.arena))
}
