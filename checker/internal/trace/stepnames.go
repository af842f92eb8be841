package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// An object's number means something within one execution only (vocab.go), and
// steps outlive the execution that they come from. So an object that such a step
// uses is known by what else it has been used for: every operation that a task
// announces, and every access of a step, is a name of the object, the same in all
// executions in which the task comes to it with the same history. Names of one
// object make a class; two executions mean the same object if theirs is the same.

// mostNames is how many names are kept. Past it objects may be taken for others than
// they are: see local.
const mostNames = 1 << 22

// unnamed is the class of the objects that only names have that are not kept.
const unnamed = 1

// noObject is above the numbers of all objects.
const noObject = ^checker.Object(0)

// ObjectNames knows the objects of the present execution by name.
type ObjectNames struct {
	Trace   *Trace
	names   flat.KeyTable
	classes []uint32 // by name: an element of its class
	parents []uint32 // of classes that have become one; class 0 is none

	// Of the present execution.
	ops, events int                       // of t, whose names are known
	epoch       uint32                    // of what objs says
	named       []uint32                  // by Object: an element of its class, 0: none
	objs        map[uint32]checker.Object // by class
}

// Reset begins another execution.
func (o *ObjectNames) Reset() {
	if o.objs == nil {
		o.objs = map[uint32]checker.Object{}
		o.parents = []uint32{0, unnamed}
	}
	clear(o.objs)
	clear(o.named)
	o.ops, o.events = 0, 0
	o.epoch++
}

// class is the class that c has become part of.
func (o *ObjectNames) class(c uint32) uint32 {
	for o.parents[c] != c {
		o.parents[c] = o.parents[o.parents[c]]
		c = o.parents[c]
	}
	return c
}

// name notes a name of an object.
func (o *ObjectNames) name(k flat.Key, obj checker.Object) {
	for int(obj) >= len(o.named) {
		o.named = append(o.named, 0)
	}
	c := o.named[obj]
	n, known := o.names.Find(k)
	switch {
	case known && c <= unnamed:
		c = o.classes[n]
	case known:
		o.parents[o.class(c)] = o.class(o.classes[n])
	case c == 0 && len(o.classes) >= mostNames:
		c = unnamed
	case c == 0:
		c = uint32(len(o.parents))
		o.parents = append(o.parents, c)
	}
	o.named[obj] = c
	if !known && c != unnamed && len(o.classes) < mostNames {
		o.names.Number(k)
		o.classes = append(o.classes, c)
	}
}

// update takes note of what the execution has come to.
func (o *ObjectNames) update() {
	t := o.Trace
	if o.ops == len(t.Ops) && o.events == len(t.Events) {
		return
	}
	o.epoch++
	for ; o.ops < len(t.Ops); o.ops++ {
		op := &t.Ops[o.ops]
		switch op.Kind {
		case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
			continue
		case checker.Begin:
			if t.Tasks[op.Task].Handler < 0 {
				continue
			}
		}
		name := flat.KeyOf(t.Tasks[op.Task].Key, op.Index, checker.NoKind, 0, 0, flat.Key{})
		if op.Prev >= 0 {
			name = name.With(t.Events[op.Prev].Key)
		}
		if op.Kind != checker.Select {
			o.name(name, op.Obj)
			continue
		}
		for i, c := range t.Cases[op.CaseOff : op.CaseOff+op.CaseLen] {
			if c.Kind != checker.NoKind {
				o.name(name.And(uint64(i)), c.Obj)
			}
		}
	}
	for ; o.events < len(t.Events); o.events++ {
		o.accesses(int32(o.events))
	}
	clear(o.objs)
	for obj, c := range o.named {
		if c > unnamed {
			o.objs[o.class(c)] = checker.Object(obj)
		}
	}
}

// accesses names the effects of event n. What a step accesses is decided by what
// it has seen before. (Two keys with each other are as the other with the one: hence
// and.)
func (o *ObjectNames) accesses(n int32) {
	t := o.Trace
	e := &t.Events[n]
	if e.EffNode == e.EffEnd {
		return
	}
	op := &t.Ops[e.Op]
	name := flat.KeyOf(t.Tasks[op.Task].Key, op.Index, e.Kind, e.Choice, e.PChoice, t.KeyOfTask(e.Partner))
	preds := t.PredsOf(n)
	for _, p := range preds[:e.OpPreds] {
		name = name.And(2).With(t.Events[p].Key)
	}
	preds = preds[e.OpPreds:]
	for k := e.EffNode; k < e.EffEnd; k++ {
		name = name.And(1)
		o.name(name, t.Nodes[k].Obj)
		for len(preds) > 0 && t.accessTo(e, preds[0]) == k-e.EffNode+1 {
			name = name.And(2).With(t.Events[preds[0]].Key)
			preds = preds[1:]
		}
	}
}

// Keep prepares a step of this execution for being kept.
func (o *ObjectNames) Keep(p *ProcStep) {
	o.update()
	p.Kept, p.epoch = true, o.epoch
	p.name = o.classOf(p.Obj)
	for i := range p.more {
		p.more[i].name = o.classOf(p.more[i].obj)
	}
}

func (o *ObjectNames) classOf(obj checker.Object) uint32 {
	if int(obj) < len(o.named) {
		return o.named[obj]
	}
	return 0
}

// Local gives the objects of a step that was kept the numbers that they have in
// the present execution. Objects that it has no name of are taken for others than it
// has: that is a guess.
func (o *ObjectNames) Local(p *ProcStep) {
	if o.update(); p.epoch == o.epoch {
		return
	}
	p.epoch, p.Guessed = o.epoch, false
	p.Obj = o.number(p, p.name)
	for i := range p.more {
		p.more[i].obj = o.number(p, p.more[i].name)
	}
}

func (o *ObjectNames) number(p *ProcStep, name uint32) checker.Object {
	if name == 0 {
		return noObject
	}
	c := o.class(name)
	if x, ok := o.objs[c]; ok {
		return x
	}
	p.Guessed = true
	return noObject - checker.Object(c) // one number for one class
}
