package explore

import "gocheck.dev/checker"

// Which operations dpor takes for dependent. Unlike the trace (dependence.go),
// which says what executions can be told apart by, this is the dependence of
// Flanagan and Godefroid (2005, §2): independent transitions can be swapped
// wherever they stand side by side, and neither enables nor disables the other.
// So a release depends on a failed TryLock, a post to the front on the Begin of
// a message that it overtakes, and so on. It errs on the side of dependence:
// that costs executions, never traces.

// dporClass is how an operation or an event uses an object.
type dporClass uint8

const (
	dRead  dporClass = iota // memory; Enqueue; OnceDone; posts to a multiset; what Default sees of a flag or timer
	dWrite                  // ordered with all classes of an object that has it
	dPost                   // FIFO mailbox, at the end
	dFront                  // FIFO mailbox, in front of messages that might begin
	dShut                   // CloseHandler
	dServe                  // Begin of a message

	dLock    // Lock of a Mutex, Arrive of an RWMutex
	dEnter   // Lock after Arrive
	dRLock   // RLock
	dUnlock  // releases by which others can get in
	dRUnlock // the same by a reader that is inside
	dTry     // TryLock, announced or successful
	dTryR    // TryRLock, announced or successful
	dBusy    // a TryLock that failed
	dBusyR   // a TryRLock that failed: no reader is to blame
	dAny     // an Unlock of what may not be held

	dSend
	dRecv
	dClose
	dCount // Len, Default
	dIdle  // Default and a channel with no buffer: whoever comes may be late, but the channel is not closed

	dAdd
	dDone // Add of less than 0 that some Adds before it make up for
	dLess // another one: it may be it that falls below zero, or another one because of it
	dWait

	// A case of a Select that was not chosen, and what may make it ready.
	dMayRead
	dMayRecv
	dMaySend
	dMayDefault

	// Updates of a location, which commute with their like. They are not for dpor,
	// which refuses them.
	dInc
	dMask
	dMerge
	dLook // what an effect does instead of dMerge if there is nothing to do
	dporClasses
)

// dporConflicts has a bit for every class that a class is dependent with.
var dporConflicts = dporTable([][]dporClass{
	// The first one with each of the others.
	{dRead, dWrite, dShut, dPost, dFront},
	{dWrite, dWrite, dMayRead},
	{dPost, dPost, dFront, dShut},
	{dFront, dFront, dServe, dShut},
	{dShut, dShut},
	{dServe, dServe},
	{dLock, dLock, dRLock, dUnlock, dTry, dTryR, dBusy, dBusyR, dAny},
	{dEnter, dUnlock, dRUnlock, dAny},
	{dRLock, dUnlock, dTry, dBusy, dAny},
	{dUnlock, dUnlock, dRUnlock, dTry, dTryR, dBusy, dBusyR, dAny},
	{dRUnlock, dTry, dBusy, dAny},
	{dTry, dTry, dTryR, dBusy, dBusyR, dAny},
	{dTryR, dBusy, dAny},
	{dBusy, dAny},
	{dBusyR, dAny},
	{dSend, dSend, dClose, dCount, dMayRecv, dMayDefault},
	{dRecv, dRecv, dCount, dMaySend, dMayDefault},
	{dClose, dClose, dCount, dIdle, dMayRecv, dMaySend},
	{dAdd, dLess, dWait},
	{dDone, dLess, dWait},
	{dLess, dLess, dWait},
	{dInc, dRead, dWrite, dMask, dMerge, dMayRead},
	{dMask, dRead, dWrite, dMerge, dMayRead},
	{dMerge, dRead, dWrite, dMayRead},
	{dLook, dWrite, dInc, dMask},
})

func dporTable(rows [][]dporClass) (table [dporClasses]uint64) {
	for _, row := range rows {
		for _, c := range row[1:] {
			table[row[0]] |= 1 << c
			table[c] |= 1 << row[0]
		}
	}
	return table
}

func (a dporClass) conflicts(b dporClass) bool { return dporConflicts[a]>>b&1 != 0 }

// dporUse is a use of an object.
type dporUse struct {
	obj   checker.Object
	class dporClass
}

// dporEffects by class of an effect.
var dporEffects = [...]dporClass{reads: dRead, writes: dWrite, adding: dInc, merging: dMerge, peeks: dLook}

// dporKinds by announced or resolved kind, where that is all there is to say.
var dporKinds = [checker.NumKinds]dporClass{
	checker.Read: dRead, checker.Write: dWrite, checker.CAS: dWrite, checker.Await: dRead,
	checker.Store: dWrite, checker.Inc: dInc, checker.Mask: dMask, checker.Merge: dMerge,
	checker.CloseHandler: dShut, checker.PostClosed: dRead,
	checker.Lock: dLock, checker.Arrive: dLock, checker.RLock: dRLock, checker.Unlock: dAny, checker.TryLock: dTry, checker.TryRLock: dTryR, checker.LockBusy: dBusy, checker.BadUnlock: dAny,
	checker.Send: dSend, checker.Recv: dRecv, checker.Close: dClose, checker.SendClosed: dSend, checker.Len: dCount,
	checker.Wait: dWait, checker.AddNegative: dLess,
	checker.Enqueue: dRead, checker.Signal: dWrite, checker.Broadcast: dWrite,
	checker.Once: dWrite, checker.OnceFirst: dWrite, checker.OnceEnd: dWrite, checker.OnceDone: dRead,
	checker.TimerSet: dWrite, checker.TimerStop: dWrite, checker.TimerFire: dWrite, checker.TimerRecv: dWrite,
}

// announced appends the uses of an operation, whatever comes of it.
func dporAnnounced(t *trace, uses []dporUse, i int32) []dporUse {
	op := &t.ops[i]
	c := dporKinds[op.kind]
	switch op.kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.Wake, checker.NoKind:
		return uses // nothing disables them, and what enables them cannot come after them
	case checker.Begin:
		if t.tasks[op.task].handler < 0 {
			return uses
		}
		c = dServe
	case checker.Select:
		for j := range op.caseLen {
			k := &t.cases[op.caseOff+j]
			if k.Kind == checker.NoKind {
				continue
			}
			uses = append(uses, dporUse{k.Obj, dporKinds[k.Kind]})
			if op.hasDefault {
				uses = append(uses, dporUse{k.Obj, dporDefault(t, k.Obj)})
			}
		}
		return uses
	case checker.Post, checker.PostFront:
		c = dporPost(t, op.kind, op.obj)
	case checker.Lock:
		if t.arrived(i) {
			c = dEnter
		}
	case checker.RUnlock:
		c = dAny
		if !t.misused && t.reading(op.task, op.obj, op.exec) {
			c = dRUnlock
		}
	case checker.Add:
		c = dporAdd(t, op.obj, op.arg)
	}
	return append(uses, dporUse{op.obj, c})
}

func dporAdd(t *trace, o checker.Object, delta int64) dporClass {
	switch {
	case delta >= 0:
		return dAdd
	case t.balanced(o):
		return dDone
	}
	return dLess
}

func dporPost(t *trace, k checker.Kind, o checker.Object) dporClass {
	switch {
	case !t.infos[o].FIFO:
		return dRead
	case k == checker.PostFront:
		return dFront
	}
	return dPost
}

// defaultClass is how a Default uses the object of a case. After a Tick a
// partner may be one that has been waiting: then default depends on what
// becomes of it.
func dporDefault(t *trace, o checker.Object) dporClass {
	switch i := &t.infos[o]; {
	case i.Kind != checker.ChanObject:
		return dRead
	case i.Cap == 0 && t.lastTick < 0:
		return dIdle
	}
	return dCount
}

// performed appends the uses of event n, and then those of its effects.
func dporPerformed(t *trace, uses []dporUse, n int32) []dporUse {
	e := &t.events[n]
	c := dporKinds[e.kind]
	switch e.kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.Wake, checker.RecvClosed:
	case checker.Begin:
		if t.tasks[e.task].handler >= 0 {
			uses = append(uses, dporUse{e.obj, dServe})
		}
	case checker.Default:
		op := &t.ops[e.op]
		for _, k := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
			if k.Kind != checker.NoKind {
				uses = append(uses, dporUse{k.Obj, dporDefault(t, k.Obj)})
			}
		}
	default:
		switch announced := t.ops[e.op].kind; {
		case e.kind == checker.Post || e.kind == checker.PostFront:
			c = dporPost(t, e.kind, e.obj)
		case e.kind == checker.Lock && announced == checker.TryLock:
			c = dTry
		case e.kind == checker.RLock && announced == checker.TryRLock:
			c = dTryR
		case e.kind == checker.LockBusy && announced == checker.TryRLock:
			c = dBusyR
		case e.kind == checker.Lock && t.arrived(e.op):
			c = dEnter
		case e.kind == checker.Unlock, e.kind == checker.RUnlock && t.misused:
			c = dUnlock
		case e.kind == checker.RUnlock:
			c = dRUnlock
		case e.kind == checker.Add:
			c = dporAdd(t, e.obj, e.arg)
		}
		uses = append(uses, dporUse{e.obj, c})
		if e.joint {
			uses = append(uses, dporUse{e.obj, dRecv})
		}
	}
	for k := e.effNode; k < e.effEnd; k++ {
		uses = append(uses, dporUse{t.nodes[k].obj, dporEffects[t.nodes[k].class]})
	}
	return uses
}

// others appends what may make other alternatives of a Select possible that
// became step n. All
// alternatives of a task in a backtrack set have to be in it, so what makes one
// possible races with the one that was chosen.
func dporOthers(t *trace, uses []dporUse, n int32) []dporUse {
	e := &t.events[n]
	uses = dporPossible(t, uses, e.op)
	if e.joint {
		uses = dporPossible(t, uses, e.op2)
	}
	return uses
}

func dporPossible(t *trace, uses []dporUse, i int32) []dporUse {
	op := &t.ops[i]
	if op.kind != checker.Select {
		return uses
	}
	for _, k := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
		switch k.Kind {
		case checker.Send:
			uses = append(uses, dporUse{k.Obj, dMaySend})
		case checker.Recv:
			uses = append(uses, dporUse{k.Obj, dMayRecv})
		case checker.Await, checker.TimerRecv:
			uses = append(uses, dporUse{k.Obj, dMayRead})
		}
		if op.hasDefault && (k.Kind == checker.Send || k.Kind == checker.Recv) && dporDefault(t, k.Obj) == dCount {
			uses = append(uses, dporUse{k.Obj, dMayDefault}) // possible when what is ready is taken away
		}
	}
	return uses
}

// coEnabled says whether the operation may be enabled where event e was
// performed, in any state that differs by what is independent of e only. The two
// conflict. (Flanagan and Godefroid: "may be co-enabled".)
func coEnabled(t *trace, e *event, i int32) bool {
	op := &t.ops[i]
	switch e.kind {
	case checker.Unlock: // it was held
		return op.kind != checker.Lock && op.kind != checker.Arrive && op.kind != checker.RLock
	case checker.RUnlock: // there was a reader
		return op.kind != checker.Lock
	case checker.LockBusy: // it stays busy; but a TryRLock may succeed where a TryLock does not
		by := t.ops[e.op].kind
		return op.kind != checker.Lock && op.kind != checker.TryLock && (op.kind != checker.TryRLock || by == checker.TryLock)
	case checker.OnceEnd, checker.OnceDone: // somebody was inside, or is over with it
		return op.kind != checker.Once
	case checker.Add: // a counter that went down was not 0
		return e.arg >= 0 || op.kind != checker.Wait
	case checker.Begin: // a queue has one first message
		return op.kind != checker.Begin || !t.infos[e.obj].FIFO
	case checker.Write: // a flag is 0 at first
		return op.kind != checker.Await || !dporSets(t, e)
	}
	return true
}

// dporSets says whether e is the first write of its location.
func dporSets(t *trace, e *event) bool {
	first := e
	for n := t.heads[e.obj]; n >= 0; n = t.nodes[n].prev {
		if nd := &t.nodes[n]; nd.eff && nd.write || !nd.eff && t.events[nd.ev].kind == checker.Write {
			first = &t.events[nd.ev]
		}
	}
	return first == e
}
