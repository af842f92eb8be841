package nets

import (
	"net"
	"net/netip"
	"os"
	"slices"
	"syscall"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// datagrams is a socket of them: udp or unixgram.
type datagrams struct {
	place            place
	peer             place // zero: it is not connected
	spot             *spot
	reading, writing side

	sending uint32 // of who writes, where what is sent is on its way for a while
	sent    queue

	word    uint32 // stands for what is waiting to be read
	queue   []*datagram
	size    int  // of the queue, as the kernel counts
	refused bool // an earlier one has come to nobody, of which nobody has heard yet
	bell    bell // there is one of both

	shares bool // others may have the port, too
}

type datagram struct {
	data     []byte
	from, to place
}

const (
	longest  = 65507  // bytes of a datagram
	held     = 212992 // bytes for those that nobody has read yet: others are lost
	overhead = 768    // what each takes of that besides its data
)

// Bind makes a socket of datagrams. It gets a port, or a path, if from has one or if it is
// connected.
func (Sockets) Bind(network string, from, to net.Addr, shares bool) (socket any, local, remote net.Addr, err error) {
	n, p := theNetwork(), datagramPlace(network, from)
	d := &datagrams{peer: datagramPlace(network, to), bell: newBell(1)}
	d.reading, d.writing, d.shares = newSide(), newSide(), shares
	if !d.peer.zero && d.peer.net == "udp" {
		d.peer.ip = reached(d.peer)
		if p.any() {
			p.ip = sourceOf(d.peer.ip)
		}
	}
	if network == "udp4" && !p.ip.IsValid() {
		p.ip = netip.IPv4Unspecified()
	}
	if p.net == "unixgram" {
		if p.path != "" || d.peer.zero {
			if err = n.binds(&p, false); err != nil {
				return nil, nil, nil, err
			}
		}
		if !d.peer.zero {
			if err := n.meets(&d.peer); err != nil {
				return nil, nil, nil, os.NewSyscallError("connect", err)
			}
		}
		if p.path == "" {
			d.place = p // nobody can answer
			p.path = "@"
			return d, p.addr(), d.peer.addr(), nil
		}
	}
	numbered := p.net == "udp" && p.port == 0
	for {
		if numbered {
			p.port = n.freePort()
		}
		a := n.at(p.key())
		pipes.Step(&a.word, atOpen, func() string { return "bind " + short(p.addr()) })
		if !slices.ContainsFunc(a.bound, func(other *datagrams) bool { return d.isBeside(other, p) }) {
			d.place, d.spot = p, a
			a.bound = append(a.bound, d)
			if d.peer.zero {
				return d, p.addr(), nil, nil
			}
			return d, p.addr(), d.peer.addr(), nil
		}
		if !numbered {
			return nil, nil, nil, syscall.EADDRINUSE
		}
	}
}

// isBeside says whether another socket stands in the way of the socket's being at a place.
func (d *datagrams) isBeside(other *datagrams, at place) bool {
	if !other.place.meets(at) {
		return false
	}
	oneOfMany(d.shares && other.shares)
	return true
}

// meets looks whether somebody is at the place of a unix socket.
func (n *network) meets(to *place) error {
	if err := n.finds(to); err != nil {
		return err
	}
	if n.receiver(*to) == nil {
		return to.nobody(len(n.at(to.key()).listeners) > 0)
	}
	return nil
}

// datagramPlace is placeOf for a network of datagrams.
func datagramPlace(network string, a net.Addr) place {
	p := placeOf(a)
	p.net = "udp"
	if network == "unixgram" {
		p.net = network
	}
	return p
}

// receiver is the socket that datagrams to a place come to, if any.
func (n *network) receiver(to place) *datagrams {
	a := n.at(to.key())
	rt.Saying(func() string { return wire.Aside + "look for " + short(to.addr()) })
	rt.LoadWord(atWrite, &a.word)
	if i := slices.IndexFunc(a.bound, func(d *datagrams) bool { return d.place.meets(to) }); i >= 0 {
		return a.bound[i]
	}
	return nil
}

// reached is the address that is meant: one of the test's.
func reached(p place) netip.Addr {
	switch {
	case !p.any():
	case p.ip.Is6():
		p.ip = netip.IPv6Loopback()
	default:
		p.ip = sourceOf(p.ip)
	}
	if !p.ip.IsLoopback() {
		unsupported("a connection to " + p.addr().String() + ", outside of the test,")
	}
	return p.ip
}

// sourceOf is the address from which that one is reached.
func sourceOf(to netip.Addr) netip.Addr {
	if to.Is6() {
		return netip.IPv6Loopback()
	}
	return netip.AddrFrom4([4]byte{127, 0, 0, 1})
}

// Read receives a datagram: what does not fit is lost.
func (d *datagrams) Read(p []byte) (int, error) {
	m, err := d.receives()
	if err != nil {
		return 0, err
	}
	return fills(p, m.data), nil
}

// ReadFrom is Read, at which the race detector does not look. size is how long the datagram was.
func (d *datagrams) ReadFrom(p []byte) (n, size int, from, to net.Addr, err error) {
	m, err := d.receives()
	if err != nil {
		return 0, 0, nil, nil, err
	}
	if rt.Stepwise() {
		n = fills(p, m.data)
	} else {
		n = copy(p, m.data)
	}
	return n, len(m.data), m.from.addr(), m.to.addr(), nil
}

// receives waits for a datagram.
func (d *datagrams) receives() (*datagram, error) {
	for {
		if err := d.reading.hears(atRead, &d.bell, d.says("receive at ")); err != nil {
			return nil, err
		}
		var came *datagram
		pipes.Step(&d.word, atRead, func() string {
			if came == nil {
				return wire.Aside + "receive at " + short(d.place.addr())
			}
			return "receive " + pipes.Message(came.data) + " at " + short(d.place.addr())
		})
		if d.refused {
			d.refused = false
			d.bell.heard(atRead, len(d.queue) > 0)
			return nil, syscall.ECONNREFUSED
		}
		if len(d.queue) > 0 {
			m := d.queue[0]
			came = m
			d.queue = d.queue[1:]
			d.size -= len(m.data) + overhead
			d.bell.heard(atRead, len(d.queue) > 0)
			rt.TakesTime()
			return m, nil
		}
		d.bell.heard(atRead, false) // a Write has heard of it
	}
}

// Write sends a datagram to whom the socket is connected with.
func (d *datagrams) Write(p []byte) (int, error) {
	p, loaded := loads(p)
	n, err := d.sendsTo(p, nil, nil)
	if n > 0 && !loaded && !pooled() {
		rt.SliceR(p[:n], atWrite)
	}
	return n, err
}

// WriteTo sends a datagram. It comes from another address than the socket's, if from is not nil.
func (d *datagrams) WriteTo(p []byte, from, to net.Addr) (int, error) {
	p, _ = loads(p)
	return d.sendsTo(p, from, to)
}

// sendsTo sends a datagram; to is nil if the socket is connected.
func (d *datagrams) sendsTo(p []byte, source, to net.Addr) (int, error) {
	if err := d.writing.look(atWrite, aside(d.says("begin to send from "))); err != nil {
		return 0, err
	}
	q := placeOf(to)
	q.net = d.place.net
	if q.zero {
		if q = d.peer; q.zero {
			return 0, syscall.EDESTADDRREQ
		}
		pipes.Step(&d.word, atWrite, aside(d.says("look for answers to ")))
		if d.refused {
			d.refused = false
			return 0, syscall.ECONNREFUSED
		}
	}
	from := d.place
	if q.net == "unixgram" && q.file == "" { // a socket that is connected has found it
		if err := theNetwork().finds(&q); err != nil {
			return 0, err
		}
	}
	if q.net == "udp" {
		if len(p) > longest {
			return 0, syscall.EMSGSIZE
		}
		q.ip = reached(q)
		if source != nil {
			from.ip = reached(placeOf(source))
		} else if from.any() {
			from.ip = sourceOf(q.ip)
		}
	}
	times, data := 1, slices.Clone(p)
	if q.net == "udp" {
		switch d.fares(p, q) {
		case lost:
			return len(p), nil
		case twice:
			times = 2
		}
	}
	if overAir(q.net) {
		pipes.Step(&d.sending, atWrite, func() string {
			return "send " + pipes.Message(data) + " from " + short(from.addr()) + " to " + short(q.addr())
		})
		d.sent.send(atWrite, short(q.addr()), func() { d.arrives(data, from, q, times) })
		return len(p), nil
	}
	return d.arrives(data, from, q, times)
}

// arrives lets a datagram come to a place, if somebody is there.
func (d *datagrams) arrives(p []byte, from, q place, times int) (int, error) {
	if other := theNetwork().receiver(q); other != nil {
		comes := false
		for range times {
			comes = other.receive(&datagram{p, from, q}) || comes
		}
		if comes {
			return len(p), nil
		}
	}
	if q.net == "unixgram" {
		return 0, q.nobody(len(theNetwork().at(q.key()).listeners) > 0)
	}
	if !d.peer.zero { // who is not connected never hears of it
		pipes.Step(&d.word, atWrite, aside(d.says("nobody takes what was sent from ")))
		d.refused = true
		d.bell.ring(atWrite)
	}
	return len(p), nil
}

// receive takes a datagram, unless the socket is closed.
func (d *datagrams) receive(m *datagram) bool {
	pipes.Step(&d.word, atWrite, func() string {
		return "send " + pipes.Message(m.data) + " from " + short(m.from.addr()) + " to " + short(d.place.addr())
	})
	if d.reading.isClosed {
		return false
	}
	fits := d.size+len(m.data)+overhead <= held
	if known := d.peer.zero || d.peer.ip == m.from.ip && d.peer.port == m.from.port && d.peer.path == m.from.path; known && fits {
		d.size += len(m.data) + overhead
		d.queue = append(d.queue, m)
		others := len(d.queue) > 1
		d.bell.ring(atWrite)
		if others && d.place.net == "udp" {
			d.overtakes(m)
		}
	}
	return true
}

// Close closes the socket.
func (d *datagrams) Close() error {
	if d.spot != nil {
		pipes.Step(&d.spot.word, atClose, d.says("close "))
		d.spot.bound = slices.DeleteFunc(slices.Clone(d.spot.bound), func(other *datagrams) bool { return other == d })
	}
	closes := d.says("close ")
	if d.spot != nil {
		closes = aside(closes)
	}
	return closeSides(closes, &d.reading, &d.writing)
}

// SetDeadline sets until when reads wait. No write does.
func (d *datagrams) SetDeadline(t time.Time, read, write bool) error {
	return setDeadline(&d.reading, &d.writing, t, read, write, d.says(""))
}

// Open says whether options can be set still.
func (d *datagrams) Open() error { return d.reading.open(d.says(wire.Aside + "set an option of ")) }

// Accept and what follows are none of datagrams'.
func (d *datagrams) Accept() (socket any, local, remote net.Addr, err error) {
	return nil, nil, nil, syscall.EINVAL
}
func (d *datagrams) CloseRead() error    { return syscall.ENOTCONN }
func (d *datagrams) CloseWrite() error   { return syscall.ENOTCONN }
func (d *datagrams) SetLinger(int) error { return nil }
func (d *datagrams) SetWriteBuffer(int)  {}
