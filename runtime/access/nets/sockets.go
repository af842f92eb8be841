package nets

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// Sockets are the sockets of executions. A changed package net, of binaries that listen or
// dial, asks it for each; the methods of what it returns are those of package net's lowest
// layer.
//
// A socket is no memory of the program's. What concerns one thing (an address, the queue of
// a listener, one direction of a connection, one side of an end) is an atomic operation on
// a word that stands for it, and its consequences happen with that operation. A task that has
// to wait waits for a channel to be closed.
type Sockets struct{}

// Controlled says whether a task of an execution calls.
func (Sockets) Controlled() bool { return rt.Controlled() }

// Until is how long it is until a time.
func (Sockets) Until(t time.Time) time.Duration { return rt.TimeUntil(atOpen, t) }

// Outside says that something is outside of control.
func (Sockets) Outside(what string) { unsupported(what) }

// unsupported says so of what the program calls.
func unsupported(what string) { rt.Unsupported(callerSite(), what) }

// The sites of operations: package net knows none.
const (
	ofOpen = iota
	ofAccept
	ofRead
	ofWrite
	ofClose
	ofDeadline
	ofLimit
	ofFile
	ofFill
	ofLoad
)

var (
	firstSite = rt.RegisterSites("net", wire.Nominal+"1:1\tsocket\taddress\n"+
		wire.Nominal+"2:1\tAccept\tlistener\n"+
		wire.Nominal+"3:1\tRead\tconnection\n"+
		wire.Nominal+"4:1\tWrite\tconnection\n"+
		wire.Nominal+"5:1\tClose\tsocket\n"+
		wire.Nominal+"6:1\tSetDeadline\tdeadline\n"+
		wire.Nominal+"7:1\tdeadline\tdeadline\n"+
		wire.Nominal+"8:1\tsocket\tfile of a socket\n"+
		wire.Nominal+"9:1\tRead\tbuffer\n"+
		wire.Nominal+"10:1\tWrite\tbuffer\n")
	atOpen, atAccept, atRead = firstSite + ofOpen, firstSite + ofAccept, firstSite + ofRead
	atWrite, atClose         = firstSite + ofWrite, firstSite + ofClose
	atDeadline, atLimit      = firstSite + ofDeadline, firstSite + ofLimit
	atFile                   = firstSite + ofFile
	atFill, atLoad           = firstSite + ofFill, firstSite + ofLoad
)

// network is what an execution listens on.
type network struct {
	spots map[string]*spot      // by port, or by path
	ports map[uint64]int        // numbers given to each task
	raw   map[uint64][]*use     // of tasks that use a descriptor
	files map[fileNumber]string // what the last socket's file of each number is known by
	made  int                   // files
}

// spot is a port, or a path of the file system, with who listens there.
type spot struct {
	word      uint32
	listeners []*listener
	bound     []*datagrams
}

var networkKey byte

func theNetwork() *network {
	return rt.Kept(unsafe.Pointer(&networkKey), func() any {
		return &network{spots: make(map[string]*spot), ports: make(map[uint64]int), raw: make(map[uint64][]*use), files: make(map[fileNumber]string)}
	}).(*network)
}

func (n *network) at(key string) *spot {
	a := n.spots[key]
	if a == nil {
		a = new(spot)
		n.spots[key] = a
	}
	return a
}

// freePort is a number that the calling task has not had yet in this execution: the same
// in each, wherever the others are.
func (n *network) freePort() uint16 {
	const (
		first, blocks, each = 32768, 437, 64 // a block of ports for each task
		apart               = 101            // the next block of a task that has used one up
	)
	task, _ := rt.Number()
	i := uint64(n.ports[task])
	n.ports[task]++
	return uint16(first + (task+i/each*apart)%blocks*each + i%each)
}

// place is where a socket is.
type place struct {
	net  string // "tcp", "udp", "unix" or "unixgram"
	ip   netip.Addr
	port uint16
	path string
	file string // what the file at path is known by, if there is one
	zero bool   // there is none
}

func placeOf(a net.Addr) place {
	switch a := a.(type) {
	case *net.TCPAddr:
		if a == nil {
			return place{net: "tcp", zero: true}
		}
		ip, _ := netip.AddrFromSlice(a.IP)
		return place{net: "tcp", ip: ip.Unmap(), port: uint16(a.Port)}
	case *net.UDPAddr:
		if a == nil {
			return place{zero: true}
		}
		ip, _ := netip.AddrFromSlice(a.IP)
		return place{net: "udp", ip: ip.Unmap(), port: uint16(a.Port)}
	case *net.UnixAddr:
		if a == nil {
			return place{net: "unix", zero: true}
		}
		return place{net: "unix", path: a.Name}
	}
	return place{zero: true}
}

func (p place) key() string {
	switch {
	case p.file != "":
		return p.file
	case p.path != "" && p.path[0] != '@':
		if abs, err := filepath.Abs(p.path); err == nil {
			return p.net + " " + abs
		}
		fallthrough
	case p.path != "":
		return p.net + " " + p.path
	}
	return p.net + " " + netip.AddrPortFrom(netip.IPv4Unspecified(), p.port).String()
}

func (p place) any() bool { return !p.ip.IsValid() || p.ip.IsUnspecified() }

// meets says whether sockets at both places would stand in each other's way.
func (p place) meets(q place) bool { return p.any() || q.any() || p.ip == q.ip }

func (p place) addr() net.Addr {
	if p.net == "unix" || p.net == "unixgram" {
		return &net.UnixAddr{Name: p.path, Net: p.net}
	}
	ip := p.ip
	if !ip.IsValid() {
		ip = netip.IPv6Unspecified()
	}
	at := netip.AddrPortFrom(ip, p.port)
	if p.net == "udp" {
		return net.UDPAddrFromAddrPort(at)
	}
	return net.TCPAddrFromAddrPort(at)
}

// Listen makes a listener. One that shares may have its port in common with others that do.
func (Sockets) Listen(network string, at net.Addr, shares bool) (socket any, local net.Addr, err error) {
	n, p := theNetwork(), placeOf(at)
	if p.net == "unix" {
		if err = n.binds(&p, true); err != nil {
			return nil, nil, err
		}
	}
	if network == "tcp4" && !p.ip.IsValid() {
		p.ip = netip.IPv4Unspecified()
	}
	numbered := p.net == "tcp" && p.port == 0
	for {
		if numbered {
			p.port = n.freePort()
		}
		a := n.at(p.key())
		taken := false
		pipes.Step(&a.word, atOpen, func() string { return outcome("listen at "+short(p.addr()), taken, syscall.EADDRINUSE) })
		for _, l := range a.listeners {
			if l.place.meets(p) {
				taken = true
				oneOfMany(shares && l.shares)
			}
		}
		if !taken {
			l := &listener{place: p, spot: a, accepting: newSide(), bell: newBell(1), shares: shares}
			a.listeners = append(a.listeners, l)
			return l, p.addr(), nil
		}
		if !numbered {
			return nil, nil, syscall.EADDRINUSE
		}
	}
}

// oneOfMany says that sockets share a port: the kernel would choose whose a connection is.
func oneOfMany(is bool) {
	if is {
		unsupported("a port that sockets share (SO_REUSEPORT)")
	}
}

// Dial connects.
func (Sockets) Dial(network string, from, to net.Addr) (socket any, local, remote net.Addr, err error) {
	n, p, q := theNetwork(), placeOf(to), placeOf(from)
	if p.net == "tcp" {
		p.ip = reached(p)
		if q.zero || q.any() {
			q.ip = sourceOf(p.ip)
		}
		if q.port == 0 {
			q.port = n.freePort()
		}
	} else {
		if err := n.finds(&p); err != nil {
			return nil, nil, nil, err
		}
		if q.path == "" {
			q.path = "@" // as the kernel calls what has no name
		} else if err := n.binds(&q, true); err != nil {
			return nil, nil, nil, os.NewSyscallError("bind", err)
		}
	}
	q.net = p.net
	a, server := n.at(p.key()), "server "+short(p.addr())
	pipes.Step(&a.word, atOpen, func() string {
		if err == nil {
			return wire.Aside + "dial " + server
		}
		return outcome("dial "+server, true, err)
	})
	for _, l := range a.listeners {
		if !l.place.meets(p) {
			continue
		}
		if refused(p.addr()) {
			break
		}
		here, there := newConnection(q.addr(), p.addr())
		closed := false
		pipes.Step(&l.word, atOpen, func() string {
			me, _ := here.names()
			return outcome("connect "+me+" to "+server, closed, syscall.ECONNREFUSED)
		})
		if closed = l.isClosed; closed {
			break
		}
		l.queue = append(l.queue, there)
		l.bell.ring(atOpen)
		return here, here.local, here.remote, nil
	}
	return nil, nil, nil, p.nobody(len(a.bound) > 0)
}

// nobody is the error for a place where nobody is to connect with.
func (p place) nobody(otherKind bool) error {
	switch {
	case p.file != "" && otherKind:
		return syscall.EPROTOTYPE
	case p.path != "" && p.path[0] != '@' && p.file == "":
		return syscall.ENOENT
	}
	return syscall.ECONNREFUSED
}

// wake lets all go on that wait.
func wake(waiting *[]chan struct{}, s rt.Site) {
	pipes.Wake(waiting, s, wire.Aside+"wake who waits for this")
}

// listener is a socket that listens.
type listener struct {
	place     place
	spot      *spot
	accepting side
	word      uint32
	queue     []*end // connections that nobody has accepted yet
	isClosed  bool   // nobody connects any more
	bell      bell   // there is a queue
	shares    bool   // others may have the port, too
}

// Accept waits for a connection.
func (l *listener) Accept() (socket any, local, remote net.Addr, err error) {
	at := func() string { return "accept at " + short(l.place.addr()) }
	for {
		if err := l.accepting.hears(atAccept, &l.bell, at); err != nil {
			return nil, nil, nil, err
		}
		var e *end
		pipes.Step(&l.word, atAccept, func() string {
			if e == nil {
				return wire.Aside + at()
			}
			_, peer := e.names()
			return "accept " + peer + " at " + short(l.place.addr())
		})
		if len(l.queue) == 0 {
			l.bell.heard(atAccept, false)
			continue
		}
		e = l.queue[0]
		l.queue = l.queue[1:]
		l.bell.heard(atAccept, len(l.queue) > 0)
		return e, e.local, e.remote, nil
	}
}

// Close resets what is in the queue.
func (l *listener) Close() error {
	closes := func() string { return "close " + l.name() }
	if err := closeSides(aside(closes), &l.accepting); err != nil {
		return err
	}
	pipes.Step(&l.spot.word, atClose, aside(closes))
	for i, other := range l.spot.listeners {
		if other == l {
			l.spot.listeners = append(l.spot.listeners[:i:i], l.spot.listeners[i+1:]...)
			break
		}
	}
	pipes.Step(&l.word, atClose, closes)
	queue := l.queue
	l.isClosed, l.queue = true, nil
	for _, e := range queue {
		e.linger = 0
		e.Close()
	}
	return nil
}

// SetDeadline sets until when Accept waits.
func (l *listener) SetDeadline(t time.Time, _, _ bool) error {
	return l.accepting.setDeadline(t, func() string { return "set the deadline of " + l.name() }, l.name)
}

// Read and Write are none of a listener's; neither is what follows.
func (l *listener) Read([]byte) (int, error)  { return 0, syscall.ENOTCONN }
func (l *listener) Write([]byte) (int, error) { return 0, syscall.EPIPE }
func (l *listener) CloseRead() error          { return syscall.ENOTCONN }
func (l *listener) CloseWrite() error         { return syscall.ENOTCONN }
func (l *listener) SetLinger(int) error       { return nil }
func (l *listener) SetWriteBuffer(int)        {}
func (l *listener) Open() error               { return nil }
