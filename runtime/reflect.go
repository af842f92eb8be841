package runtime

import (
	"iter"
	"reflect"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
)

// Operations on channels by reflection. They are the same operations on the
// same shadows: only the element's type is not known at compile time. What
// package reflect panics at before it would operate is left to it.

// reflectEnd is an end that holds its channel and value as reflect.Values.
type reflectEnd struct {
	end
	ch   reflect.Value
	v    reflect.Value // what is sent, or received
	ok   bool
	none bool // a case of a select without a channel
}

func (o *reflectEnd) common() *end { return &o.end }

func (o *reflectEnd) channel() (unsafe.Pointer, int) {
	if o.none || o.ch.IsNil() {
		return nil, 0
	}
	return o.ch.UnsafePointer(), o.ch.Cap()
}

func (o *reflectEnd) finish() {
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

func (o *reflectEnd) handOver(to endpoint) { to.took(o.v.Interface(), true) }

func (o *reflectEnd) plain() plainCase { panic("gocheck: a native select by reflection") }

func (o *reflectEnd) took(v any, ok bool) {
	if o.send {
		return
	}
	o.v, o.ok, o.done = reflect.New(o.ch.Type().Elem()).Elem(), ok, true
	if v != nil {
		o.v.Set(reflect.ValueOf(v))
	}
}

// receivable and sendable say whether package reflect would come to operate on
// a channel, and not panic before.
func receivable(ch reflect.Value) bool {
	return ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.RecvDir != 0
}

func sendable(ch, v reflect.Value) bool {
	return ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.SendDir != 0 &&
		v.IsValid() && v.CanInterface() && v.Type().AssignableTo(ch.Type().Elem())
}

func newReflectRecv(ch reflect.Value, s Site) *reflectEnd {
	return &reflectEnd{end: end{site: s}, ch: ch}
}

func newReflectSend(ch, v reflect.Value, s Site) *reflectEnd {
	o := &reflectEnd{end: end{site: s, send: true}, ch: ch, v: reflect.New(ch.Type().Elem()).Elem()}
	o.v.Set(v) // as the element's type
	return o
}

// ReflectValueSend is reflect.Value.Send.
func ReflectValueSend(ch reflect.Value, s Site, v reflect.Value) {
	t := current()
	if t == nil || !sendable(ch, v) {
		ch.Send(v)
		return
	}
	o := newReflectSend(ch, v, s)
	o.run(t, o)
}

// ReflectValueRecv is reflect.Value.Recv.
func ReflectValueRecv(ch reflect.Value, s Site) (reflect.Value, bool) {
	t := current()
	if t == nil || !receivable(ch) {
		return ch.Recv()
	}
	o := newReflectRecv(ch, s)
	o.run(t, o)
	return o.v, o.ok
}

// ReflectValueTrySend is reflect.Value.TrySend: a select with default.
func ReflectValueTrySend(ch reflect.Value, s Site, v reflect.Value) bool {
	if current() == nil || !sendable(ch, v) {
		return ch.TrySend(v)
	}
	return Select(s, true, newReflectSend(ch, v, s)) == 0
}

// ReflectValueTryRecv is reflect.Value.TryRecv.
func ReflectValueTryRecv(ch reflect.Value, s Site) (reflect.Value, bool) {
	if current() == nil || !receivable(ch) {
		return ch.TryRecv()
	}
	o := newReflectRecv(ch, s)
	if Select(s, true, o) != 0 {
		return reflect.Value{}, false
	}
	return o.v, o.ok
}

// ReflectValueClose is reflect.Value.Close.
func ReflectValueClose(ch reflect.Value, s Site) {
	if t := current(); t != nil && ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.SendDir != 0 && !ch.IsNil() {
		announceOnChan(t, checker.Close, ch.UnsafePointer(), ch.Cap(), s)
		if innards.Closed(ch.UnsafePointer()) {
			panic(misuse{"close", "close of closed channel", s})
		}
	}
	ch.Close()
}

// ReflectValueSeq is reflect.Value.Seq, which receives from a channel.
func ReflectValueSeq(v reflect.Value, s Site) iter.Seq[reflect.Value] {
	if v.Kind() != reflect.Chan || !receivable(v) {
		return v.Seq()
	}
	return func(yield func(reflect.Value) bool) {
		for {
			if x, ok := ReflectValueRecv(v, s); !ok || !yield(x) {
				return
			}
		}
	}
}

// ReflectSelect is reflect.Select.
func ReflectSelect(s Site, cases []reflect.SelectCase) (int, reflect.Value, bool) {
	ends, hasDefault, ok := reflectCases(s, cases)
	if current() == nil || !ok {
		return reflect.Select(cases)
	}
	chosen := Select(s, hasDefault >= 0, ends...)
	if chosen < 0 {
		return hasDefault, reflect.Value{}, false
	}
	o := ends[chosen].(*reflectEnd)
	if hasDefault >= 0 && chosen >= hasDefault {
		chosen++
	}
	if o.send {
		return chosen, reflect.Value{}, false
	}
	return chosen, o.v, o.ok
}

// reflectCases makes ends of the cases but the default, whose index comes
// second, -1 if there is none. It reports false where package reflect panics.
func reflectCases(s Site, cases []reflect.SelectCase) (ends []endpoint, def int, ok bool) {
	const most = 65536 // that package reflect takes
	def = -1
	if len(cases) > most {
		return nil, def, false
	}
	for i, c := range cases {
		switch {
		case c.Dir == reflect.SelectDefault:
			if def >= 0 || c.Chan.IsValid() || c.Send.IsValid() {
				return nil, def, false
			}
			def = i
		case c.Dir != reflect.SelectSend && c.Dir != reflect.SelectRecv || c.Dir == reflect.SelectRecv && c.Send.IsValid():
			return nil, def, false
		case !c.Chan.IsValid():
			ends = append(ends, &reflectEnd{end: end{site: s, send: c.Dir == reflect.SelectSend}, none: true})
		case c.Dir == reflect.SelectSend:
			if !sendable(c.Chan, c.Send) {
				return nil, def, false
			}
			ends = append(ends, newReflectSend(c.Chan, c.Send, s))
		default:
			if !receivable(c.Chan) {
				return nil, def, false
			}
			ends = append(ends, newReflectRecv(c.Chan, s))
		}
	}
	return ends, def, true
}
