package runtime

import (
	"reflect"
	"unsafe"

	"gocheck.dev/checker"
)

// UntypedOp is a send or a receive whose element's type is not known at compile time.
type UntypedOp struct {
	end
	ch reflect.Value
	v  reflect.Value // what is sent, or received
	ok bool
}

// UntypedRecv is a receive from ch, or a case that is one. If ch is not valid, it is as with a nil
// channel.
func UntypedRecv(ch reflect.Value, s Site) *UntypedOp {
	return &UntypedOp{end: end{site: s}, ch: ch}
}

// UntypedSend is the same for a send of v.
func UntypedSend(ch, v reflect.Value, s Site) *UntypedOp {
	o := &UntypedOp{end: end{site: s, send: true}, ch: ch}
	if ch.IsValid() {
		o.v = reflect.New(ch.Type().Elem()).Elem()
		o.v.Set(v) // as the element's type
	}
	return o
}

// Run is the operation outside of a select.
func (o *UntypedOp) Run() { o.run(current(), o) }

// Value is what was received, and whether it was sent.
func (o *UntypedOp) Value() (v reflect.Value, ok bool) {
	if o.send {
		return reflect.Value{}, false
	}
	return o.v, o.ok
}

func (o *UntypedOp) common() *end { return &o.end }

func (o *UntypedOp) channel() (unsafe.Pointer, int) {
	if !o.ch.IsValid() || o.ch.IsNil() {
		return nil, 0
	}
	return o.ch.UnsafePointer(), o.ch.Cap()
}

func (o *UntypedOp) finish() {
	switch {
	case o.done:
	case !o.send:
		o.v, o.ok = o.ch.Recv()
	case o.t.resolved == checker.SendClosed:
		panic(misuse{"close", SendOnClosed, Site(o.t.done.Pos)})
	default:
		o.ch.Send(o.v)
	}
}

func (o *UntypedOp) handOver(to Endpoint) { to.took(o.v.Interface(), true) }
func (o *UntypedOp) plain() plainCase     { panic("gocheck: a native select by reflection") }

func (o *UntypedOp) took(v any, ok bool) {
	if o.send {
		return
	}
	o.v, o.ok, o.done = reflect.New(o.ch.Type().Elem()).Elem(), ok, true
	if v != nil {
		o.v.Set(reflect.ValueOf(v))
	}
}
