package bubbles

import (
	"runtime"
	"unsafe"

	"gocheck.dev/runtime/internal/statics"
)

// Group is what a sync.WaitGroup knows of bubbles, of type B: it belongs to the one in which Add is
// called, until a Wait there finds the counter at zero. Beside that it has a flag, which says that
// this holds for all that the counter counts. (Go lets it go already in the Add that makes the
// counter zero, if somebody waits: who has begun to wait natively may not have yet.)
type Group[B any] struct {
	in     *B
	bubble bool // the flag
}

// Add is an Add in a bubble, or in none, when the counter was before. It returns what Go ends the
// program with.
func (g *Group[B]) Add(b *B, wg unsafe.Pointer, before int64) (fatal string) {
	own := false
	if b != nil && inHeap(wg) {
		switch g.in {
		case nil, b:
			if before != 0 && !g.bubble {
				return "sync: WaitGroup.Add called from inside and outside synctest bubble"
			}
			g.in, g.bubble, own = b, true, true
		default:
			return "sync: WaitGroup.Add called from multiple synctest bubbles"
		}
	}
	if g.bubble && !own {
		return "sync: WaitGroup.Add called from inside and outside synctest bubble"
	}
	return ""
}

// Wait is a Wait that finds the counter at zero. Outside of any bubble package sync asks for one
// that is not there: a nil dereference.
func (g *Group[B]) Wait(b *B) {
	if !g.bubble {
		return
	}
	var none *Group[B]
	switch b {
	case nil:
		_ = none.bubble
	case g.in:
		*g = Group[B]{}
	}
}

// Is says whether it belongs to the bubble: then its Wait is durably blocking there.
func (g *Group[B]) Is(b *B) bool { return g.bubble && g.in == b }

// inHeap says whether p is natively in the heap, and not a variable of a package, or what one
// begins with: such a one cannot belong to a bubble. AddCleanup returns nothing for it.
func inHeap(p unsafe.Pointer) bool {
	if statics.Has(p) {
		return false
	}
	c := runtime.AddCleanup((*byte)(p), func(struct{}) {}, struct{}{})
	c.Stop()
	return c != runtime.Cleanup{}
}
