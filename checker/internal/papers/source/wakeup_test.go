package source

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// TestWakeupTree is the example of section 6.2: p writes x; q reads y, then x; r
// reads z, then x.
func TestWakeupTree(t *testing.T) {
	const x, y, z = 0, 1, 2
	step := func(task checker.Task, index uint32, kind checker.Kind, obj checker.Object) trace.ProcStep {
		return trace.ProcStep{Dec: checker.Decision{Task: task, Partner: checker.NoTask}, Index: index, Kind: kind, Class: trace.Classes[kind], Obj: obj, Executed: true,
			Key: flat.KeyOf(flat.Key{}.And(uint64(task)), index, kind, 0, 0, flat.Key{}), Kept: true}
	}
	p := step(1, 0, checker.Write, x)
	qq := []trace.ProcStep{step(2, 0, checker.Read, y), step(2, 1, checker.Read, x)}
	rr := []trace.ProcStep{step(3, 0, checker.Read, z), step(3, 1, checker.Read, x)}
	names := &trace.ObjectNames{Trace: &trace.Trace{}}
	var tree wakeupTree
	insert := func(v ...trace.ProcStep) { tree.insert(append([]trace.ProcStep(nil), v...), 0, false, nil, names) }
	insert(p)
	insert(qq...)
	if len(tree) != 2 || len(tree[1].after) != 1 || len(tree[1].after[0].after) != 0 {
		t.Fatalf("q.q is not a second leaf: %+v", tree)
	}
	insert(rr...)
	if len(tree) != 2 || len(tree[1].after[0].after) != 0 {
		t.Errorf("r.r was inserted, although q.q is consistent with it: %+v", tree)
	}
	if a, at := trace.WeakInitial(&rr[0], qq); a != trace.Yes || at != -1 {
		t.Errorf("r is no weak initial of q.q: %v, %d", a, at)
	}
	if a, _ := trace.WeakInitial(&p, qq); a != trace.No {
		t.Error("p is a weak initial of q.q")
	}
	if a, at := trace.WeakInitial(&qq[0], append(rr[:1:1], qq...)); a != trace.Yes || at != 1 {
		t.Errorf("q is no initial of r.q.q: %v, %d", a, at)
	}
}
