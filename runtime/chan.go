package runtime

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/polls"
)

// Channels. The shadow of a channel is found by the channel's address. What a buffered channel
// holds stays in the real channel, so that rewritten and plain code can pass values to each other;
// a rendezvous on an unbuffered one is a hand-over between the two tasks' operations and never
// touches the real channel. Closing closes the real channel too.
//
// Three kinds of channel are none to the checker (vocab.go has other objects for
// them): the nil channel, the Done channel of a context (a flag, context.go) and the
// channel of a timer (time.go). They come through the same entry points.

// source is a shadow that a receive, a send or a case of a select can be on.
type source interface {
	shadow
	// kind is the kind of an operation on it, as announced.
	kind(send bool) checker.Kind
	// ways appends the alternatives of e that are enabled.
	ways(e *end, buf []checker.Decision) []checker.Decision
	// carryOut performs one of them and completes ev.
	carryOut(e *end, ev *checker.Event)
}

// end is one end of a channel operation: a send, a receive, or a case of a
// select. SendOp and RecvOp are around it and know the element's type.
type end struct {
	self  Endpoint
	t     *task
	sel   *selectOp // nil: not in a select
	src   source    // nil: of a nil channel
	obj   checker.Object
	site  Site
	index int32 // of the case
	send  bool
	done  bool  // the value has changed hands already: nothing is left to do on the real channel
	since int64 // the checker's time of the announcement
}

// Endpoint is a SendOp, a RecvOp or, by reflection, an UntypedOp.
type Endpoint interface {
	common() *end
	channel() (p unsafe.Pointer, capacity int)
	finish()              // does what is left to do on the real channel
	handOver(to Endpoint) // a rendezvous: from this sender to that receiver
	plain() plainCase     // the case for a native select
	took(v any, ok bool)  // a value of the native select, of a timer, or of an endpoint of another type
}

// hasDefault tells whether the end can only meet a partner that waits: in a
// select with default.
func (e *end) hasDefault() bool { return e.sel != nil && e.sel.hasDefault }

// chanShadow is the shadow of a channel.
type chanShadow struct {
	ptr      unsafe.Pointer
	capacity int
	closed   bool         // by a controlled close
	timer    *timerShadow // that sends to it (time_async.go)
	timerObj checker.Object
	// The tasks that wait at an unbuffered channel, in order of announcement. Receivers
	// apart from senders, since thousands may wait on one side.
	receivers, senders []*end
	partners           polls.Partners
}

// side is the list that e belongs to, when it waits.
func (c *chanShadow) side(send bool) *[]*end {
	if send {
		return &c.senders
	}
	return &c.receivers
}

// sourceAt finds the shadow of a channel.
func (x *Execution) sourceAt(p unsafe.Pointer, capacity int) (checker.Object, source) {
	obj, sh := x.shadowAt(p, func() shadow { return &chanShadow{ptr: p, capacity: capacity} })
	return obj, sh.(source)
}

func (c *chanShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.ChanObject, Cap: c.capacity}
}

func (c *chanShadow) kind(send bool) checker.Kind {
	if send {
		return checker.Send
	}
	return checker.Recv
}

// isClosed asks the real channel as well: plain code may have closed it.
func (c *chanShadow) isClosed() bool { return c.closed || innards.Closed(c.ptr) }
func (c *chanShadow) len() int       { return innards.Len(c.ptr) }

func (c *chanShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if e, ok := t.payload.(*end); ok {
		return c.ways(e, buf)
	}
	return append(buf, t.always()) // Close, Len
}

func (c *chanShadow) ways(e *end, buf []checker.Decision) []checker.Decision {
	d := checker.Decision{Task: e.t.id, Choice: e.index, Partner: checker.NoTask}
	switch {
	case e.send && c.isClosed():
		return append(buf, d)
	case c.capacity > 0:
		if n := c.len(); e.send && n < c.capacity || !e.send && (n > 0 || c.isClosed()) {
			return append(buf, d)
		}
		return buf
	case c.isClosed():
		return append(buf, d)
	case !e.send:
		return buf // a rendezvous is listed under its sender
	}
	for _, r := range c.receivers {
		if c.canMeet(e, r) {
			d.Partner, d.PartnerChoice = r.t.id, r.index
			buf = append(buf, d)
		}
	}
	return buf
}

// canMeet tells whether a pending sender and receiver make a rendezvous. One of them must
// be one that waits: two selects with default always miss each other.
func (c *chanShadow) canMeet(a, b *end) bool {
	return a.t != b.t && !(a.hasDefault() && b.hasDefault())
}

// mustMeet tells whether some partner of e is known to have arrived: it waits
// since before the last tick of the clock.
func (c *chanShadow) mustMeet(e *end) bool {
	for _, p := range *c.side(!e.send) {
		if c.canMeet(e, p) && p.since < e.t.x.fineTime() {
			e.t.x.trusts(e, p)
			return true
		}
	}
	return false
}

func (c *chanShadow) perform(t *task, ev *checker.Event) {
	if e, ok := t.payload.(*end); ok {
		c.carryOut(e, ev)
		return
	}
	if t.op.Kind == checker.Close {
		if c.isClosed() || c.ptr == nil {
			ev.Kind = checker.SendClosed
		}
		c.closed = true
	}
}

func (c *chanShadow) carryOut(e *end, ev *checker.Event) {
	switch {
	case ev.Partner != checker.NoTask:
		ev.Kind = checker.Send
		r := c.partner(ev.Decision)
		e.self.handOver(r.self)
		e.done, r.done = true, true
		if r.sel != nil {
			r.sel.chosen = r.index
		}
	case e.send && c.isClosed():
		ev.Kind = checker.SendClosed
	case e.send:
		ev.Kind = checker.Send
	case c.len() > 0:
		ev.Kind = checker.Recv
	default:
		ev.Kind = checker.RecvClosed
	}
}

// partner finds the receiver that a rendezvous was decided with.
func (c *chanShadow) partner(d checker.Decision) *end {
	for _, r := range c.receivers {
		if r.t.id == d.Partner && r.index == d.PartnerChoice {
			return r
		}
	}
	panic("gocheck: a rendezvous was decided with a task that does not wait for it")
}

// enter and leave tell the shadow who waits at it: on an unbuffered channel a
// partner has to be found, for a timer the clock advances.
func (e *end) enter() {
	switch src := e.src.(type) {
	case *chanShadow:
		if src.capacity == 0 {
			e.since = e.t.x.fineTime()
			side := src.side(e.send)
			*side = append(*side, e)
			if !e.hasDefault() {
				src.partners.Came(e.send)
				src.meet(e.t.x)
			}
		}
	case *timerShadow:
		src.waiting++
		e.t.x.waiting.Add(src)
	}
}

func (e *end) leave() {
	switch src := e.src.(type) {
	case *chanShadow:
		side := src.side(e.send)
		if i := slices.Index(*side, e); i >= 0 {
			*side = slices.Delete(*side, i, i+1)
		}
	case *timerShadow:
		src.waiting--
	}
}

// prepare finds out what e is an end of.
func (e *end) prepare(t *task, self Endpoint) {
	e.t, e.self = t, self
	if p, capacity := self.channel(); p != nil {
		e.reaches(p)
		e.obj, e.src = t.x.sourceAt(p, capacity)
	}
}

// run is a send or a receive that is not in a select.
func (e *end) run(t *task, self Endpoint) {
	e.prepare(t, self)
	if e.src == nil {
		// A select of one case on a nil channel: so that the checker does not
		// think that two tasks could meet there.
		Select(e.site, false, self)
		return
	}
	e.enter()
	t.payload = e
	if seen := t.naps(e.timer()); seen != nil {
		t.do(checker.Op{Kind: e.src.kind(e.send), Obj: e.obj, Seen: seen, Pos: e.site.Pos()}, e.src)
	} else {
		t.use(e.src.kind(e.send), e.obj, 0, e.site, e.src)
	}
	e.leave()
	self.finish()
	if e.timer() {
		t.elapse()
	}
}

// timer says whether e waits for a timer.
func (e *end) timer() bool {
	_, ok := e.src.(*timerShadow)
	return ok
}

// SendOp is a send to a channel of elements T, once it has its value.
type SendOp[T any] struct {
	end
	ch chan<- T
	v  T
}

func (o *SendOp[T]) common() *end                   { return &o.end }
func (o *SendOp[T]) channel() (unsafe.Pointer, int) { return chanPointer(o.ch), cap(o.ch) }

func (o *SendOp[T]) finish() {
	switch {
	case !o.done && o.t.resolved == checker.SendClosed:
		panic(misuse{"close", SendOnClosed, Site(o.t.done.Pos)})
	case !o.done:
		o.ch <- o.v
	}
}

func (o *SendOp[T]) handOver(to Endpoint) {
	r, ok := to.(*RecvOp[T])
	if !ok { // by reflection
		to.took(o.v, true)
		return
	}
	r.v, r.ok = o.v, true
}

func (o *SendOp[T]) took(any, bool) {}

// SendTo is ch <- v, up to the channel's evaluation: Send has the rest.
func SendTo[T any](ch chan<- T, s Site) Sender[T] { return Sender[T]{ch, s} }

// Sender is the left side of a send statement.
type Sender[T any] struct {
	ch   chan<- T
	site Site
}

// Send is the send. It is a method so that v is assigned to T and not the
// other way round.
func (l Sender[T]) Send(v T) {
	t := current()
	if t == nil {
		l.ch <- v
		return
	}
	o := &SendOp[T]{end: end{site: l.site, send: true}, ch: l.ch, v: v}
	o.run(t, o)
}

// RecvOp is a receive from a channel of elements T.
type RecvOp[T any] struct {
	end
	ch <-chan T
	v  T
	ok bool
}

func (o *RecvOp[T]) common() *end                   { return &o.end }
func (o *RecvOp[T]) channel() (unsafe.Pointer, int) { return chanPointer(o.ch), cap(o.ch) }

func (o *RecvOp[T]) finish() {
	if !o.done {
		o.v, o.ok = <-o.ch
	}
}

func (o *RecvOp[T]) handOver(Endpoint) { panic("gocheck: a receive handed a value over") }

func (o *RecvOp[T]) took(v any, ok bool) {
	o.v, _ = v.(T)
	o.ok, o.done = ok, true
}

// Recv is <-ch.
func Recv[T any](ch <-chan T, s Site) T {
	v, _ := Recv2(ch, s)
	return v
}

// Recv2 is v, ok := <-ch.
func Recv2[T any](ch <-chan T, s Site) (T, bool) {
	t := current()
	if t == nil {
		v, ok := <-ch
		return v, ok
	}
	o := &RecvOp[T]{end: end{site: s}, ch: ch}
	o.run(t, o)
	return o.v, o.ok
}

// RangeOver is the range clause over a channel.
func RangeOver[T any](ch <-chan T, s Site) *Ranging[T] { return &Ranging[T]{ch: ch, site: s} }

// Ranging is a range clause in progress.
type Ranging[T any] struct {
	ch   <-chan T
	site Site
	v    T
}

// Next receives the next value, until the channel is closed.
func (r *Ranging[T]) Next() bool {
	v, ok := Recv2(r.ch, r.site)
	r.v = v
	return ok
}

// Value is what the last Next received.
func (r *Ranging[T]) Value() T { return r.v }

// Close is close(ch).
func Close[T any](ch chan<- T, s Site) {
	Closes(chanPointer(ch), s)
	close(ch) // of nil: panics, which depends on nothing
}

// Closes says that the channel at p is about to be closed.
func Closes(p unsafe.Pointer, s Site) {
	if t := current(); t != nil && p != nil {
		t.reaches(p, s, "close of synctest channel")
		announceOnChan(t, checker.Close, p, innards.Cap(p), s)
		if innards.Closed(p) {
			panic(misuse{"close", "close of closed channel", s})
		}
	}
}

// Len is len(ch), for a channel of any direction.
func Len[C any](ch C, s Site) int {
	p := chanPointer(ch)
	if p == nil {
		return 0
	}
	return lenAt(p, s)
}

func lenAt(p unsafe.Pointer, s Site) int {
	if t := current(); t != nil && innards.Cap(p) > 0 {
		announceOnChan(t, checker.Len, p, innards.Cap(p), s)
	}
	return innards.Len(p)
}

func announceOnChan(t *task, kind checker.Kind, p unsafe.Pointer, capacity int, s Site) {
	obj, sh := t.x.sourceAt(p, capacity)
	if _, ok := sh.(*chanShadow); !ok {
		if _, timer := sh.(*timerShadow); timer && innards.Cap(p) > 0 {
			t.x.unsupported(s, "the length of a ticker's channel with asynctimerchan=1")
		}
		return // else a timer's channel always has length 0
	}
	t.payload = nil
	t.use(kind, obj, 0, s, sh)
}

// chanPointer is the address that a channel value holds.
func chanPointer[C any](ch C) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&ch)) }
