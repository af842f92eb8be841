package kinds

import (
	"slices"

	"gocheck.dev/checker"
)

// Names are of kinds of events in schedules. Saved schedules
// contain them: a name once given stays.
var Names = [checker.NumKinds]string{
	checker.Begin: "begin", checker.Spawn: "spawn", checker.Post: "post", checker.PostFront: "postfront",
	checker.CloseHandler: "closehandler", checker.PostClosed: "postclosed", checker.Join: "join",
	checker.Read: "read", checker.Write: "write", checker.CAS: "cas", checker.Await: "await",
	checker.Store: "store", checker.Inc: "inc", checker.Mask: "mask", checker.Merge: "merge",
	checker.Lock: "lock", checker.Unlock: "unlock", checker.Arrive: "arrive", checker.RLock: "rlock", checker.RUnlock: "runlock",
	checker.TryLock: "trylock", checker.TryRLock: "tryrlock", checker.LockBusy: "lockbusy", checker.BadUnlock: "badunlock",
	checker.Send: "send", checker.Recv: "recv", checker.RecvClosed: "recvclosed", checker.Close: "close", checker.SendClosed: "sendclosed",
	checker.Select: "select", checker.Default: "default", checker.Len: "len",
	checker.Add: "add", checker.AddNegative: "addnegative", checker.Wait: "wait",
	checker.Enqueue: "enqueue", checker.Wake: "wake", checker.Signal: "signal", checker.Broadcast: "broadcast",
	checker.Once: "once", checker.OnceFirst: "oncefirst", checker.OnceEnd: "onceend", checker.OnceDone: "oncedone",
	checker.Tick: "tick", checker.Sleep: "sleep", checker.TimerSet: "timerset", checker.TimerStop: "timerstop",
	checker.TimerFire: "timerfire", checker.TimerRecv: "timerrecv",
	checker.Choose: "choose", checker.Yield: "yield", checker.Spin: "spin",
}

// becomes lists the kinds that an announced kind may be resolved to, where it
// is not itself.
var becomes = [checker.NumKinds][]checker.Kind{
	checker.Post:      {checker.Post, checker.PostClosed},
	checker.PostFront: {checker.PostFront, checker.PostClosed},
	checker.CAS:       {checker.Read, checker.Write},
	checker.Store:     {checker.Read, checker.Write},
	checker.Unlock:    {checker.Unlock, checker.BadUnlock},
	checker.RUnlock:   {checker.RUnlock, checker.BadUnlock},
	checker.TryLock:   {checker.Lock, checker.LockBusy},
	checker.TryRLock:  {checker.RLock, checker.LockBusy},
	checker.Send:      {checker.Send, checker.SendClosed},
	checker.Recv:      {checker.Recv, checker.RecvClosed},
	checker.Close:     {checker.Close, checker.SendClosed},
	checker.Select: {checker.Send, checker.Recv, checker.RecvClosed, checker.SendClosed, checker.Default, checker.Await,
		checker.TimerRecv},
	checker.Add:  {checker.Add, checker.AddNegative},
	checker.Once: {checker.OnceFirst, checker.OnceDone},
	// A rendezvous is listed under its sender.
}

// OnObject says whether an operation or event of a kind is on an object. A
// Begin is only in messages.
var OnObject = func() (on [checker.NumKinds]bool) {
	for k := range on {
		switch checker.Kind(k) {
		case checker.NoKind, checker.Begin, checker.Spawn, checker.Join, checker.Select, checker.Default, checker.Tick, checker.Sleep,
			checker.Choose, checker.Yield, checker.Spin:
		default:
			on[k] = true
		}
	}
	return on
}()

// What a write of a variable may be called in a schedule, and announced as: that
// depends on -commute.
var (
	writes  = []string{"write", "inc", "mask", "merge"}
	written = [checker.NumKinds]bool{checker.Write: true, checker.Store: true, checker.Inc: true, checker.Mask: true, checker.Merge: true}
)

// MayBecome says whether an operation announced as k may be an event with the
// name.
func MayBecome(k checker.Kind, name string) bool {
	if written[k] && slices.Contains(writes, name) {
		return true // it was saved, or is replayed, with -commute=off
	}
	if becomes[k] == nil {
		return Names[k] == name
	}
	for _, r := range becomes[k] {
		if Names[r] == name {
			return true
		}
	}
	return false
}

// SameOp compares names of events: what a write of a variable is called depends on
// -commute.
func SameOp(x, y string) bool {
	return x == y || slices.Contains(writes, x) && slices.Contains(writes, y)
}

// EndsProgram says of a kind of failure that a Go program ends with it: what
// other tasks do after it in an execution that goes on would mislead.
func EndsProgram(kind string) bool {
	switch kind {
	case "panic", "close", "assert", "unlock":
		return true
	}
	return false
}
