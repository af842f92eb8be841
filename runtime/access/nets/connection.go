package nets

import (
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"gocheck.dev/internal/wire"
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
	local    bool            // of a unix socket
	queue    queue           // what is on its way, if air
	most     int             // bytes that are written without anybody reading them
	sent     int             // bytes in all, if air
	taken    int             // bytes that were read, if air
	left     bool            // who reads has closed its end: deaf, as the word has it
	data     []byte          // written and not read yet
	writes   []int           // how long the writes are that it is of, if reads are split
	ended    bool            // nothing more will be written, or read
	finished bool            // by who writes
	reset    bool            // what comes after the data is an error, once
	deaf     bool            // who reads has closed its end, or is numb
	refusal  error           // what who writes hears of a reset, once; nil: there was none yet
	answered bool            // it has heard of it, or has had a reset for what it wrote
	sealed   bool            // who writes has ended it, as far as those know who had begun to
	broken   bool            // by a fault
	bell     bell            // for who reads: there is something, and once more if it has ended
	tolled   bool            // it was rung for the end, as end has it
	kept     bool            // and who heard that could not look
	readers  []chan struct{} // who read by a descriptor
	enders   []chan struct{} // and who of them have not seen that it has ended
	writers  []chan struct{}
	calls    int             // of who writes by a descriptor just now
	sealers  []chan struct{} // and who waits for them
	feed     func()          // what has changed, to who reads by a descriptor: others wait
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

// refuses says what comes of a write to somebody who does not listen any more, or by an end that
// was shut. An end hears of a reset once, by a read or by a write. One to which the other end had
// said that nothing more comes finds a pipe that is broken, and reads that this was the end. Who
// writes to a unix socket finds that, too: of a reset only a read hears there.
func (d *direction) refuses(shut bool) error {
	switch heard := d.answered; {
	case d.local && (d.deaf || shut):
		return syscall.EPIPE
	case !d.deaf && !shut, !shut && !heard && d.refusal == nil:
		d.answered = heard || d.deaf // by a reset, of which the next Write hears
		return nil
	case heard || d.refusal == nil:
		return syscall.EPIPE
	}
	d.answered = true
	return d.refusal
}

// end is one end of a connection.
type end struct {
	local, remote    net.Addr
	peer             *end
	in, out          *direction
	reading, writing side
	deafened         bool // by CloseRead
	numb             bool // by CloseWrite, too
	linger           int  // by SetLinger
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
		e.in.air, e.in.local, e.in.bell = overAir(local.Network()), local.Network() == "unix", newBell(2)
		e.in.most = capacityOf(e.in)
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
			return fills(p[:n], data), nil
		}
		if !d.empty() {
			continue
		}
		came = e.reads()
		came.step(&d.end)
		err := io.EOF
		if d.reset {
			came = e.reads()
			if came.step(e.out.sender()); !e.out.answered { // no Write has heard of it, nor will
				e.out.answered, err = true, syscall.ECONNRESET
			}
		}
		came.comes(nil, err)
		d.bell.send(atRead) // for others
		if err != io.EOF {
			e.reading.loses(atRead, e.begins("read from "))
		}
		return 0, err
	}
}

// Write waits until all is written.
func (e *end) Write(p []byte) (n int, err error) {
	taken := 0 // by who reads, as far as this call has seen
	p, loaded := loads(p)
	for first := true; ; first = false {
		if err := e.writing.look(atWrite, e.begins("write to ")); err != nil {
			return n, err
		}
		shut := e.writing.shut
		if e.writing.used(); first && !shut {
			e.breaks(atWrite, &e.writing)
		}
		d := e.out
		sent := e.writes(len(p))
		if sent.step(d.sender()); d.sealed {
			if e.writing.isClosed {
				sent.fails(net.ErrClosed)
				return n, net.ErrClosed
			}
			shut = true
		}
		if err := d.refuses(shut); err != nil {
			sent.fails(err)
			e.writing.loses(atWrite, e.begins("write to "))
			return n, err
		}
		if d.deaf {
			sent.fails(nil)
			e.hits(e.says("write to "))
			return n + len(p), nil
		}
		k, wait, again := e.room(atWrite, len(p), &taken)
		if k > 0 {
			sent.goes(p[:k])
			e.sendsBytes(p[:k])
			if !loaded && !pooled() {
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
	e.sends(atWrite, &e.out.word, func() string { return pipes.Message(data) + " arrives" }, func() { e.out.comes(data) })
}

// Accept is none of a connection's.
func (e *end) Accept() (socket any, local, remote net.Addr, err error) {
	return nil, nil, nil, syscall.EINVAL
}

// Close closes this end. Where something is left unread, the other end hears of a reset, unless
// both have ended.
func (e *end) Close() error {
	closes := e.says("close the connection to ")
	if err := closeSides(aside(closes), &e.reading, &e.writing); err != nil {
		return err
	}
	e.seal(closes)
	in, out := e.in, e.out
	if in.air {
		pipes.Step(&in.sending, atClose, aside(closes))
		in.deaf = true
	}
	pipes.Step(&in.word, atClose, aside(closes))
	resets, broken := len(in.data) > 0 || e.linger == 0, in.broken
	in.data, in.writes, in.left = nil, nil, true
	refusal := error(syscall.ECONNRESET)
	if resets && e.writing.shut && !in.local {
		refusal = syscall.EPIPE
		rt.Saying(aside(closes))
		rt.LoadWord(atClose, &in.end)
		resets = !in.finished
	}
	if in.air && resets {
		pipes.Step(&in.sending, atClose, aside(closes))
	}
	if !in.air || resets {
		in.deaf = true
	}
	if resets && in.refusal == nil {
		in.refusal = refusal
	}
	wake(&in.writers, atClose)
	if resets && !broken { // else it was told
		e.peer.goes(atClose, closes)
	}
	resets = resets && (in.local || !e.writing.shut)
	pipes.Step(out.ender(), atClose, func() string { return outcome(closes(), resets, syscall.ECONNRESET) })
	e.sends(atClose, &out.end, e.says("the end of the connection arrives at "), func() {
		out.finished = true
		out.ends(atClose, resets)
	})
	return nil
}

// seal lets no bytes come behind the end, which the caller lets come next: a Write may have begun
// when writing was ended. It is ordered with those who write and read if others than the caller
// have written. What others write by a descriptor it waits for.
func (e *end) seal(words func() string) {
	d := e.out
	if !e.writing.usedByOthers() {
		return
	}
	for pipes.Step(d.sender(), atClose, aside(words)); d.calls > 0 && descriptorUse() == nil; pipes.Step(d.sender(), atClose, aside(words)) {
		rt.Saying(aside(words))
		rt.Recv(pipes.Await(&d.sealers), atClose)
	}
	d.sealed = true
}

// goes notes that this end has had a reset.
func (e *end) goes(s rt.Site, words func() string) {
	pipes.Step(&e.goneWord, s, aside(words))
	e.gone = true
}

// hits is what comes of a write to an end that does not listen: a reset, and another one for an
// end that is numb.
func (e *end) hits(words func() string) {
	e.goes(atWrite, words)
	if peer := e.peer; peer.numb {
		peer.resets(aside(words))
	}
}

// resets lets a numb end hear of a reset.
func (e *end) resets(words func() string) {
	e.goes(atWrite, words)
	pipes.Step(e.out.sender(), atWrite, words)
	e.out.deaf, e.out.refusal = true, syscall.ECONNRESET
	pipes.Step(&e.in.end, atWrite, words)
	e.in.ends(atWrite, true)
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
	shut := e.writing.shut
	e.deafened = true
	err := e.connected(shut)
	pipes.Step(&e.in.end, atClose, e.says("read no more from "))
	e.in.ends(atClose, false)
	if e.in.local { // who writes is told at once
		pipes.Step(&e.in.word, atClose, e.begins("read no more from "))
		e.in.deaf = true
		wake(&e.in.writers, atClose)
	}
	if shut {
		e.numbs()
	}
	return err
}

// numbs lets this end, of which both sides were shut, answer what comes by a reset.
func (e *end) numbs() {
	if d := e.in; strings.HasPrefix(e.local.Network(), "tcp") {
		pipes.Step(d.sender(), atClose, e.begins("read and write no more from "))
		e.numb, d.deaf = true, true
	}
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
	e.seal(e.says("write no more to "))
	pipes.Step(e.out.ender(), atClose, e.says("write no more to "))
	e.sends(atClose, &e.out.end, e.says("the end of what is written arrives at "), func() {
		e.out.finished = true
		e.out.ends(atClose, false)
	})
	if e.deafened {
		e.numbs()
	}
	return nil
}

// SetDeadline sets until when reads or writes wait.
func (e *end) SetDeadline(t time.Time, read, write bool) error {
	return setDeadline(&e.reading, &e.writing, t, read, write, e.says("the connection to "))
}

// Open says whether options can be set still.
func (e *end) Open() error {
	return e.reading.open(e.says(wire.Aside + "set an option of the connection to "))
}

// SetLinger says what becomes of unsent data: none is kept if it is 0.
func (e *end) SetLinger(sec int) error {
	pipes.Step(&e.writing.word, atClose, e.says("set what closing does to "))
	if e.writing.isClosed {
		return net.ErrClosed
	}
	e.linger = sec
	return nil
}
