package nets

import (
	"net"
	"slices"
	"syscall"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// Faults of the network (-faults K; what they are to a user: gocheck help network). Each is a
// choice of the task whose operation it concerns, made within a Dial, a Read, a Write or the
// sending of a datagram. The choice is ordered with nothing: who else has had how many of the K
// faults is no matter of order, but of the whole execution (checker.Op.Most). What follows from a
// fault is done by steps like any other: by those of a Close that resets.
//
// A connection loses nothing silently. Where it is reset at an operation of one end, that
// operation fails, and what was on its way to that end is lost. The other end may still read what
// was sent to it, and then hears of the reset.

// fails chooses whether something fails, and in which way: 0 if it does not.
func fails(s rt.Site, ways ...func() string) int {
	if !faulty() {
		return 0 // and say nothing: the next operation would be called so
	}
	chosen := 0
	rt.Saying(func() string {
		if chosen == 0 {
			return "no fault"
		}
		return ways[chosen-1]()
	})
	chosen = rt.Fault(s, len(ways))
	return chosen
}

// faulty says whether there are faults.
func faulty() bool {
	_, faults := rt.Network()
	return faults > 0
}

// refused chooses whether nobody is there for a dial.
func refused(to net.Addr) bool {
	return fails(atOpen, func() string { return "the dial to server " + short(to) + " is refused" }) != 0
}

// breaks chooses whether the connection is reset, before this end reads or writes, by that side.
// The caller has made a step on the word of the side.
func (e *end) breaks(s rt.Site, by *side) {
	if !faulty() || by.lost {
		return
	}
	broken := func() string {
		me, peer := e.names()
		return "the connection of " + me + " to " + peer + " is reset"
	}
	loses := aside(e.says("lose the connection to "))
	if fails(s, broken) == 0 {
		return
	}
	e.reading.loses(s, loses)
	e.writing.loses(s, loses)
	if e.in.breaks(s, loses, e, true) {
		e.out.breaks(s, loses, e.peer, false)
	}
}

// loses notes that a side knows of a reset, where there may be another fault: it would be none.
func (d *side) loses(s rt.Site, words func() string) {
	if _, faults := rt.Network(); faults > 1 && !d.lost {
		pipes.Step(&d.word, s, words)
		d.lost = true
	}
}

// breaks ends the direction to an end by a fault, for who reads and for who writes, unless one did
// before. What is there is lost where it happens.
func (d *direction) breaks(s rt.Site, words func() string, to *end, here bool) bool {
	if d.air {
		pipes.Step(&d.sending, s, words)
		d.deaf, d.refusal = true, syscall.ECONNRESET
	}
	pipes.Step(&d.word, s, words)
	if d.broken {
		return false
	}
	if here {
		d.data, d.writes = nil, nil
	}
	d.broken, d.deaf, d.refusal = true, true, syscall.ECONNRESET
	wake(&d.writers, s)
	to.goes(s, words)
	pipes.Step(&d.end, s, words)
	d.ends(s, true)
	return true
}

// How a datagram fares.
const (
	lost = iota + 1
	twice
)

// fares chooses what becomes of a datagram on its way to a place.
func (d *datagrams) fares(p []byte, to place) int {
	what := func(is string) func() string {
		return func() string {
			return "the datagram of " + pipes.Message(p) + " from " + short(d.place.addr()) + " to " + short(to.addr()) + " is " + is
		}
	}
	return fails(atWrite, what("lost"), what("delivered twice"))
}

// overtakes chooses whether a datagram that was put behind others comes before them, if they
// still wait.
func (d *datagrams) overtakes(m *datagram) {
	if fails(atWrite, func() string {
		return "the datagram of " + pipes.Message(m.data) + " to " + short(d.place.addr()) + " is before others"
	}) == 0 {
		return
	}
	pipes.Step(&d.word, atWrite, d.says("overtake what waits at "))
	if i := slices.Index(d.queue, m); i > 0 {
		copy(d.queue[1:], d.queue[:i])
		d.queue[0] = m
	}
}
