package pipes

import (
	"sync"
	"time"

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

// Channel is the channel of the deadline that is set last.
func (d *Deadline) Channel() chan struct{} {
	rt.MutexLock(&d.mu, d.site)
	defer rt.MutexUnlock(&d.mu, d.site)
	return d.passed
}

// Set sets it, or unsets it for the zero time.
func (d *Deadline) Set(t time.Time) {
	rt.MutexLock(&d.mu, d.site)
	defer rt.MutexUnlock(&d.mu, d.site)
	if d.timer != nil && !rt.TimerStop(d.timer, d.site) {
		rt.Recv(d.passed, d.site) // it has fired: let it end
		d.past = true
	}
	d.timer = nil
	if wait := rt.TimeUntil(d.site, t); t.IsZero() || wait > 0 {
		if d.past {
			d.past, d.passed = false, d.fresh()
		}
		if passed := d.passed; !t.IsZero() {
			d.timer = rt.TimeAfterFunc(d.site, wait, func() { rt.Close(passed, d.site) })
		}
	} else if !d.past {
		d.past = true
		rt.Close(d.passed, d.site)
	}
}
