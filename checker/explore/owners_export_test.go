package explore

import "gocheck.dev/checker"

// Counted are the keys of the traces that an exploration by closure has counted.
func Counted(d checker.Divided) [][3]uint32 {
	c, is := d.(*division).of.(*search)
	if !is {
		return nil
	}
	var keys [][3]uint32
	for i := range uint32(c.store.hashes.len()) {
		if k := *c.store.hashes.keys.at(i); !c.bookedAs(k) {
			keys = append(keys, k)
		}
	}
	return keys
}

func (c *search) bookedAs(p packedKey) bool {
	_, ok := c.booked.findPacked(p)
	return ok
}

// SetSets changes of how many sets a question is, and returns what undoes that.
func SetSets(first, most int) (undo func()) {
	a, b := firstSets, mostSets
	firstSets, mostSets = first, most
	return func() { firstSets, mostSets = a, b }
}
