package pipes

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// os.Pipe. The kernel's pipe stays behind the two files, unused: their methods, which
// plain code calls as well (fmt.Println while os.Stdout is one), ask first whether the file
// is one of ours (instrument, pipe overlay).

// kernelPipe is what stands behind an os.Pipe that was made in an execution: a buffer.
type kernelPipe struct {
	site             rt.Site
	word             uint32 // each step is an update of it
	data             []byte
	isClosed         [2]bool // to read, to write
	waiting          [2][]chan struct{}
	limits           [2]Deadline
	limited, exposed bool
	busy             bool // a Write is not done yet: others wait
	room             int  // how much it takes before a Write waits
	name             string

	over   bool // of an example: nothing that is written counts any more
	reader *os.File
}

// pipeSize is how much the kernel keeps.
const pipeSize = 64 << 10

const reads, writes = 0, 1

// pipeEnd is one of the two files.
type pipeEnd struct {
	*kernelPipe
	end int // reads or writes
}

// OSPipe is os.Pipe.
func OSPipe(s rt.Site) (*os.File, *os.File, error) {
	r, w, err := os.Pipe()
	if err == nil && rt.Controlled() {
		p := &kernelPipe{site: s, room: pipeSize, name: "the pipe"}
		p.limits[reads].Init(s, true)
		p.limits[writes].Init(s, true)
		rt.Kept(unsafe.Pointer(r), func() any { return pipeEnd{p, reads} })
		rt.Kept(unsafe.Pointer(w), func() any { return pipeEnd{p, writes} })
	}
	return r, w, err
}

func (p *kernelPipe) step(words func() string) { Step(&p.word, p.site, words) }

// wake lets those who wait for the end look again.
func (p *kernelPipe) wake(end int) { Wake(&p.waiting[end], p.site, "wake who waits for the pipe") }

// wait waits until somebody wakes the end, or for its deadline.
func (e pipeEnd) wait(words string) error {
	if e.exposed { // the kernel does not ask us
		rt.Unsupported(e.site, "waiting for a pipe of os.Pipe whose descriptor was asked for")
	}
	c := Await(&e.waiting[e.end])
	cases := []<-chan struct{}{c}
	if e.limited {
		cases = append(cases, e.limits[e.end].Channel())
	}
	rt.Saying(func() string { return words })
	if len(cases) == 1 {
		rt.Recv(c, e.site)
	} else if rt.Select(e.site, false, rt.RecvCase(cases[0], e.site), rt.RecvCase(cases[1], e.site)) == 1 {
		return os.ErrDeadlineExceeded
	}
	return nil
}

// late says whether the deadline has passed before an operation.
func (e pipeEnd) late() error {
	if e.limited && Stopped(e.site, []<-chan struct{}{e.limits[e.end].Channel()}) != Go {
		return os.ErrDeadlineExceeded
	}
	return nil
}

func (e pipeEnd) read(data []byte) (int, error) {
	if err := e.late(); err != nil {
		return 0, err
	}
	for {
		n := 0
		e.step(func() string { return fmt.Sprintf("read %d bytes from the pipe", n) })
		switch {
		case e.isClosed[reads]:
			return 0, os.ErrClosed
		case e.end == writes:
			return 0, syscall.EBADF
		case len(data) == 0:
			return 0, nil
		case len(e.data) > 0:
			n = copy(data, e.data)
			e.data = e.data[n:]
			rt.SliceW(data[:n], atRead)
			e.wake(writes)
			return n, nil
		case e.isClosed[writes]:
			return 0, io.EOF
		}
		if err := e.wait("read from the pipe"); err != nil {
			return 0, err
		}
	}
}

func (e pipeEnd) write(data []byte, private bool) (done int, err error) {
	if err := e.late(); err != nil {
		return 0, err
	}
	for mine := false; ; {
		n := 0
		e.step(func() string { return fmt.Sprintf("write %d bytes to %s", n, e.name) })
		switch {
		case e.over:
			return len(data), nil
		case e.isClosed[writes]:
			return done, os.ErrClosed
		case e.end == reads:
			return done, syscall.EBADF
		case e.isClosed[reads]:
			return done, syscall.EPIPE
		}
		if mine || !e.busy {
			n = min(len(data), e.room-len(e.data))
			e.data = append(e.data, data[:n]...)
			if !private {
				rt.SliceR(data[:n], atWrite)
			}
			done, data = done+n, data[n:]
			if n > 0 {
				e.wake(reads)
			}
			if len(data) == 0 {
				if mine {
					e.busy = false
					e.wake(writes)
				}
				return done, nil
			}
			e.busy, mine = true, true
		}
		if err := e.wait("write to the pipe"); err != nil {
			if mine {
				e.busy = false
				e.wake(writes)
			}
			return done, err
		}
	}
}

func endOf(f *os.File) (pipeEnd, bool) {
	e, ok := rt.Kept(unsafe.Pointer(f), nil).(pipeEnd)
	return e, ok
}

func failed(op string, f *os.File, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &os.PathError{Op: op, Path: f.Name(), Err: err}
}

// Files has the methods of the two files of an os.Pipe, in an execution. The last result is
// false for any other file: then package os does it itself.
type Files struct{}

// Is says whether a file is such a one.
func (Files) Is(f *os.File) bool {
	_, ok := endOf(f)
	return ok
}

// Read is (*os.File).Read.
func (Files) Read(f *os.File, data []byte) (int, error, bool) {
	e, ok := endOf(f)
	if !ok {
		return 0, nil, false
	}
	into, private := access.Private(data, 2)
	n, err := e.read(into)
	if err == io.EOF && e.exposed {
		return 0, nil, false // what was written by the descriptor is the kernel's
	}
	if private {
		copy(data, into[:n])
	}
	return n, failed("read", f, err), true
}

// Write is (*os.File).Write.
func (Files) Write(f *os.File, data []byte) (int, error, bool) {
	e, ok := endOf(f)
	if !ok {
		return 0, nil, false
	}
	n, err := e.write(data, access.Pooled(1))
	return n, failed("write", f, err), true
}

// Close closes an end, before the file itself is closed.
func (Files) Close(f *os.File) {
	if e, ok := endOf(f); ok && !e.over {
		e.step(func() string { return "close " + [2]string{"reading", "writing"}[e.end] + " of " + e.name })
		e.isClosed[e.end] = true
		e.wake(reads)
		e.wake(writes)
	}
}

// SetDeadline is (*os.File).SetDeadline, SetReadDeadline or SetWriteDeadline.
func (Files) SetDeadline(f *os.File, t time.Time, read, write bool) (error, bool) {
	e, ok := endOf(f)
	if !ok {
		return nil, false
	}
	e.step(func() string { return "set a deadline of the pipe" })
	if e.isClosed[e.end] {
		return nil, false // as the file, which is closed, says
	}
	if e.end == reads && read || e.end == writes && write {
		e.limited = true
		e.limits[e.end].Set(t)
		e.wake(e.end) // who waits, waits for the new one
	}
	return nil, true
}

// Descriptor notes that somebody may read and write behind package os.
func (Files) Descriptor(f *os.File) {
	if e, ok := endOf(f); ok {
		e.exposed = true
	}
}
