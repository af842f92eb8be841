package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file has what operations on channels depend on.

// ChannelState is a channel after the events of a view.
type ChannelState struct {
	lastSend, lastRecv int32 // newest of either sequence, -1
	Sends, Recvs       int32 // elements sent and received so far
	Closed             int32 // the close, or -1
}

// Channel is the state of channel o after the events of in, nil: all so far.
func (t *Trace) Channel(in flat.Set, o checker.Object) ChannelState {
	s := ChannelState{lastSend: -1, lastRecv: -1, Closed: -1}
	for n := t.Newest(o, in); n >= 0 && (s.lastSend < 0 || s.lastRecv < 0); n = t.within(t.Nodes[n].other, in) {
		f := t.Nodes[n].Ev
		e, c := &t.Events[f], t.Nodes[n].Class
		if s.lastSend < 0 && (c == sends || c == sendReceive) {
			s.lastSend, s.Sends, s.Closed = f, e.sends, e.closed
		}
		if s.lastRecv < 0 && (c == receives || c == sendReceive) {
			s.lastRecv, s.Recvs = f, e.recvs
		}
	}
	return s
}

// dependChannel adds the predecessors on channel o of an event that uses it as
// c, and numbers the event in the sequences of the channel.
func (t *Trace) dependChannel(v *View, e *Event, o checker.Object, c Class) {
	if e.Joint {
		c = sendReceive
	}
	s := t.Channel(v.in, o)
	size := int32(t.Infos[o].Cap)
	sendAt, recvAt := int32(-1), int32(-1) // numbers of the elements it needs to be sent, received
	switch e.Kind {
	case checker.Send:
		if e.Joint {
			e.recvs = s.Recvs + 1
		} else {
			recvAt = s.Sends - size
			e.recvs = s.Recvs
		}
		e.sends = s.Sends + 1
	case checker.Close:
		e.sends, e.recvs = s.Sends, s.Recvs
		e.closed = int32(len(t.Events)) - 1
	case checker.SendClosed:
		e.sends, e.recvs, e.closed = s.Sends, s.Recvs, s.Closed
	case checker.Recv:
		sendAt = s.Recvs
		e.sends, e.recvs = s.Sends, s.Recvs+1
	case checker.RecvClosed:
		if s.Closed >= 0 {
			v.add(t, s.Closed)
		}
		if s.lastRecv >= 0 {
			v.add(t, s.lastRecv)
		}
		return
	}
	sendSeen := c == receives
	recvSeen := c == sends
	for n := t.Newest(o, v.in); n >= 0; n = t.Older(n, v.in) {
		if sendSeen && recvSeen && sendAt < 0 && recvAt < 0 {
			return
		}
		f := t.Nodes[n].Ev
		fe := &t.Events[f]
		fc := t.Nodes[n].Class
		if c.Compete(fc) {
			v.add(t, f)
		}
		if fe.Kind == checker.Send && fe.sends-1 == sendAt {
			v.add(t, f)
			sendAt = -1
		}
		if fe.Kind == checker.Recv && fe.recvs-1 == recvAt {
			v.add(t, f)
			recvAt = -1
		}
		sendSeen = sendSeen || fc == sends || fc == sendReceive
		recvSeen = recvSeen || fc == receives || fc == sendReceive
	}
}
