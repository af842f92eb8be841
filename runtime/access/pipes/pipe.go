package pipes

import (
	"io"
	"slices"
	"sync"
	"unsafe"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// io.Pipe. Its two ends are concrete types, whose methods plain code calls as
// well (io.Copy, bufio). So binaries that make pipes have a package io whose
// methods ask first whether the pipe is one of ours (instrument, pipe overlay).

// pipe is what stands behind an io.Pipe that was made in an execution.
type pipe struct {
	*Stream
	done     chan struct{}
	closing  sync.Mutex
	isClosed bool
	readErr  error // what the reader was closed with
	writeErr error // what the writer was closed with
}

// IOPipe is io.Pipe.
func IOPipe(s rt.Site) (*io.PipeReader, *io.PipeWriter) {
	r, w := io.Pipe()
	p := &pipe{Stream: NewStream(s), done: rt.Made(make(chan struct{}))}
	made := func() any { return p }
	rt.Kept(unsafe.Pointer(r), made)
	if unsafe.Pointer(r) != unsafe.Pointer(w) {
		rt.Kept(unsafe.Pointer(w), made)
	}
	return r, w
}

func (p *pipe) stops() []<-chan struct{} { return []<-chan struct{}{p.done} }

// close closes one end for good: the first error of each end counts.
func (p *pipe) close(end *error, err error) {
	defer p.lock("close")()
	if *end == nil {
		*end = err
	}
	if !p.isClosed {
		p.isClosed = true
		saying(p.site, "close")
		rt.Close(p.done, p.site)
	}
}

// lock locks what the pipe was closed with.
func (p *pipe) lock(what string) (unlock func()) {
	return locked(&p.closing, p.site, wire.Aside+what, what)
}

// closed is what an operation on one end returns when the pipe is closed: the
// error of the other end, unless its own was closed.
func (p *pipe) closed(own, other *error) error {
	defer p.lock("look at the end of")()
	if *own == nil && *other != nil {
		return *other
	}
	return io.ErrClosedPipe
}

func pipeAt(p unsafe.Pointer) (*pipe, bool) {
	x, ok := rt.Kept(p, nil).(*pipe)
	return x, ok
}

// Pipes has the methods of the two ends of an io.Pipe, in an execution. The
// last result is false for a pipe that is not of the execution: then package io
// does it itself.
type Pipes struct{}

// Read is (*io.PipeReader).Read.
func (Pipes) Read(r *io.PipeReader, data []byte) (int, error, bool) {
	p, ok := pipeAt(unsafe.Pointer(r))
	if !ok {
		return 0, nil, false
	}
	into, private := access.Private(data, 2)
	n, stopped := p.Stream.Read(into, p.stops)
	if private {
		copy(data, into[:n])
	}
	if stopped == Go {
		return n, nil, true
	}
	return 0, p.closed(&p.readErr, &p.writeErr), true
}

// Write is (*io.PipeWriter).Write.
func (Pipes) Write(w *io.PipeWriter, data []byte) (int, error, bool) {
	p, ok := pipeAt(unsafe.Pointer(w))
	if !ok {
		return 0, nil, false
	}
	if access.Pooled(1) {
		data = slices.Clone(data)
	}
	n, stopped := p.Stream.Write(data, p.stops)
	if stopped == Go {
		return n, nil, true
	}
	return n, p.closed(&p.writeErr, &p.readErr), true
}

// CloseReader is (*io.PipeReader).CloseWithError.
func (Pipes) CloseReader(r *io.PipeReader, err error) bool {
	p, ok := pipeAt(unsafe.Pointer(r))
	if ok {
		if err == nil {
			err = io.ErrClosedPipe
		}
		p.close(&p.readErr, err)
	}
	return ok
}

// CloseWriter is (*io.PipeWriter).CloseWithError.
func (Pipes) CloseWriter(w *io.PipeWriter, err error) bool {
	p, ok := pipeAt(unsafe.Pointer(w))
	if ok {
		if err == nil {
			err = io.EOF
		}
		p.close(&p.writeErr, err)
	}
	return ok
}
