package nets

import (
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/pipes"
)

// direction is the bytes from one end of a connection to the other, and their end, which has a word
// of its own: who finds bytes does not look whether it has come, so that is one execution.
type direction struct {
	word     uint32          // of the bytes
	end      uint32          // of ended and reset
	sending  uint32          // of who writes, if air: see sender
	air      bool            // -net=async
	queue    queue           // what is on its way, if air
	sent     int             // bytes in all, if air
	taken    int             // bytes that were read, if air
	left     bool            // who reads has closed its end: deaf, as the word has it
	data     []byte          // written and not read yet
	writes   []int           // how long the writes are that it is of, if reads are split
	ended    bool            // nothing more will be written, or read
	finished bool            // by who writes
	reset    bool            // what comes after the data is an error, once
	deaf     bool            // who reads has closed its end
	unread   bool            // and has left something behind
	answered bool            // something was written to it since
	broken   bool            // by a fault
	bell     bell            // for who reads: there is something, and once more if it has ended
	tolled   bool            // it was rung for the end, as end has it
	kept     bool            // and who heard that could not look
	readers  []chan struct{} // who read by a descriptor
	enders   []chan struct{} // and who of them have not seen that it has ended
	writers  []chan struct{}
	feed     func() // what has changed, to who reads by a descriptor: others wait
}

// arrived lets readers see that something has come.
func (d *direction) arrived(s rt.Site) {
	if d.feed != nil {
		d.feed()
	}
	rings := !d.bell.rings
	d.bell.rings = true // before steps of others
	wake(&d.readers, s)
	if rings {
		d.bell.send(s)
	}
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

// ends lets readers see that nothing more will come, once they have read what is there. The caller
// has made a step on the end's word.
func (d *direction) ends(s rt.Site, reset bool) {
	tolls := !d.tolled
	d.ended, d.reset, d.tolled = true, d.reset || reset, true
	wake(&d.enders, s)
	if tolls {
		d.bell.send(s)
	}
}

// empty is called by who has heard the bell and found no bytes: what it has heard was for bytes
// that are not there any more, or it was for the end. Then there can be no more bytes.
func (d *direction) empty() (forEnd bool) {
	forEnd, d.bell.rings = !d.bell.rings, false
	return forEnd
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
	peer             *end
	in, out          *direction
	reading, writing side
	linger           int // by SetLinger
	goneWord         uint32
	gone             bool // it has had a reset, after which there is nothing to shut down
	dialed           bool // it is the client's
}

// newConnection makes both ends of a connection.
func newConnection(local, remote net.Addr) (here, there *end) {
	to, back := new(direction), new(direction)
	here = &end{local: local, remote: remote, in: back, out: to, linger: -1, dialed: true}
	there = &end{local: remote, remote: local, in: to, out: back, linger: -1, peer: here}
	here.peer = there
	for _, e := range []*end{here, there} {
		e.in.air, e.in.bell = overAir(local.Network()), newBell(2)
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
		if d.feed != nil { // who reads by a descriptor rings when it is done
			d.kept = d.empty() || d.kept
			continue
		}
		if len(d.data) > 0 {
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
			d.bell.heard(atRead, len(d.data) > 0)
			wake(&d.writers, atRead)
			if !pooled() {
				rt.SliceW(p[:n], atRead)
			}
			return copy(p, data), nil
		}
		if !d.empty() {
			continue
		}
		came = e.reads()
		came.step(&d.end)
		err := io.EOF
		if d.reset {
			d.reset, err = false, syscall.ECONNRESET
		}
		came.comes(nil, err)
		d.bell.send(atRead) // for others
		if err != io.EOF {
			pipes.Step(e.out.sender(), atRead, aside(e.says("hear of a reset by ")))
			e.out.answered = true // no Write hears of it again
			e.reading.loses(atRead, e.begins("read from "))
		}
		return 0, err
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
			e.goes(atWrite, e.says("write to "))
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
			if err := e.writing.until(atWrite, e.says("write to "), wait, nil); err != nil && err != errLate {
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
	e.sends(atWrite, &e.out.word, func() string { return message(data) + " arrives" }, func() { e.out.comes(data) })
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
	unread, linger, broken := len(in.data) > 0 || e.linger == 0, e.linger, in.broken
	in.data, in.writes, in.left = nil, nil, true
	if !in.air {
		in.deaf, in.unread = true, unread
	}
	wake(&in.writers, atClose)
	if in.air && unread {
		pipes.Step(&in.sending, atClose, aside(closes))
		in.unread = true
	}
	if unread && !broken { // else it was told
		e.peer.goes(atClose, closes)
	}
	pipes.Step(out.ender(), atClose, func() string { return outcome(closes(), unread, syscall.ECONNRESET) })
	e.sends(atClose, &out.end, e.says("the end of the connection arrives at "), func() {
		out.finished = true
		out.ends(atClose, unread)
		if linger == 0 {
			pipes.Step(&out.word, atClose, aside(closes))
			out.data, out.writes = nil, nil
		}
	})
	return nil
}

// goes notes that this end has had a reset.
func (e *end) goes(s rt.Site, words func() string) {
	pipes.Step(&e.goneWord, s, aside(words))
	e.gone = true
}

// connected fails where a socket of TCP is none any more: both ends have ended, or it was reset. It
// has been shut by this end before, or not.
func (e *end) connected(shut bool) error {
	if !strings.HasPrefix(e.local.Network(), "tcp") {
		return nil
	}
	rt.Saying(aside(e.says("begin to shut the connection to ")))
	if rt.LoadWord(atClose, &e.goneWord); e.gone {
		return syscall.ENOTCONN
	}
	if shut {
		rt.Saying(aside(e.says("begin to shut the connection to ")))
		if rt.LoadWord(atClose, &e.in.end); e.in.finished {
			return syscall.ENOTCONN
		}
	}
	return nil
}

// CloseRead lets reads end.
func (e *end) CloseRead() error {
	rt.Saying(e.begins("read no more from "))
	if rt.LoadWord(atClose, &e.writing.word); e.writing.isClosed {
		return net.ErrClosed
	}
	err := e.connected(e.writing.shut)
	pipes.Step(&e.in.end, atClose, e.says("read no more from "))
	e.in.ends(atClose, false)
	return err
}

// CloseWrite tells the other end that nothing more will come.
func (e *end) CloseWrite() error {
	pipes.Step(&e.writing.word, atClose, e.begins("write no more to "))
	if e.writing.isClosed {
		return net.ErrClosed
	}
	shut := e.writing.shut
	e.writing.shut = true
	if err := e.connected(shut); err != nil {
		return err
	}
	pipes.Step(e.out.ender(), atClose, e.says("write no more to "))
	e.sends(atClose, &e.out.end, e.says("the end of what is written arrives at "), func() {
		e.out.finished = true
		e.out.ends(atClose, false)
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
