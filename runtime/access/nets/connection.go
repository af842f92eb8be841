package nets

import (
	"io"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/pipes"
)

// direction is the bytes from one end of a connection to the other.
type direction struct {
	word     uint32
	sending  uint32          // of who writes, if air: see sender
	air      bool            // -net=async
	queue    queue           // what is on its way, if air
	sent     int             // bytes in all, if air
	taken    int             // bytes that were read, if air
	left     bool            // who reads has closed its end: deaf, as the word has it
	data     []byte          // written and not read yet
	writes   []int           // how long the writes are that it is of, if reads are split
	ended    bool            // nothing more will be written
	reset    bool            // what comes after the data is an error, once
	deaf     bool            // who reads has closed its end
	unread   bool            // and has left something behind
	answered bool            // something was written to it since
	broken   bool            // by a fault
	bell     bell            // for who reads: it is readable
	readers  []chan struct{} // who read by a descriptor
	writers  []chan struct{}
	feed     func() // what has changed, to who reads by a descriptor: others wait
}

// readable says whether a read has not to wait.
func (d *direction) readable() bool { return len(d.data) > 0 || d.reset || d.ended }

// arrived lets readers see that something has come.
func (d *direction) arrived(s rt.Site) {
	if d.feed != nil {
		d.feed()
	}
	wake(&d.readers, s)
	d.bell.ring(s)
}

// comes lets bytes be read.
func (d *direction) comes(p []byte) {
	if room := cap(d.data) - len(d.data); room < len(p) { // append would grow it by a quarter only
		d.data = slices.Grow(d.data, max(len(p), len(d.data)))
	}
	d.data = append(d.data, p...)
	if is("split") {
		d.writes = append(d.writes, len(p))
	}
	d.arrived(atWrite)
}

// refuses says what comes of a write to somebody who does not listen any more.
func (d *direction) refuses() error {
	switch {
	case !d.deaf:
		return nil
	case d.answered:
		return syscall.EPIPE
	}
	d.answered = true // by a reset, of which the next Write hears
	if d.unread {
		return syscall.ECONNRESET
	}
	return nil
}

// end is one end of a connection.
type end struct {
	local, remote    net.Addr
	in, out          *direction
	reading, writing side
	linger           int  // by SetLinger
	dialed           bool // it is the client's
}

// newConnection makes both ends of a connection.
func newConnection(local, remote net.Addr) (here, there *end) {
	to, back := new(direction), new(direction)
	here = &end{local: local, remote: remote, in: back, out: to, linger: -1, dialed: true}
	there = &end{local: remote, remote: local, in: to, out: back, linger: -1}
	for _, e := range []*end{here, there} {
		e.in.air, e.in.bell = overAir(local.Network()), newBell()
		e.reading, e.writing = newSide(), newSide()
	}
	return here, there
}

// Read returns what is there, or waits.
func (e *end) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, e.reading.look(atRead, e.begins("read from "))
	}
	for first := true; ; first = false {
		if first && faulty() {
			if err := e.reading.look(atRead, e.begins("read from ")); err != nil {
				return 0, err
			}
			e.breaks(atRead, &e.reading)
		}
		d := e.in
		if err := e.reading.hears(atRead, &d.bell, e.says("read from ")); err != nil {
			return 0, err
		}
		split, part := is("split"), whole
		if split {
			part = e.splits(len(p))
		}
		came := e.reads()
		came.step(&d.word)
		switch {
		case d.feed != nil: // who reads by a descriptor rings when it is done
		case len(d.data) > 0:
			n := min(len(p), len(d.data))
			if split {
				n = min(n, d.part(part))
				d.cut(n)
			}
			data := d.data[:n] // what is written later lies behind it
			d.data = d.data[n:]
			d.taken += n
			came.comes(data, nil)
			rt.TakesTime()
			d.bell.heard(atRead, d.readable())
			wake(&d.writers, atRead)
			if !pooled() {
				rt.SliceW(p[:n], atRead)
			}
			return copy(p, data), nil
		case d.reset:
			d.reset, d.ended = false, true
			came.comes(nil, syscall.ECONNRESET)
			d.bell.heard(atRead, true)
			pipes.Step(e.out.sender(), atRead, aside(e.says("hear of a reset by ")))
			e.out.answered = true // no Write hears of it again
			e.reading.loses(atRead, e.begins("read from "))
			return 0, syscall.ECONNRESET
		case d.ended:
			came.comes(nil, io.EOF)
			d.bell.heard(atRead, true)
			return 0, io.EOF
		}
		d.bell.heard(atRead, false)
	}
}

// capacity is how many bytes are written without anybody reading them.
const capacity = 2 << 20

// Write waits until all is written.
func (e *end) Write(p []byte) (n int, err error) {
	taken := 0 // by who reads, as far as this call has seen
	for first := true; ; first = false {
		if err := e.writing.look(atWrite, e.begins("write to ")); err != nil {
			return n, err
		}
		if e.writing.shut {
			return n, syscall.EPIPE
		}
		if first {
			e.breaks(atWrite, &e.writing)
		}
		d := e.out
		sent := e.writes(len(p))
		sent.step(d.sender())
		if err := d.refuses(); err != nil {
			sent.fails(err)
			e.writing.loses(atWrite, e.begins("write to "))
			return n, err
		}
		if d.deaf {
			sent.fails(nil)
			return n + len(p), nil
		}
		k, wait, again := e.room(atWrite, len(p), &taken)
		if k > 0 {
			sent.goes(p[:k])
			e.sendsBytes(p[:k])
			if !pooled() {
				rt.SliceR(p[:k], atWrite) // after the step, as the race detector has it
			}
		}
		n, p = n+k, p[k:]
		if len(p) == 0 {
			return n, nil
		}
		if wait != nil && !again {
			if err := e.writing.until(atWrite, wait, e.says("write to ")); err != nil && err != errLate {
				return n, err
			}
		}
	}
}

// sendsBytes lets bytes come to the other end.
func (e *end) sendsBytes(p []byte) {
	if !e.out.air {
		e.out.comes(p)
		return
	}
	data := slices.Clone(p) // the program may change it while it is on its way
	e.sends(atWrite, func() string { return message(data) + " arrives" }, func() { e.out.comes(data) })
}

// Accept is none of a connection's.
func (e *end) Accept() (socket any, local, remote net.Addr, err error) {
	return nil, nil, nil, syscall.EINVAL
}

// Close closes this end. Where something is left unread, the other end hears of a reset.
func (e *end) Close() error {
	closes := e.says("close the connection to ")
	if err := closeSides(aside(closes), &e.reading, &e.writing); err != nil {
		return err
	}
	in, out := e.in, e.out
	if in.air {
		pipes.Step(&in.sending, atClose, aside(closes))
		in.deaf = true
	}
	pipes.Step(&in.word, atClose, aside(closes))
	unread, linger := len(in.data) > 0 || e.linger == 0, e.linger
	in.data, in.writes, in.left = nil, nil, true
	if !in.air {
		in.deaf, in.unread = true, unread
	}
	wake(&in.writers, atClose)
	if in.air && unread {
		pipes.Step(&in.sending, atClose, aside(closes))
		in.unread = true
	}
	pipes.Step(out.sender(), atClose, func() string { return outcome(closes(), unread, syscall.ECONNRESET) })
	e.sends(atClose, e.says("the end of the connection arrives at "), func() {
		if unread {
			out.reset = true
			if linger == 0 {
				out.data, out.writes = nil, nil
			}
		}
		out.ended = true
		out.arrived(atClose)
	})
	return nil
}

// CloseRead lets reads end.
func (e *end) CloseRead() error {
	pipes.Step(&e.in.word, atClose, e.says("read no more from "))
	e.in.ended = true
	e.in.arrived(atClose)
	return nil
}

// CloseWrite tells the other end that nothing more will come.
func (e *end) CloseWrite() error {
	pipes.Step(&e.writing.word, atClose, e.begins("write no more to "))
	if e.writing.isClosed {
		return net.ErrClosed
	}
	e.writing.shut = true
	pipes.Step(e.out.sender(), atClose, e.says("write no more to "))
	e.sends(atClose, e.says("the end of what is written arrives at "), func() {
		e.out.ended = true
		e.out.arrived(atClose)
	})
	return nil
}

// SetDeadline sets until when reads or writes wait.
func (e *end) SetDeadline(t time.Time, read, write bool) error {
	return setDeadline(&e.reading, &e.writing, t, read, write, e.says("the connection to "))
}

// SetLinger says what becomes of unsent data: none is kept if it is 0.
func (e *end) SetLinger(sec int) error {
	pipes.Step(&e.writing.word, atClose, e.says("set what closing does to "))
	e.linger = sec
	return nil
}

// lending holds stacks to whether one of these functions is among the callers: a program has few
// that read or write, and comes back to them in each execution.
var lending struct {
	sync.Mutex
	stacks map[[64]uintptr]bool
}

// pooled says whether who keeps memory for other calls is among the callers, however far
// above: what is read or filled may be that.
func pooled() bool {
	var stack [64]uintptr
	pcs := stack[:runtime.Callers(2, stack[:])]
	lending.Lock()
	defer lending.Unlock()
	lends, known := lending.stacks[stack]
	if known {
		return lends
	}
	for _, pc := range pcs {
		// Calls of an interface's methods are not inlined, so each such function has a counter.
		f := runtime.FuncForPC(pc - 1)
		if f != nil && slices.ContainsFunc(access.Pooling, func(pkg string) bool { return strings.HasPrefix(f.Name(), pkg) }) {
			lends = true
			break
		}
	}
	if lending.stacks == nil || len(lending.stacks) > 1000 { // a program that recurses has many
		lending.stacks = map[[64]uintptr]bool{}
	}
	lending.stacks[stack] = lends
	return lends
}
