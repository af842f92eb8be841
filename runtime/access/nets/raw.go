package nets

import (
	"syscall"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/pipes"
)

func init() {
	outside := access.ReadDescriptor
	access.ReadDescriptor = func(s rt.Site, what string, f func(int, []byte) (int, error)) func(int, []byte) (int, error) {
		return func(fd int, p []byte) (int, error) {
			if task, ok := rt.Number(); !ok || theNetwork().raw[task] == 0 {
				outside(s, what, f)
			}
			n, err := f(fd, p)
			rt.SliceW(p[:max(0, n)], s)
			return n, err
		}
	}
}

// call calls what uses a descriptor.
func call(f func() bool) bool {
	n := theNetwork()
	task, _ := rt.Number()
	n.raw[task]++
	defer func() { n.raw[task]-- }()
	return f()
}

// RawRead lets a callback read by a descriptor, again and again until it says that it is done. What
// comes while it runs can be read at once.
func (e *end) RawRead(fd interface {
	Open() error       // anew
	Feed(p []byte) int // by which p can be read, as far as it fits
	End(reset bool)    // nothing more comes
	Call() bool
	Rest() int // of what was fed; it is not there any more
}) error {
	for first := true; ; first = false {
		if err := e.reading.look(atRead, e.begins("read from ")); err != nil {
			return err
		}
		if first {
			e.breaks(atRead, &e.reading)
		}
		d := e.in
		pipes.Step(&d.word, atRead, e.begins("read from "))
		if d.feed == nil {
			if err := fd.Open(); err != nil {
				return err
			}
			fed, changes := 0, 0
			d.feed = func() {
				// A reset or a Close that comes meanwhile drops data that was fed already.
				if fed < len(d.data) {
					fed += fd.Feed(d.data[fed:])
				}
				if fed >= len(d.data) && (d.reset || d.ended) {
					fd.End(d.reset)
				}
				changes++
			}
			d.feed()
			done := func() bool {
				defer func() {
					pipes.Step(&d.word, atRead, aside(e.says("end reading by a descriptor from ")))
					d.feed = nil
				}()
				return call(fd.Call)
			}()
			used := min(fed-fd.Rest(), len(d.data))
			d.data = d.data[used:]
			d.cut(used)
			d.taken += used
			if used > 0 {
				rt.TakesTime()
			}
			wake(&d.writers, atRead)
			if done && used == 0 && d.reset {
				d.reset, d.ended = false, true
				pipes.Step(e.out.sender(), atRead, aside(e.says("hear of a reset by ")))
				e.out.answered = true
			}
			if done || changes > 1 { // others were kept from reading
				wake(&d.readers, atRead)
			}
			if d.readable() {
				d.bell.ring(atRead)
			}
			if done {
				return nil
			}
			if changes > 1 {
				continue
			}
		}
		if err := e.reading.until(atRead, pipes.Await(&d.readers), e.says("read from ")); err != nil && err != errLate {
			return err
		}
	}
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
		if first {
			e.breaks(atWrite, &e.writing)
		}
		d := e.out
		pipes.Step(d.sender(), atWrite, e.begins("write to "))
		if e.writing.shut || d.deaf || d.air || len(d.data) < capacity {
			if err := fd.Open(); err != nil {
				return err
			}
			if err := d.refuses(); e.writing.shut || err != nil {
				fd.End(err == syscall.ECONNRESET)
			}
			done := call(fd.Call)
			if p := fd.Written(); len(p) > 0 {
				sent := e.writes(len(p))
				sent.goes(p)
				sent.step(d.sender())
				if !d.deaf {
					d.sent += len(p)
					e.sendsBytes(p)
				}
			}
			if done {
				return nil
			}
		}
		if err := e.writing.until(atWrite, pipes.Await(&d.writers), e.says("write to ")); err != nil && err != errLate {
			return err
		}
	}
}
