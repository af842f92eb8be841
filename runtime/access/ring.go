package access

import (
	"container/ring"

	rt "gocheck.dev/runtime"
)

// RingDo is the method Do of a ring, which reads the value of each element before its turn.
func RingDo(r *ring.Ring, s rt.Site, f func(any)) {
	if r == nil {
		return
	}
	f(Get(&Reads(r, s).Value, s))
	for p := r.Next(); p != r; p = p.Next() {
		f(Get(&p.Value, s))
	}
}
