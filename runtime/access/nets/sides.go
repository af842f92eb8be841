package nets

import (
	"errors"
	"math"
	"net"
	"os"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// side is reading or writing at one end, or accepting.
type side struct {
	word     uint32
	isClosed bool
	closed   chan struct{}
	shut     bool // by CloseWrite
	lost     bool // it knows of a reset: see loses
	limit    limit
	user     uint64 // 1 more than the number of a task that has used it, or 0
	shared   bool   // others have, too
}

func newSide() side { return side{closed: make(chan struct{}), limit: limit{bell: newBell(1)}} }

// look says whether an operation is to go on, which nothing of that is to stop.
func (d *side) look(s rt.Site, words func() string) error {
	rt.Saying(aside(words))
	rt.LoadWord(atLimit, &d.limit.word)
	past := d.limit.past
	rt.Saying(words)
	rt.LoadWord(s, &d.word) // callers go on in this step
	switch {
	case d.isClosed:
		return net.ErrClosed
	case past:
		return os.ErrDeadlineExceeded
	}
	return nil
}

// open says whether it is not closed.
func (d *side) open(words func() string) error {
	rt.Saying(words)
	if rt.LoadWord(atOpen, &d.word); d.isClosed {
		return net.ErrClosed
	}
	return nil
}

// used notes that the calling task uses it, if it was not shut. The caller has looked at it in this
// step, and knows nothing of who else did: the last one is noted, and whether there were others.
func (d *side) used() {
	if d.shut {
		return
	}
	task, _ := rt.Number()
	d.shared = d.usedByOthers()
	d.user = task + 1
}

// usedByOthers says whether others than the calling task have used it: nobody does any more whom a
// step on its word has told that it is closed or shut.
func (d *side) usedByOthers() bool {
	task, _ := rt.Number()
	return d.shared || d.user != 0 && d.user != task+1
}

// hears waits for a bell, which it has heard then, unless the side is closed or late. Nothing is
// looked at before: who begins to wait, and when, is no event.
func (d *side) hears(s rt.Site, b *bell, what func() string) error {
	for {
		switch err := d.until(s, what, b.c, nil); {
		case err == errLate:
			continue
		case err != nil:
			return err
		}
		err := d.look(s, aside(what))
		if err != nil {
			b.send(s) // for others
		}
		return err
	}
}

// errLate says that there may be a deadline that has passed.
var errLate = errors.New("late")

// until waits for one of two channels, of which the second may be nil, unless the side is closed or
// late. A deadline that is not there any more is errLate.
func (d *side) until(s rt.Site, what func() string, some, other chan struct{}) error {
	outcome := ""
	words := what
	if words != nil {
		words = func() string {
			if outcome != "" {
				return wire.Aside + what() + outcome
			}
			return what()
		}
	}
	rt.Saying(words)
	chosen, closed, late := 0, rt.RecvCase(d.closed, s), rt.RecvCase(d.limit.bell.c, s)
	if other == nil { // as nearly always: there is one case less to look at
		chosen = rt.Select(s, false, rt.RecvCase(some, s), closed, late)
	} else {
		chosen = rt.Select(s, false, rt.RecvCase(some, s), closed, late, rt.RecvCase(other, s))
	}
	outcome = " goes on"
	switch chosen {
	case 1:
		outcome = " ends: it is closed here"
		return net.ErrClosed
	case 2:
		outcome = " goes on, as a deadline may have passed"
		pipes.Step(&d.limit.word, s, aside(what))
		past := d.limit.past
		d.limit.bell.heard(s, past)
		if !past {
			return errLate
		}
		rt.Saying(aside(what))
		if rt.LoadWord(s, &d.word); d.isClosed {
			return net.ErrClosed
		}
		return os.ErrDeadlineExceeded
	}
	return nil
}

// closeSides lets nobody read or write any more. Who comes later finds that it is so already, and
// has only read: in which order several come, and others that look, is no matter then.
func closeSides(words func() string, sides ...*side) error {
	const closed = math.MaxUint32
	for _, d := range sides {
		rt.Saying(words)
		rt.StoreWord(atClose, &d.word, closed)
		if d.isClosed {
			return net.ErrClosed
		}
		d.isClosed = true
		rt.Saying(words)
		rt.Close(d.closed, atClose)
	}
	return nil
}

func setDeadline(reading, writing *side, t time.Time, read, write bool, whose func() string) error {
	for _, d := range []struct {
		*side
		set bool
	}{{reading, read}, {writing, write}} {
		if !d.set {
			continue
		}
		err := d.setDeadline(t, func() string {
			if d.side == writing && read {
				return wire.Aside + "set a deadline of " + whose()
			}
			return "set a deadline of " + whose()
		}, whose)
		if err != nil {
			return err
		}
	}
	return nil
}

// setDeadline sets the side's, which is said in these words. If nobody hears whether the side is
// closed, and no timer is made, it is not looked at: who reads is told of the closing in any case.
func (d *side) setDeadline(t time.Time, words, whose func() string) error {
	var wait time.Duration // until it passes
	if !t.IsZero() {
		wait = rt.TimeUntil(atDeadline, t)
	}
	if wait > 0 || !unheard() {
		rt.Saying(aside(words))
		if rt.LoadWord(atDeadline, &d.word); d.isClosed {
			return net.ErrClosed
		}
	}
	pipes.Step(&d.limit.word, atDeadline, words)
	d.limit.set(wait, !t.IsZero(), whose)
	return nil
}

// limit is a deadline, in virtual time.
type limit struct {
	word   uint32
	past   bool
	bell   bell // it is past
	number int  // of times that it was set
	timer  *time.Timer
}

// set sets it to pass after wait, or to be none. The caller has made a step on the word.
func (d *limit) set(wait time.Duration, some bool, whose func() string) {
	d.number++
	timer, number := d.timer, d.number
	d.timer, d.past = nil, false
	rings := d.bell.rings
	switch {
	case !some:
	case wait <= 0:
		d.pass()
		rings = false // as it should
	default:
		d.timer = rt.TimeAfterFunc(atDeadline, wait, func() {
			pipes.Step(&d.word, atDeadline, func() string { return "the deadline of " + whose() + " passes" })
			if d.number == number {
				d.pass()
			}
		})
	}
	if timer != nil {
		rt.TimerStop(timer, atDeadline)
	}
	if rings && d.bell.taken(atDeadline) {
		pipes.Step(&d.word, atDeadline, aside(whose))
		d.bell.heard(atDeadline, d.past)
	}
}

func (d *limit) pass() {
	d.past = true
	d.bell.ring(atDeadline)
}
