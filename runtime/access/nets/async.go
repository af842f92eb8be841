package nets

import (
	"strings"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// In a network of -net=async what is sent is on its way for a while. Each message has a task that
// delivers it, after the one before it in its direction: in order within a connection, and in any
// order between connections. Who sends knows nothing of what has arrived, so it has a word of its
// own (direction.sending), with which the order of messages is settled.
//
// Sockets of type unix are no network: what is written there is there.

// is says whether the network is of that kind.
func is(kind string) bool {
	have, _ := rt.Network()
	return have == kind
}

// overAir says whether what is sent to a place is on its way for a while.
func overAir(network string) bool {
	return is("async") && (strings.HasPrefix(network, "tcp") || strings.HasPrefix(network, "udp"))
}

// queue is what is on its way in one direction, in order.
type queue struct {
	last chan struct{} // closed when the last message has arrived
}

// send lets a message arrive, by a task of its own. The caller has made a step on the word of who
// sends there.
func (q *queue) send(s rt.Site, to string, arrive func()) {
	before, arrived := q.last, make(chan struct{})
	q.last = arrived
	rt.Saying(aside(func() string { return "send something to " + to }))
	rt.Apart(s, func() {
		rt.Labelled("network, to " + to)
		if before != nil {
			rt.Saying(aside(func() string { return "what comes before has arrived at " + to }))
			rt.Recv(before, s)
		}
		arrive()
		rt.Saying(aside(func() string { return "the next may arrive at " + to }))
		rt.Close(arrived, s)
	})
}

// sender is the word of who sends in a direction.
func (d *direction) sender() *uint32 {
	if d.air {
		return &d.sending
	}
	return &d.word
}

// ender is the word of who ends what is sent in a direction.
func (d *direction) ender() *uint32 {
	if d.air {
		return &d.sending
	}
	return &d.end
}

// sends lets something happen where a direction ends: at once, or when it has come there,
// where it is a step on that word. The caller has made a step on the sender's, or ender's.
func (e *end) sends(s rt.Site, word *uint32, what func() string, arrive func()) {
	d := e.out
	if !d.air {
		arrive()
		return
	}
	_, peer := e.names()
	d.queue.send(s, peer, func() {
		pipes.Step(word, s, what)
		if !d.broken {
			arrive()
		}
	})
}

// room is how much of so many bytes may be sent after those that were. wait is not nil if there is
// none until the other end has read something. The caller has made a step on the sender's word, and
// has to make it again if it is told to look again.
func (e *end) room(s rt.Site, n int, taken *int) (k int, wait chan struct{}, again bool) {
	d := e.out
	if !d.air {
		if k = min(n, max(0, d.most-len(d.data))); k < n {
			wait = pipes.Await(&d.writers)
		}
		return k, wait, false
	}
	if k = min(n, d.most); d.sent-*taken+k <= d.most {
		d.sent += k
		return k, nil, false
	}
	pipes.Step(&d.word, s, aside(e.says("look for room at ")))
	if d.taken == *taken && !d.left && !d.broken {
		return 0, pipes.Await(&d.writers), false
	}
	*taken = d.taken
	return 0, nil, true
}
