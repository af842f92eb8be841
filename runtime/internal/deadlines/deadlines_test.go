package deadlines

import (
	"maps"
	"math"
	"testing"
	"time"
)

type alarm struct {
	at    int64
	armed bool
}

func (a *alarm) Deadline() (int64, bool) { return a.at, a.armed }

// TestSet: the earliest deadline to come is that of one that is armed, and what waits no more is
// forgotten, until it is added again.
func TestSet(t *testing.T) {
	var s Set
	if _, ok := s.Next(0); ok || s.Awaited {
		t.Error("an empty set has a deadline")
	}
	a, b, c := &alarm{30, true}, &alarm{20, true}, &alarm{10, false}
	for _, w := range []*alarm{a, b, c, a} {
		s.Add(w)
	}
	if at, ok := s.Next(0); at != 20 || !ok || s.Len() != 2 || !s.Awaited {
		t.Errorf("the next is %d (%t) of %d, not 20 of 2", at, ok, s.Len())
	}
	if all := maps.Collect(s.After(20)); len(all) != 1 || all[a] != 30 {
		t.Errorf("after 20 there are %v", all)
	}
	c.armed = true
	if at, _ := s.Next(0); at != 20 {
		t.Errorf("one that was not added again is next, at %d", at)
	}
	if s.Add(c); func() int64 { at, _ := s.Next(0); return at }() != 10 {
		t.Error("one that was added is not next")
	}
	if _, ok := s.Next(30); ok || s.Len() != 0 {
		t.Errorf("%d are left after the last one", s.Len())
	}
	if s.Add(a); s.Len() != 1 {
		t.Error("one was not added")
	}
	if s.Reset(); s.Len() != 0 || s.Awaited {
		t.Error("an execution begins with what waited in another one")
	}
}

// TestIn: deadlines that were computed from the clock, and lack nanoseconds by which readings
// differ, are one; others stay what they are, and none is beyond what can be told.
func TestIn(t *testing.T) {
	const second = int64(time.Second)
	for _, c := range []struct {
		d          time.Duration
		now, slack int64
		want       int64
	}{
		{0, 5, 9, 5},
		{-1, 5, 9, 5},
		{time.Second, 5, 0, second + 5},
		{time.Second - 7, 0, 6, second - 7},
		{time.Second - 7, 0, 7, second},
		{time.Second, 0, 7, second},
		{math.MaxInt64, 1, 0, math.MaxInt64},
	} {
		if at := In(c.d, c.now, c.slack); at != c.want {
			t.Errorf("In(%d, %d, %d) is %d, want %d", c.d, c.now, c.slack, at, c.want)
		}
	}
}
