package surw

import "gocheck.dev/checker"

// use is an operation of an execution, as it is known again in the next one: objects have other
// numbers there, so it is by task and position.
type use struct {
	task checker.Task
	pos  checker.Pos
}

// profile is what an execution has shown.
type profile struct {
	uses    []use            // in its order
	objects []checker.Object // that they are of
	parent  []checker.Task   // by Task: its creator, NoTask if it is none's
}

func (p *profile) reset() { p.uses, p.objects, p.parent = p.uses[:0], p.objects[:0], p.parent[:0] }

// note takes down an event, and which object its operation has used.
func (p *profile) note(ev *checker.Event) {
	if ev.Child != checker.NoTask {
		p.born(ev.Child, ev.Task)
	}
	for _, b := range ev.More {
		p.born(b.Task, ev.Task)
	}
	switch ev.Kind {
	case checker.Begin, checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
		return // has no object, or nobody chooses
	}
	p.uses = append(p.uses, use{ev.Task, ev.Op.Pos})
	p.objects = append(p.objects, ev.Obj)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		p.uses = append(p.uses, use{ev.Partner, ev.PartnerOp.Pos})
		p.objects = append(p.objects, ev.Obj)
	}
}

func (p *profile) born(child, by checker.Task) {
	for int(child) >= len(p.parent) {
		p.parent = append(p.parent, checker.NoTask)
	}
	p.parent[child] = by
}

// shared says whether several tasks have used the object.
func (p *profile) shared(o checker.Object) bool {
	first := checker.NoTask
	for i, at := range p.objects {
		switch {
		case at != o:
		case first == checker.NoTask:
			first = p.uses[i].task
		case p.uses[i].task != first:
			return true
		}
	}
	return false
}
