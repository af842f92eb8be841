package dependence

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// Which operations dpor takes for dependent. Unlike the trace (trace/dependence.go),
// which says what executions can be told apart by, this is the dependence of
// Flanagan and Godefroid (2005, §2): independent transitions can be swapped
// wherever they stand side by side, and neither enables nor disables the other.
// So a release depends on a failed TryLock, a post to the front on the Begin of
// a message that it overtakes, and so on. It errs on the side of dependence:
// that costs executions, never traces.

// Class is how an operation or an event uses an object.
type Class uint8

// The classes. Those without a comment are of the operations of that name.
const (
	Read  Class = iota // memory; Enqueue; OnceDone; posts to a multiset; what Default sees of a flag or timer
	Write              // ordered with all classes of an object that has it
	Post               // FIFO mailbox, at the end
	Front              // FIFO mailbox, in front of messages that might begin
	Shut               // CloseHandler
	Serve              // Begin of a message

	Lock    // Lock of a Mutex, Arrive of an RWMutex
	Enter   // Lock after Arrive
	RLock   // RLock
	Unlock  // releases by which others can get in
	RUnlock // the same by a reader that is inside
	Try     // TryLock, announced or successful
	TryR    // TryRLock, announced or successful
	Busy    // a TryLock that failed
	BusyR   // a TryRLock that failed: no reader is to blame
	Any     // an Unlock of what may not be held

	Send
	Recv
	Close
	Count // Len, Default
	Idle  // Default and a channel with no buffer: whoever comes may be late, but the channel is not closed

	Add
	Done // Add of less than 0 that some Adds before it make up for
	Less // another one: it may be it that falls below zero, or another one because of it
	Wait

	// A case of a Select that was not chosen, and what may make it ready.
	MayRead
	MayRecv
	MaySend
	MayDefault

	// Updates of a location, which commute with their like. They are not for dpor,
	// which refuses them.
	Inc
	Mask
	Merge
	Look // what an effect does instead of Merge if there is nothing to do
	classes
)

// Conflicting has a bit for every class that a class is dependent with.
var Conflicting = tableOf([][]Class{
	// The first one with each of the others.
	{Read, Write, Shut, Post, Front},
	{Write, Write, MayRead},
	{Post, Post, Front, Shut},
	{Front, Front, Serve, Shut},
	{Shut, Shut},
	{Serve, Serve},
	{Lock, Lock, RLock, Unlock, Try, TryR, Busy, BusyR, Any},
	{Enter, Unlock, RUnlock, Any},
	{RLock, Unlock, Try, Busy, Any},
	{Unlock, Unlock, RUnlock, Try, TryR, Busy, BusyR, Any},
	{RUnlock, Try, Busy, Any},
	{Try, Try, TryR, Busy, BusyR, Any},
	{TryR, Busy, Any},
	{Busy, Any},
	{BusyR, Any},
	{Send, Send, Close, Count, MayRecv, MayDefault},
	{Recv, Recv, Count, MaySend, MayDefault},
	{Close, Close, Count, Idle, MayRecv, MaySend},
	{Add, Less, Wait},
	{Done, Less, Wait},
	{Less, Less, Wait},
	{Inc, Read, Write, Mask, Merge, MayRead},
	{Mask, Read, Write, Merge, MayRead},
	{Merge, Read, Write, MayRead},
	{Look, Write, Inc, Mask},
})

func tableOf(rows [][]Class) (table [classes]uint64) {
	for _, row := range rows {
		for _, c := range row[1:] {
			table[row[0]] |= 1 << c
			table[c] |= 1 << row[0]
		}
	}
	return table
}

// Conflicts says whether uses of one object by the two classes are dependent.
func (a Class) Conflicts(b Class) bool { return Conflicting[a]>>b&1 != 0 }

// Use is a use of an object.
type Use struct {
	Obj   checker.Object
	Class Class
}

// ofEffects by class of an effect.
var ofEffects = [...]Class{trace.Reads: Read, trace.Writes: Write, trace.Adding: Inc, trace.Merging: Merge, trace.Peeks: Look}

// ofKinds by announced or resolved kind, where that is all there is to say.
var ofKinds = [checker.NumKinds]Class{
	checker.Read: Read, checker.Write: Write, checker.CAS: Write, checker.Await: Read,
	checker.Store: Write, checker.Inc: Inc, checker.Mask: Mask, checker.Merge: Merge,
	checker.CloseHandler: Shut, checker.PostClosed: Read,
	checker.Lock: Lock, checker.Arrive: Lock, checker.RLock: RLock, checker.Unlock: Any, checker.TryLock: Try, checker.TryRLock: TryR, checker.LockBusy: Busy, checker.BadUnlock: Any,
	checker.Send: Send, checker.Recv: Recv, checker.Close: Close, checker.SendClosed: Send, checker.Len: Count,
	checker.Wait: Wait, checker.AddNegative: Less,
	checker.Enqueue: Read, checker.Signal: Write, checker.Broadcast: Write,
	checker.Once: Write, checker.OnceFirst: Write, checker.OnceEnd: Write, checker.OnceDone: Read,
	checker.TimerSet: Write, checker.TimerStop: Write, checker.TimerFire: Write, checker.TimerRecv: Write,
}

// Announced appends the uses of an operation, whatever comes of it.
func Announced(t *trace.Trace, uses []Use, i int32) []Use {
	op := &t.Ops[i]
	c := ofKinds[op.Kind]
	switch op.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.Wake, checker.NoKind:
		return uses // nothing disables them, and what enables them cannot come after them
	case checker.Begin:
		if t.Tasks[op.Task].Handler < 0 {
			return uses
		}
		c = Serve
	case checker.Select:
		for j := range op.CaseLen {
			k := &t.Cases[op.CaseOff+j]
			if k.Kind == checker.NoKind {
				continue
			}
			uses = append(uses, Use{k.Obj, ofKinds[k.Kind]})
			if op.HasDefault {
				uses = append(uses, Use{k.Obj, defaultOf(t, k.Obj)})
			}
		}
		return uses
	case checker.Post, checker.PostFront:
		c = postOf(t, op.Kind, op.Obj)
	case checker.Lock:
		if t.Arrived(i) {
			c = Enter
		}
	case checker.RUnlock:
		c = Any
		if !t.Misused && t.Reading(op.Task, op.Obj, op.Exec) {
			c = RUnlock
		}
	case checker.Add:
		c = addOf(t, op.Obj, op.Arg)
	}
	return append(uses, Use{op.Obj, c})
}

func addOf(t *trace.Trace, o checker.Object, delta int64) Class {
	switch {
	case delta >= 0:
		return Add
	case t.Balanced(o):
		return Done
	}
	return Less
}

func postOf(t *trace.Trace, k checker.Kind, o checker.Object) Class {
	switch {
	case !t.Infos[o].FIFO:
		return Read
	case k == checker.PostFront:
		return Front
	}
	return Post
}

// defaultClass is how a Default uses the object of a case. After a Tick a
// partner may be one that has been waiting: then default depends on what
// becomes of it.
func defaultOf(t *trace.Trace, o checker.Object) Class {
	switch i := &t.Infos[o]; {
	case i.Kind != checker.ChanObject:
		return Read
	case i.Cap == 0 && t.LastTick < 0:
		return Idle
	}
	return Count
}

// Performed appends the uses of event n, and then those of its effects.
func Performed(t *trace.Trace, uses []Use, n int32) []Use {
	e := &t.Events[n]
	c := ofKinds[e.Kind]
	switch e.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.Wake, checker.RecvClosed:
	case checker.Begin:
		if t.Tasks[e.Task].Handler >= 0 {
			uses = append(uses, Use{e.Obj, Serve})
		}
	case checker.Default:
		op := &t.Ops[e.Op]
		for _, k := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
			if k.Kind != checker.NoKind {
				uses = append(uses, Use{k.Obj, defaultOf(t, k.Obj)})
			}
		}
	default:
		switch announced := t.Ops[e.Op].Kind; {
		case e.Kind == checker.Post || e.Kind == checker.PostFront:
			c = postOf(t, e.Kind, e.Obj)
		case e.Kind == checker.Lock && announced == checker.TryLock:
			c = Try
		case e.Kind == checker.RLock && announced == checker.TryRLock:
			c = TryR
		case e.Kind == checker.LockBusy && announced == checker.TryRLock:
			c = BusyR
		case e.Kind == checker.Lock && t.Arrived(e.Op):
			c = Enter
		case e.Kind == checker.Unlock, e.Kind == checker.RUnlock && t.Misused:
			c = Unlock
		case e.Kind == checker.RUnlock:
			c = RUnlock
		case e.Kind == checker.Add:
			c = addOf(t, e.Obj, e.Arg)
		}
		uses = append(uses, Use{e.Obj, c})
		if e.Joint {
			uses = append(uses, Use{e.Obj, Recv})
		}
	}
	for k := e.EffNode; k < e.EffEnd; k++ {
		uses = append(uses, Use{t.Nodes[k].Obj, ofEffects[t.Nodes[k].Class]})
	}
	return uses
}

// Others appends what may make other alternatives of a Select possible that
// became step n. All
// alternatives of a task in a backtrack set have to be in it, so what makes one
// possible races with the one that was chosen.
func Others(t *trace.Trace, uses []Use, n int32) []Use {
	e := &t.Events[n]
	uses = possible(t, uses, e.Op)
	if e.Joint {
		uses = possible(t, uses, e.Op2)
	}
	return uses
}

func possible(t *trace.Trace, uses []Use, i int32) []Use {
	op := &t.Ops[i]
	if op.Kind != checker.Select {
		return uses
	}
	for _, k := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
		switch k.Kind {
		case checker.Send:
			uses = append(uses, Use{k.Obj, MaySend})
		case checker.Recv:
			uses = append(uses, Use{k.Obj, MayRecv})
		case checker.Await, checker.TimerRecv:
			uses = append(uses, Use{k.Obj, MayRead})
		}
		if op.HasDefault && (k.Kind == checker.Send || k.Kind == checker.Recv) && defaultOf(t, k.Obj) == Count {
			uses = append(uses, Use{k.Obj, MayDefault}) // possible when what is ready is taken away
		}
	}
	return uses
}

// CoEnabled says whether the operation may be enabled where event e was
// performed, in any state that differs by what is independent of e only. The two
// conflict. (Flanagan and Godefroid: "may be co-enabled".)
func CoEnabled(t *trace.Trace, e *trace.Event, i int32) bool {
	op := &t.Ops[i]
	switch e.Kind {
	case checker.Unlock: // it was held
		return op.Kind != checker.Lock && op.Kind != checker.Arrive && op.Kind != checker.RLock
	case checker.RUnlock: // there was a reader
		return op.Kind != checker.Lock
	case checker.LockBusy: // it stays busy; but a TryRLock may succeed where a TryLock does not
		by := t.Ops[e.Op].Kind
		return op.Kind != checker.Lock && op.Kind != checker.TryLock && (op.Kind != checker.TryRLock || by == checker.TryLock)
	case checker.OnceEnd, checker.OnceDone: // somebody was inside, or is over with it
		return op.Kind != checker.Once
	case checker.Add: // a counter that went down was not 0
		return e.Arg >= 0 || op.Kind != checker.Wait
	case checker.Begin: // a queue has one first message
		return op.Kind != checker.Begin || !t.Infos[e.Obj].FIFO
	case checker.Write: // a flag is 0 at first
		return op.Kind != checker.Await || !setsFlag(t, e)
	}
	return true
}

// setsFlag says whether e is the first write of its location.
func setsFlag(t *trace.Trace, e *trace.Event) bool {
	first := e
	for n := t.Heads[e.Obj]; n >= 0; n = t.Nodes[n].Prev {
		if nd := &t.Nodes[n]; nd.Eff && nd.Write || !nd.Eff && t.Events[nd.Ev].Kind == checker.Write {
			first = &t.Events[nd.Ev]
		}
	}
	return first == e
}
