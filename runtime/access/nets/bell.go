package nets

import (
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// A bell is rung when something has come for those who read, or accept, and is heard by one of
// them, who then looks what it is. So who waits is no event: whether a reader began to wait before
// something was written, or comes after it, is the same execution, as it is with channels. The
// bell is a channel of one element, and what it is rung for has a word of its own.
//
// It is rung once, however much comes: it rings from then on until somebody has looked and found
// nothing that others could take. So what comes in between is looked for with the rest.
type bell struct {
	c     chan struct{}
	rings bool // c has an element, or is about to, or somebody who has taken it is about to look
}

// newBell is a bell that is rung for so many things at once.
func newBell(things int) bell { return bell{c: make(chan struct{}, things)} }

// ring lets somebody look. The caller has made a step on the word.
func (b *bell) ring(s rt.Site) {
	if !b.rings {
		b.rings = true
		b.send(s)
	}
}

// heard is called by who has heard it and looked: something may be there for others still. The
// caller has made a step on the word.
func (b *bell) heard(s rt.Site, still bool) {
	if b.rings = still; still {
		b.send(s)
	}
}

// taken says whether the caller has heard it, who does not wait.
func (b *bell) taken(s rt.Site) bool {
	rt.Saying(func() string { return wire.Aside + "there is nothing any more" })
	return rt.Select(s, true, rt.RecvCase(b.c, s)) == 0
}

func (b *bell) send(s rt.Site) {
	rt.Saying(func() string { return wire.Aside + "say that there is something" })
	rt.SendTo(b.c, s).Send(struct{}{})
}
