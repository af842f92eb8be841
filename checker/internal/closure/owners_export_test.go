package closure

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// Counted are the keys of the traces that an exploration by closure has counted.
func Counted(d checker.Divided) [][3]uint32 {
	c, is := d.(*engine.Division).Of.(*Search)
	if !is {
		return nil
	}
	var keys [][3]uint32
	for i := range uint32(c.store.Hashes.Len()) {
		if k := *c.store.Hashes.Keys.At(i); !c.bookedAs(k) {
			keys = append(keys, k)
		}
	}
	return keys
}

func (c *Search) bookedAs(p flat.PackedKey) bool {
	_, ok := c.Booked.FindPacked(p)
	return ok
}

// SetSets changes of how many sets a question is, and returns what undoes that.
func SetSets(first, most int) (undo func()) {
	a, b := firstSets, mostSets
	firstSets, mostSets = first, most
	return func() { firstSets, mostSets = a, b }
}
