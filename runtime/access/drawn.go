package access

import (
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/draws"
)

// AroundFloat is a draw between 0 and 1 whose result is only compared with p: it is less, the
// same or more, which is a choice where few values are.
func AroundFloat[F float32 | float64](p F, draw func() F) func() F {
	return func() F {
		var sides []F
		if p > 0 {
			sides = append(sides, 0)
		}
		if p >= 0 && p < 1 {
			sides = append(sides, p)
		}
		if more := (max(p, 0) + 1) / 2; more > p && more < 1 {
			sides = append(sides, more)
		}
		return oneOf(sides, draw)
	}
}

// AroundInt is the same of a draw below a bound.
func AroundInt[I int | int32 | int64 | uint | uint32 | uint64](p I, draw func(I) I) func(I) I {
	return func(n I) I {
		if n <= 8 { // each is tried, or n is invalid
			return draw(n)
		}
		var sides []I
		if p > 0 {
			sides = append(sides, 0)
		}
		if p >= 0 && p < n {
			sides = append(sides, p)
		}
		if p < n-1 {
			sides = append(sides, n-1)
		}
		return oneOf(sides, func() I { return draw(n) })
	}
}

// oneOf is a choice, or what is drawn.
func oneOf[V draws.Numbers](of []V, draw func() V) V {
	if draws.Seeded(consultsGlobal) {
		return draw()
	}
	drawn := false
	var v V
	at, ok := rt.RandomBelow(uint64(len(of)), func() uint64 {
		v, drawn = draw(), true
		return 0
	}, func(i uint64) any { return of[i] })
	switch {
	case drawn:
		return v
	case ok:
		return draws.Number(of[at])
	}
	return draw()
}
