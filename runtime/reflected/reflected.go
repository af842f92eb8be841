package reflected

import (
	"iter"
	"reflect"

	rt "gocheck.dev/runtime"
)

// receivable and sendable say whether package reflect would come to operate on
// a channel, and not panic before.
func receivable(ch reflect.Value) bool {
	return ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.RecvDir != 0
}

func sendable(ch, v reflect.Value) bool {
	return ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.SendDir != 0 &&
		v.IsValid() && v.CanInterface() && v.Type().AssignableTo(ch.Type().Elem())
}

// ReflectValueSend is reflect.Value.Send.
func ReflectValueSend(ch reflect.Value, s rt.Site, v reflect.Value) {
	if !rt.Controlled() || !sendable(ch, v) {
		ch.Send(v)
		return
	}
	rt.UntypedSend(ch, v, s).Run()
}

// ReflectValueRecv is reflect.Value.Recv.
func ReflectValueRecv(ch reflect.Value, s rt.Site) (reflect.Value, bool) {
	if !rt.Controlled() || !receivable(ch) {
		return ch.Recv()
	}
	o := rt.UntypedRecv(ch, s)
	o.Run()
	return o.Value()
}

// ReflectValueTrySend is reflect.Value.TrySend: a select with default.
func ReflectValueTrySend(ch reflect.Value, s rt.Site, v reflect.Value) bool {
	if !rt.Controlled() || !sendable(ch, v) {
		return ch.TrySend(v)
	}
	return rt.Select(s, true, rt.UntypedSend(ch, v, s)) == 0
}

// ReflectValueTryRecv is reflect.Value.TryRecv.
func ReflectValueTryRecv(ch reflect.Value, s rt.Site) (reflect.Value, bool) {
	if !rt.Controlled() || !receivable(ch) {
		return ch.TryRecv()
	}
	o := rt.UntypedRecv(ch, s)
	if rt.Select(s, true, o) != 0 {
		return reflect.Value{}, false
	}
	return o.Value()
}

// ReflectValueClose is reflect.Value.Close.
func ReflectValueClose(ch reflect.Value, s rt.Site) {
	if ch.Kind() == reflect.Chan && ch.CanInterface() && ch.Type().ChanDir()&reflect.SendDir != 0 {
		rt.Closes(ch.UnsafePointer(), s)
	}
	ch.Close()
}

// ReflectValueSeq is reflect.Value.Seq, which receives from a channel.
func ReflectValueSeq(v reflect.Value, s rt.Site) iter.Seq[reflect.Value] {
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

// ReflectMakeChan is reflect.MakeChan.
func ReflectMakeChan(_ rt.Site, typ reflect.Type, buffer int) reflect.Value {
	ch := reflect.MakeChan(typ, buffer)
	rt.Made(ch.UnsafePointer())
	return ch
}

// ReflectSelect is reflect.Select.
func ReflectSelect(s rt.Site, cases []reflect.SelectCase) (int, reflect.Value, bool) {
	ends, hasDefault, ok := reflectCases(s, cases)
	if !rt.Controlled() || !ok {
		return reflect.Select(cases)
	}
	chosen := rt.Select(s, hasDefault >= 0, ends...)
	if chosen < 0 {
		return hasDefault, reflect.Value{}, false
	}
	v, sent := ends[chosen].(*rt.UntypedOp).Value()
	if hasDefault >= 0 && chosen >= hasDefault {
		chosen++
	}
	return chosen, v, sent
}

// reflectCases makes ends of the cases but the default, whose index comes
// second, -1 if there is none. It reports false where package reflect panics.
func reflectCases(s rt.Site, cases []reflect.SelectCase) (ends []rt.Endpoint, def int, ok bool) {
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
		case c.Dir == reflect.SelectSend:
			if c.Chan.IsValid() && !sendable(c.Chan, c.Send) {
				return nil, def, false
			}
			ends = append(ends, rt.UntypedSend(c.Chan, c.Send, s))
		default:
			if c.Chan.IsValid() && !receivable(c.Chan) {
				return nil, def, false
			}
			ends = append(ends, rt.UntypedRecv(c.Chan, s))
		}
	}
	return ends, def, true
}
