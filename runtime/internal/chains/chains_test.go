package chains

import (
	"testing"
	"unsafe"

	"gocheck.dev/checker"
)

// TestMarksOfLocations: what is kept of a location that is read and written is little, for there
// may be millions.
func TestMarksOfLocations(t *testing.T) {
	if size := unsafe.Sizeof(Marks{}); size > 40 {
		t.Errorf("%d bytes a location", size)
	}
	var r Table
	var p Past
	for o := range checker.Object(100) {
		r.Event(&p, checker.Read, o, false)
		r.Event(&p, checker.Write, o, false)
	}
	if len(r.marks) != 100 || r.rares != 0 {
		t.Errorf("%d marks, %d with more than reads and writes", len(r.marks), r.rares)
	}
	r.Event(&p, checker.Lock, 7, false)
	r.Event(&p, checker.Unlock, 7, false)
	if r.rares != 1 {
		t.Errorf("%d marks with more than reads and writes after a lock", r.rares)
	}
	r.Reset()
	if len(r.marks) != 0 || r.rares != 0 {
		t.Errorf("%d and %d marks in a new execution", len(r.marks), r.rares)
	}
}

// TestFollow: a reader has heard of what came before the last write, a writer of what came before
// all reads, and members of a channel's two sequences of those before them.
func TestFollow(t *testing.T) {
	const variable, lock, channel = 0, 1, 2
	var r Table
	one, two, three := Past{Links: 1}, Past{Links: 2, Time: 5}, Past{}
	r.Event(&one, checker.Write, variable, false)
	r.Event(&two, checker.Read, variable, false)
	r.Event(&three, checker.Read, variable, false)
	if three.Links != 1 {
		t.Errorf("a second reader has a chain of %d, the writer's is 1", three.Links)
	}
	r.Event(&three, checker.Write, variable, false)
	if want := (Past{Links: 2, Time: 5}); three != want {
		t.Errorf("a writer after the readers: %+v, want %+v", three, want)
	}

	// Updates commute with each other; a lock's holder comes after whoever had it.
	var left, right Past
	left.Links = 7
	r.Event(&left, checker.Inc, variable, false)
	r.Event(&right, checker.Inc, variable, false)
	if right.Links != 2 {
		t.Errorf("an update beside another: %d, want the writer's 2", right.Links)
	}
	r.Event(&left, checker.Unlock, lock, false)
	r.Event(&right, checker.Lock, lock, false)
	if right.Links != 7 {
		t.Errorf("a lock after an unlock: %d, want 7", right.Links)
	}

	// A channel of one element that held one before: the first receive has heard of nobody.
	held := func() int { return 1 }
	sender, receiver := Past{Links: 9}, Past{}
	r.Channel(&receiver, checker.Recv, channel, 1, held, nil)
	r.Channel(&sender, checker.Send, channel, 1, held, nil)
	if receiver.Links != 0 {
		t.Errorf("a receive of what was sent before: %d, want 0", receiver.Links)
	}
	r.Channel(&receiver, checker.Recv, channel, 1, held, nil)
	if receiver.Links != 9 {
		t.Errorf("the second receive: %d, want the sender's 9", receiver.Links)
	}
	partner := Past{Links: 11}
	r.Channel(&receiver, checker.Send, channel+1, 0, func() int { return 0 }, &partner)
	if receiver.Links != 11 || partner.Links != 11 {
		t.Errorf("a rendezvous: %d and %d, want 11 for both", receiver.Links, partner.Links)
	}
}
