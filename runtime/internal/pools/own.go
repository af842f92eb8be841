package pools

import "runtime/metrics"

// Own is what each task has put into one pool, where it gets back only that.
type Own map[uint32]*Stack

// A Stack is what lies in a pool, the latest last.
type Stack struct {
	items []any
	loses bool // once, what lies there: it may, and has not yet
}

// Of is what t has put there.
func (o Own) Of(t uint32, lossy bool) *Stack {
	s := o[t]
	if s == nil {
		s = &Stack{loses: lossy && collects()}
		o[t] = s
	}
	return s
}

// Lose lets what lies there be lost, if lost says so. That happens once: a program that bears a
// collection of garbage need not bear one between any two of its steps.
func (s *Stack) Lose(lost func() bool) {
	if s.loses && len(s.items) > 0 && lost() {
		s.items, s.loses = nil, false
	}
}

// Put puts x there.
func (s *Stack) Put(x any) { s.items = append(s.items, x) }

// Get takes the latest.
func (s *Stack) Get() (x any, ok bool) {
	last := len(s.items) - 1
	if last < 0 {
		return nil, false
	}
	x, s.items[last] = s.items[last], nil
	s.items = s.items[:last]
	return x, true
}

// collects says whether garbage is collected: tests that rely on what lies in a pool turn that
// off, which is a percentage of -1.
func collects() bool {
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(percent)
	return int64(percent[0].Value.Uint64()) >= 0
}
