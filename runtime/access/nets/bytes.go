package nets

import (
	"slices"

	rt "gocheck.dev/runtime"
)

// The bytes that the program passes are accessed at its own line. With -races=explore each is a
// step, and is read or written with that.

// fills lets p have the data.
func fills(p, data []byte) int {
	n := min(len(p), len(data))
	switch p = p[:n]; {
	case pooled():
	case rt.Stepwise():
		for i := range p {
			rt.AtCaller()
			rt.SliceW(p[i:i+1], atFill)
			p[i] = data[i]
		}
		return n
	default:
		rt.SliceW(p, atRead)
	}
	return copy(p, data)
}

// loads is p as it is now, where each byte is a step: others may change it before it is sent.
func loads(p []byte) (now []byte, loaded bool) {
	if !rt.Stepwise() || pooled() {
		return p, false
	}
	now = slices.Clone(p)
	for i := range p {
		rt.AtCaller()
		rt.SliceR(p[i:i+1], atLoad)
		now[i] = p[i]
	}
	return now, true
}
