package gocheck

// ring is an unbounded queue of events with two ends. Events are kept in a
// circular buffer that doubles when it is full, so that posting does not
// allocate in the steady state.
type ring struct {
	buf  []func() // its length is zero or a power of two
	head int      // index of the first event
	n    int      // number of events
}

const (
	ringMin = 8    // slots of the first buffer
	ringMax = 1024 // slots that an idle handler may keep
)

func (r *ring) pushBack(event func()) {
	r.grow()
	r.buf[(r.head+r.n)&(len(r.buf)-1)] = event
	r.n++
}

func (r *ring) pushFront(event func()) {
	r.grow()
	r.head = (r.head - 1) & (len(r.buf) - 1)
	r.buf[r.head] = event
	r.n++
}

// popFront takes the first event; there must be one.
func (r *ring) popFront() func() {
	event := r.buf[r.head]
	r.buf[r.head] = nil // what the event holds on to is garbage when it has run
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	return event
}

// grow makes room for one more event.
func (r *ring) grow() {
	if r.n < len(r.buf) {
		return
	}
	buf := make([]func(), max(ringMin, 2*len(r.buf)))
	k := copy(buf, r.buf[r.head:])
	copy(buf[k:], r.buf[:r.head])
	r.buf, r.head = buf, 0
}

// trim gives the buffer of an empty ring back when a burst has made it large.
func (r *ring) trim() {
	if len(r.buf) > ringMax {
		*r = ring{}
	}
}
