package explore

import "gocheck.dev/checker"

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

// objectNames knows the objects of the present execution by name.
type objectNames struct {
	t       *trace
	names   keyTable
	classes []uint32 // by name: an element of its class
	parents []uint32 // of classes that have become one; class 0 is none

	// Of the present execution.
	ops, events int                       // of t, whose names are known
	epoch       uint32                    // of what objs says
	named       []uint32                  // by Object: an element of its class, 0: none
	objs        map[uint32]checker.Object // by class
}

// reset begins another execution.
func (o *objectNames) reset() {
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
func (o *objectNames) class(c uint32) uint32 {
	for o.parents[c] != c {
		o.parents[c] = o.parents[o.parents[c]]
		c = o.parents[c]
	}
	return c
}

// name notes a name of an object.
func (o *objectNames) name(k key, obj checker.Object) {
	for int(obj) >= len(o.named) {
		o.named = append(o.named, 0)
	}
	c := o.named[obj]
	n, known := o.names.find(k)
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
		o.names.number(k)
		o.classes = append(o.classes, c)
	}
}

// update takes note of what the execution has come to.
func (o *objectNames) update() {
	t := o.t
	if o.ops == len(t.ops) && o.events == len(t.events) {
		return
	}
	o.epoch++
	for ; o.ops < len(t.ops); o.ops++ {
		op := &t.ops[o.ops]
		switch op.kind {
		case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
			continue
		case checker.Begin:
			if t.tasks[op.task].handler < 0 {
				continue
			}
		}
		name := keyOf(t.tasks[op.task].key, op.index, checker.NoKind, 0, 0, key{})
		if op.prev >= 0 {
			name = name.with(t.events[op.prev].key)
		}
		if op.kind != checker.Select {
			o.name(name, op.obj)
			continue
		}
		for i, c := range t.cases[op.caseOff : op.caseOff+op.caseLen] {
			if c.Kind != checker.NoKind {
				o.name(name.and(uint64(i)), c.Obj)
			}
		}
	}
	for ; o.events < len(t.events); o.events++ {
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
func (o *objectNames) accesses(n int32) {
	t := o.t
	e := &t.events[n]
	if e.effNode == e.effEnd {
		return
	}
	op := &t.ops[e.op]
	name := keyOf(t.tasks[op.task].key, op.index, e.kind, e.choice, e.pchoice, t.keyOfTask(e.partner))
	preds := t.predsOf(n)
	for _, p := range preds[:e.opPreds] {
		name = name.and(2).with(t.events[p].key)
	}
	preds = preds[e.opPreds:]
	for k := e.effNode; k < e.effEnd; k++ {
		name = name.and(1)
		o.name(name, t.nodes[k].obj)
		for len(preds) > 0 && t.accessTo(e, preds[0]) == k-e.effNode+1 {
			name = name.and(2).with(t.events[preds[0]].key)
			preds = preds[1:]
		}
	}
}

// keep prepares a step of this execution for being kept.
func (o *objectNames) keep(p *procStep) {
	o.update()
	p.kept, p.epoch = true, o.epoch
	p.name = o.classOf(p.obj)
	for i := range p.more {
		p.more[i].name = o.classOf(p.more[i].obj)
	}
}

func (o *objectNames) classOf(obj checker.Object) uint32 {
	if int(obj) < len(o.named) {
		return o.named[obj]
	}
	return 0
}

// local gives the objects of a step that was kept the numbers that they have in
// the present execution. Objects that it has no name of are taken for others than it
// has: that is a guess.
func (o *objectNames) local(p *procStep) {
	if o.update(); p.epoch == o.epoch {
		return
	}
	p.epoch, p.guessed = o.epoch, false
	p.obj = o.number(p, p.name)
	for i := range p.more {
		p.more[i].obj = o.number(p, p.more[i].name)
	}
}

func (o *objectNames) number(p *procStep, name uint32) checker.Object {
	if name == 0 {
		return noObject
	}
	c := o.class(name)
	if x, ok := o.objs[c]; ok {
		return x
	}
	p.guessed = true
	return noObject - checker.Object(c) // one number for one class
}
