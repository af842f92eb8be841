package pipes

import (
	"sync"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// A Stream is one direction of a pipe without a buffer: a write waits until
// reads have taken it all. Its operations are those of ordinary channels and a
// lock, made with the site of the pipe's making: the callers of Read and Write
// through an interface knows nothing of sites.
type Stream struct {
	writing sync.Mutex // one Write after the other
	data    chan []byte
	taken   chan int // how much of the data
	site    rt.Site
}

// NewStream makes a stream.
func NewStream(s rt.Site) *Stream {
	return &Stream{data: rt.Made(make(chan []byte)), taken: rt.Made(make(chan int)), site: s}
}

// Stops are channels each of which stops a Read or Write when it is closed: one
// or three. It is asked anew before each operation, for a deadline that is
// moved may have another channel.
type Stops func() []<-chan struct{}

// Go is what a Read or Write returns of the channels that stop it if none has.
const Go = -1

// Stopped is the index of the first of the channels that is closed, or Go.
func Stopped(s rt.Site, stops []<-chan struct{}) int {
	for i, c := range stops {
		seen := begins(s, wire.Aside+"look at", len(stops))
		if rt.Select(s, true, rt.RecvCase(c, s)) == 0 {
			seen.stopped(i)
			return i
		}
	}
	return Go
}

// Read reads what one Write has, unless it is stopped.
func (m *Stream) Read(p []byte, stops Stops) (n, stopped int) {
	s := m.site
	if i := Stopped(s, stops()); i != Go {
		return 0, i
	}
	data, c := rt.RecvCase(m.data, s), stops()
	heard := begins(s, "read from", len(c))
	switch len(c) { // no slice of cases: their type has no name here
	case 1:
		stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s)) - 1
	default:
		stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s), rt.RecvCase(c[1], s), rt.RecvCase(c[2], s)) - 1
	}
	heard.stopped(stopped)
	if stopped == Go {
		n = access.Copy(p, data.Value(), atRead, atRead)
		saying(s, "read "+said(p[:n])+"from")
		rt.SendTo(m.taken, s).Send(n)
	}
	return n, stopped
}

// Write hands p over, all of it unless it is stopped. An empty p waits for a
// Read, too.
func (m *Stream) Write(p []byte, stops Stops) (n, stopped int) {
	s := m.site
	if i := Stopped(s, stops()); i != Go {
		return 0, i
	}
	defer locked(&m.writing, s, wire.Aside+"begin to write to", "end of a write to")()
	for first := true; first || len(p) > 0; first = false {
		data, c := rt.SendCase(m.data, s).With(p), stops()
		heard := begins(s, "write "+said(p)+"to", len(c))
		switch len(c) {
		case 1:
			stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s)) - 1
		default:
			stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s), rt.RecvCase(c[1], s), rt.RecvCase(c[2], s)) - 1
		}
		if heard.stopped(stopped); stopped != Go {
			return n, stopped
		}
		saying(s, "write to")
		k := rt.Recv(m.taken, s)
		p = p[k:]
		n += k
	}
	return n, Go
}
