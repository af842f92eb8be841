package surw

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/sample"
	"gocheck.dev/checker/internal/trace"
)

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
	classes []trace.Class    // how they use them
	parent  []checker.Task   // by Task: its creator, NoTask if it is none's
	others  []trace.Class    // scratch
}

func (p *profile) reset() {
	p.uses, p.objects, p.classes, p.parent = p.uses[:0], p.objects[:0], p.classes[:0], p.parent[:0]
}

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
	p.add(ev.Task, ev.Op, ev.Obj, ev.Kind)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		p.add(ev.Partner, ev.PartnerOp, ev.Obj, checker.Recv)
	}
}

func (p *profile) add(t checker.Task, op *checker.Op, o checker.Object, k checker.Kind) {
	p.uses = append(p.uses, use{t, op.Pos})
	p.objects = append(p.objects, o)
	p.classes = append(p.classes, sample.ClassOf(k))
}

func (p *profile) born(child, by checker.Task) {
	for int(child) >= len(p.parent) {
		p.parent = append(p.parent, checker.NoTask)
	}
	p.parent[child] = by
}

// tries is how many objects are drawn in vain, and looks with how many other uses of one it is
// tried whether their order matters.
const (
	tries = 16
	looks = 3
)

// draw chooses an object that tasks share, by how often it is used. Of little use are those that
// most orders are no different of: a WaitGroup, of which each Done has an order with Wait only.
func (p *profile) draw(r *rand.Rand) (checker.Object, bool) {
	for range tries {
		if len(p.objects) == 0 {
			break
		}
		i := r.IntN(len(p.objects))
		p.others = p.others[:0]
		for j, o := range p.objects {
			if o == p.objects[i] && p.uses[j].task != p.uses[i].task {
				p.others = append(p.others, p.classes[j])
			}
		}
		for range min(looks, len(p.others)) {
			if p.classes[i].Compete(p.others[r.IntN(len(p.others))]) {
				return p.objects[i], true
			}
		}
	}
	return 0, false
}
