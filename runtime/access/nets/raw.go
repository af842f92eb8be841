package nets

import (
	"net"
	"syscall"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/pipes"
)

func init() {
	outside := access.ReadDescriptor
	access.ReadDescriptor = func(s rt.Site, what string, f func(int, []byte) (int, error)) func(int, []byte) (int, error) {
		return func(fd int, p []byte) (int, error) {
			use := descriptorUse()
			if use == nil {
				return outside(s, what, f)(fd, p)
			}
			use.begins()
			n, err := f(fd, p)
			for err != nil && use.fails(err) {
				use.begins()
				n, err = f(fd, p)
			}
			rt.SliceW(p[:max(0, n)], s)
			return n, err
		}
	}
}

// use is what a task does by a descriptor, as long as a callback runs.
type use struct {
	begins func()                   // a read by it
	fails  func(error) (again bool) // it did, and may do so again
}

// descriptorUse is the calling task's: nil if nothing that it reads by a descriptor is under
// control.
func descriptorUse() *use {
	if task, ok := rt.Number(); ok {
		if uses := theNetwork().raw[task]; len(uses) > 0 {
			return uses[len(uses)-1]
		}
	}
	return nil
}

// call calls what uses a descriptor.
func call(f func() bool, u *use) bool {
	raw := theNetwork().raw
	task, _ := rt.Number()
	raw[task] = append(raw[task], u)
	defer func() { raw[task] = raw[task][:len(raw[task])-1] }()
	return f()
}

// readable is the descriptor of a connection that is read by it.
type readable = interface {
	Open() error       // anew
	Feed(p []byte) int // by which p can be read, as far as it fits
	End(reset bool)    // nothing more comes
	Call() bool        // of the callback
	Rest() int         // of what was fed; it is not there any more
}

// rawReading is a RawRead. All but the first three concern one call of the callback.
type rawReading struct {
	e     *end
	fd    readable
	knows bool // that nothing more comes

	at           uint64 // how many steps there were when the bytes' word was looked at
	fed, changes int
	over, reset  bool          // what the descriptor has of the end
	heard        bool          // the callback has heard of a reset
	some, ended  chan struct{} // to wait for
}

// RawRead lets a callback read by a descriptor, again and again until it says that it is done. What
// comes while it runs can be read at once. It looks at the end, as any read does, only where there
// is nothing else; if it reads by another system call than read, it is told of the end the next
// time.
func (e *end) RawRead(fd readable) error {
	r := rawReading{e: e, fd: fd}
	for first := true; ; first = false {
		if err := e.reading.look(atRead, e.begins("read from ")); err != nil {
			return err
		}
		if first {
			e.breaks(atRead, &e.reading)
		}
		r = rawReading{e: e, fd: fd, knows: r.knows}
		r.again()
		if e.in.feed != nil {
			r.some = pipes.Await(&e.in.readers)
		} else {
			if err := fd.Open(); err != nil {
				return err
			}
			switch done, waits := r.call(); {
			case done:
				return nil
			case !waits:
				continue
			}
		}
		if err := e.reading.until(atRead, e.says("read from "), r.some, r.ended); err != nil && err != errLate {
			return err
		}
	}
}

func (r *rawReading) step(word *uint32) { pipes.Step(word, atRead, r.e.begins("read from ")) }

// again looks at the bytes' word if there were steps since.
func (r *rawReading) again() {
	if r.at != rt.Steps() {
		r.step(&r.e.in.word)
		r.at = rt.Steps()
	}
}

// feed lets the descriptor have what is there.
func (r *rawReading) feed() {
	// A reset or a Close that comes meanwhile drops data that was fed already.
	if d := r.e.in; r.fed < len(d.data) {
		r.fed += r.fd.Feed(d.data[r.fed:])
	}
	r.changes++
}

// looks looks whether the end has come. If not, it is waited for.
func (r *rawReading) looks() (ended bool) {
	d := r.e.in
	if r.step(&d.end); !d.ended {
		r.ended = pipes.Await(&d.enders)
		return false
	}
	r.knows = true
	return true
}

// begins is called before a read by the descriptor: all that came before is there.
func (r *rawReading) begins() {
	r.again()
	if r.over {
		r.fd.End(r.reset)
	}
}

// fails is called after one that did. It may find something else if it is made again.
func (r *rawReading) fails(err error) (again bool) {
	r.heard = r.heard || err == syscall.ECONNRESET
	if err != syscall.EAGAIN || r.over || !r.looks() {
		return false
	}
	r.ends()
	return true
}

// ends lets the end be read. The caller has looked at it.
func (r *rawReading) ends() {
	d := r.e.in
	r.over = true
	if d.reset { // of which no other read or write hears
		r.step(r.e.out.sender())
		r.reset, r.e.out.answered = !r.e.out.answered, true
	}
}

// call calls the callback. If it is not done, it may have to wait for something.
func (r *rawReading) call() (done, waits bool) {
	d := r.e.in
	d.feed = r.feed
	d.feed()
	if r.knows {
		r.looks()
		r.ends()
		r.begins()
	}
	func() {
		defer func() {
			r.again()
			d.feed = nil
		}()
		done = call(r.fd.Call, &use{r.begins, r.fails})
	}()
	used := min(r.fed-r.fd.Rest(), len(d.data))
	d.data = d.data[used:]
	d.cut(used)
	d.taken += used
	kept, waits := d.kept, !done && r.changes == 1
	d.kept = false
	bytes := len(d.data) > 0 && !d.bell.rings
	d.bell.rings = d.bell.rings || bytes
	others := d.readers // were kept from reading
	if d.readers = nil; waits {
		d.readers, others = others, nil
		r.some = pipes.Await(&d.readers)
	}
	if used > 0 {
		rt.TakesTime()
	}
	wake(&d.writers, atRead)
	wake(&others, atRead)
	for _, rings := range []bool{bytes, kept} {
		if rings {
			d.bell.send(atRead)
		}
	}
	switch {
	case r.reset && !r.heard:
		r.step(r.e.out.sender())
		r.e.out.answered = false
	}
	if waits && !r.knows && r.ended == nil {
		waits = !r.looks()
	}
	return done, waits
}

// RawWrite lets a callback write by a descriptor.
func (e *end) RawWrite(fd interface {
	Open() error
	End(reset bool)
	Call() bool
	Written() []byte
}) error {
	for first := true; ; first = false {
		if err := e.writing.look(atWrite, e.begins("write to ")); err != nil {
			return err
		}
		e.writing.used()
		shut := e.writing.shut
		if first && !shut {
			e.breaks(atWrite, &e.writing)
		}
		d := e.out
		if pipes.Step(d.sender(), atWrite, e.begins("write to ")); d.sealed {
			if e.writing.isClosed {
				return net.ErrClosed
			}
			shut = true
		}
		if shut || d.deaf || d.air || len(d.data) < d.most {
			if err := fd.Open(); err != nil {
				return err
			}
			if err := d.refuses(shut); err != nil {
				fd.End(err == syscall.ECONNRESET)
			}
			done := e.writesBy(fd.Call, fd.Written)
			if done {
				return nil
			}
		}
		if err := e.writing.until(atWrite, e.says("write to "), pipes.Await(&d.writers), nil); err != nil && err != errLate {
			return err
		}
	}
}

// writesBy calls what may write by a descriptor, as long as no end comes before it is done. The
// caller has made a step on the sender's word.
func (e *end) writesBy(f func() bool, written func() []byte) bool {
	d := e.out
	d.calls++
	defer func() {
		p := written()
		if len(p) == 0 {
			pipes.Step(d.sender(), atWrite, e.begins("write to "))
		} else {
			sent := e.writes(len(p))
			sent.goes(p)
			sent.step(d.sender())
		}
		switch d.calls--; {
		case len(p) == 0:
		case d.deaf:
			e.hits(e.says("write to "))
		default:
			d.sent += len(p)
			e.sendsBytes(p)
		}
		wake(&d.sealers, atWrite)
	}()
	return call(f, &use{func() {}, func(error) bool { return false }})
}
