package race

import (
	"slices"

	"gocheck.dev/checker"
)

// Order tells which points of an execution synchronisation orders if locks are
// left out: what is ordered by the locks alone might as well have been the
// other way round. It is fed the events of one execution.
type Order struct{ r *Detector }

// A Point is a point in a task of an execution.
type Point struct {
	slot  int32
	clock []uint32
}

// NewOrder returns the order of an execution that is about to begin.
func NewOrder() *Order {
	r := NewDetector()
	r.withoutLocks = true
	return &Order{r}
}

// Add adds the next event.
func (o *Order) Add(st checker.State, ev *checker.Event) { o.r.Add(st, ev) }

// Now is where a task is.
func (o *Order) Now(t checker.Task) Point {
	e := o.r.Task(t)
	return Point{e.Slot, slices.Clone(o.r.Arena[e.Now])}
}

// Before says whether p happens before q.
func (p Point) Before(q Point) bool {
	return int(p.slot) < len(q.clock) && p.clock[p.slot] <= q.clock[p.slot]
}
