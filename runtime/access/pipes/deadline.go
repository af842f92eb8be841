package pipes

import (
	"sync"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// Deadline is a time, in virtual time, and a channel that is closed when it has
// passed.
type Deadline struct {
	site   rt.Site
	mu     sync.Mutex
	timer  *time.Timer
	passed chan struct{}
	past   bool // passed is closed, or about to be
	fresh  func() chan struct{}
}

// Init makes it one that has not been set, for operations at a site. Only what is no file is a
// channel for Go, too.
func (d *Deadline) Init(s rt.Site, file bool) {
	d.site, d.fresh = s, func() chan struct{} { return rt.Made(make(chan struct{})) }
	if file {
		d.fresh = func() chan struct{} { return make(chan struct{}) }
	}
	d.passed = d.fresh()
}

// passes lets what waits for it go on.
func (d *Deadline) passes(passed chan struct{}) {
	saying(d.site, "the deadline has passed for")
	rt.Close(passed, d.site)
}

// Channel is the channel of the deadline that is set last.
func (d *Deadline) Channel() chan struct{} {
	const look = "look at a deadline of"
	defer locked(&d.mu, d.site, wire.Aside+look, look)()
	return d.passed
}

// Set sets it, or unsets it for the zero time.
func (d *Deadline) Set(t time.Time) {
	const set = "set a deadline of"
	defer locked(&d.mu, d.site, set, set)()
	if d.timer != nil {
		aside(d.site, set)
		if !rt.TimerStop(d.timer, d.site) {
			aside(d.site, set)
			rt.Recv(d.passed, d.site) // it has fired: let it end
			d.past = true
		}
	}
	d.timer = nil
	if wait := rt.TimeUntil(d.site, t); t.IsZero() || wait > 0 {
		if d.past {
			d.past, d.passed = false, d.fresh()
		}
		if passed := d.passed; !t.IsZero() {
			aside(d.site, set)
			d.timer = rt.TimeAfterFunc(d.site, wait, func() { d.passes(passed) })
		}
	} else if !d.past {
		d.past = true
		d.passes(d.passed)
	}
}
