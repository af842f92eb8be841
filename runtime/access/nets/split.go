package nets

import rt "gocheck.dev/runtime"

// In a network of -net=split a read may return less than is there: one byte, or as much as the
// oldest write that is not read yet has left. TCP has no messages, and a program that takes what
// one Read returns for what one Write wrote is wrong; these two parts show it.
const (
	whole = iota // what is there
	one
	written
)

// splits chooses how much is read of what is there, at most so many bytes.
func (e *end) splits(most int) int {
	d := e.in
	rt.Saying(aside(e.says("look what there is from ")))
	rt.LoadWord(atRead, &d.word)
	n := min(most, len(d.data))
	if n < 2 {
		return whole
	}
	parts := []int{whole, one}
	if k := d.part(written); k > 1 && k < n {
		parts = append(parts, written)
	}
	chosen := whole
	rt.Saying(func() string {
		switch chosen {
		case one:
			return "only one byte comes"
		case written:
			return "only what was written first comes"
		}
		return "all comes"
	})
	chosen = parts[rt.Choose(atRead, len(parts))]
	return chosen
}

// part is how much that is of what is there.
func (d *direction) part(of int) int {
	switch {
	case of == one:
		return 1
	case of == written && len(d.writes) > 0:
		return d.writes[0]
	}
	return len(d.data)
}

// cut takes so many bytes from the writes that they are of.
func (d *direction) cut(n int) {
	for n > 0 && len(d.writes) > 0 {
		k := min(n, d.writes[0])
		n -= k
		if d.writes[0] -= k; d.writes[0] == 0 {
			d.writes = d.writes[1:]
		}
	}
}
