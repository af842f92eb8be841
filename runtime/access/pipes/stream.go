package pipes

import (
	"sync"

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
		if rt.Select(s, true, rt.RecvCase(c, s)) == 0 {
			return i
		}
	}
	return Go
}

// Read reads what one Write has, unless it is stopped.
func (m *Stream) Read(p []byte, stops Stops) (n, stopped int) {
	if i := Stopped(m.site, stops()); i != Go {
		return 0, i
	}
	data, s := rt.RecvCase(m.data, m.site), m.site
	switch c := stops(); len(c) { // no slice of cases: their type has no name here
	case 1:
		stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s)) - 1
	default:
		stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s), rt.RecvCase(c[1], s), rt.RecvCase(c[2], s)) - 1
	}
	if stopped == Go {
		n = access.Copy(p, data.Value(), s, s)
		rt.SendTo(m.taken, s).Send(n)
	}
	return n, stopped
}

// Write hands p over, all of it unless it is stopped. An empty p waits for a
// Read, too.
func (m *Stream) Write(p []byte, stops Stops) (n, stopped int) {
	if i := Stopped(m.site, stops()); i != Go {
		return 0, i
	}
	rt.MutexLock(&m.writing, m.site)
	defer rt.MutexUnlock(&m.writing, m.site)
	for first := true; first || len(p) > 0; first = false {
		data, s := rt.SendCase(m.data, m.site).With(p), m.site
		switch c := stops(); len(c) {
		case 1:
			stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s)) - 1
		default:
			stopped = rt.Select(s, false, data, rt.RecvCase(c[0], s), rt.RecvCase(c[1], s), rt.RecvCase(c[2], s)) - 1
		}
		if stopped != Go {
			return n, stopped
		}
		k := rt.Recv(m.taken, s)
		p = p[k:]
		n += k
	}
	return n, Go
}
