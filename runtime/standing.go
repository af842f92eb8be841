package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/wordop"
)

// Standing is what observers are told of a task.
type Standing struct {
	Op      *checker.Op // what it has announced; nil: it is over
	Message bool        // it is a message of Handler…
	Handler checker.Object
	F       func() // …that runs this
	Fires   bool   // it is the function of an AfterFunc
	Init    bool   // it is in initialisers of packages
}

// Standing says where a task stands.
func (x *Execution) Standing(id checker.Task) Standing {
	t := x.tasks[id]
	s := Standing{Message: t.handler != nil, Handler: t.home, F: t.f, Fires: t.fires, Init: x.resetting && id == mainTask}
	if t.life == alive {
		s.Op = &t.op
	}
	return s
}

// Deed is what an operation does beyond its kind. Of what is nil or false it does nothing.
type Deed struct {
	Plain bool       // an access of a variable
	Word  *wordop.Op // on a word of sync/atomic
	Value *ValueDeed // on an atomic.Value
	Timer *TimerDeed
}

// ValueDeed is what is done to an atomic.Value.
type ValueDeed struct {
	CAS bool
	New uint64 // the number of what is written
}

// TimerDeed is what a timer does that is set.
type TimerDeed struct {
	Calls bool // a function
	Ticks bool // again and again
}

// Deed is that of the operation that a task has announced.
func (x *Execution) Deed(id checker.Task) (d Deed) {
	switch sh := x.tasks[id].sh.(type) {
	case accessShadow:
		d.Plain = true
	case *atomicOp:
		d.Word = &sh.Op
	case *valueOp:
		d.Value = &ValueDeed{CAS: sh.cas, New: x.numbers.Of(sh.new)}
	case *timerShadow:
		d.Timer = &TimerDeed{Calls: sh.f != nil, Ticks: sh.period > 0}
	}
	return d
}

// IsRWMutex says whether a lock is one that has readers.
func (x *Execution) IsRWMutex(id checker.Object) bool {
	_, ok := x.list[id].sh.(*rwShadow)
	return ok
}
