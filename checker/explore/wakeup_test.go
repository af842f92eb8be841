package explore

import (
	"testing"

	"gocheck.dev/checker"
)

// TestWakeupTree is the example of section 6.2: p writes x; q reads y, then x; r
// reads z, then x.
func TestWakeupTree(t *testing.T) {
	const x, y, z = 0, 1, 2
	step := func(task checker.Task, index uint32, kind checker.Kind, obj checker.Object) procStep {
		return procStep{dec: checker.Decision{Task: task, Partner: checker.NoTask}, index: index, kind: kind, class: classes[kind], obj: obj, executed: true,
			key: keyOf(key{}.and(uint64(task)), index, kind, 0, 0, key{}), kept: true}
	}
	p := step(1, 0, checker.Write, x)
	qq := []procStep{step(2, 0, checker.Read, y), step(2, 1, checker.Read, x)}
	rr := []procStep{step(3, 0, checker.Read, z), step(3, 1, checker.Read, x)}
	names := &objectNames{t: &trace{}}
	var tree wakeupTree
	insert := func(v ...procStep) { tree.insert(append([]procStep(nil), v...), 0, false, nil, names) }
	insert(p)
	insert(qq...)
	if len(tree) != 2 || len(tree[1].after) != 1 || len(tree[1].after[0].after) != 0 {
		t.Fatalf("q.q is not a second leaf: %+v", tree)
	}
	insert(rr...)
	if len(tree) != 2 || len(tree[1].after[0].after) != 0 {
		t.Errorf("r.r was inserted, although q.q is consistent with it: %+v", tree)
	}
	if a, at := weakInitial(&rr[0], qq); a != yes || at != -1 {
		t.Errorf("r is no weak initial of q.q: %v, %d", a, at)
	}
	if a, _ := weakInitial(&p, qq); a != no {
		t.Error("p is a weak initial of q.q")
	}
	if a, at := weakInitial(&qq[0], append(rr[:1:1], qq...)); a != yes || at != 1 {
		t.Errorf("q is no initial of r.q.q: %v, %d", a, at)
	}
}
