package race

import (
	"testing"

	"gocheck.dev/checker"
)

// variables is a program of which nothing but variables is asked for.
type variables struct{ checker.State }

func (variables) Object(checker.Object) checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject}
}

// TestParts: an atomic operation accesses the parts of its word, and orders what uses one of them.
func TestParts(t *testing.T) {
	const word, part, other = 1, 2, 3
	atomic := func(task checker.Task, kind checker.Kind, obj checker.Object, effects ...checker.Effect) checker.Event {
		for i := range effects {
			effects[i].Task = task
		}
		return checker.Event{Decision: checker.Decision{Task: task, Partner: checker.NoTask}, Kind: kind, Obj: obj,
			Op: &checker.Op{Kind: kind}, Child: checker.NoTask, Effects: effects}
	}
	of := func(write bool) checker.Effect { return checker.Effect{Obj: part, Write: write, Atomic: true} }
	plain := func(obj checker.Object, write bool) checker.Effect {
		return checker.Effect{Obj: obj, Write: write}
	}
	for _, c := range []struct {
		what          string
		first, second checker.Event
		want          bool
	}{
		{"a part is read", atomic(1, checker.Write, word, of(true)), atomic(2, checker.Yield, 0, plain(part, false)), true},
		{"a part was read", atomic(1, checker.Yield, 0, plain(part, false)), atomic(2, checker.Write, word, of(true)), true},
		{"a part is read twice", atomic(1, checker.Read, word, of(false)), atomic(2, checker.Yield, 0, plain(part, false)), false},
		{"a part is written", atomic(1, checker.Read, word, of(false)), atomic(2, checker.Yield, 0, plain(part, true)), true},
		{"a part is read that was observed", atomic(1, checker.Write, word, of(true)), atomic(2, checker.Read, part, plain(part, false)), false},
		{"the word is read, and then a part", atomic(1, checker.Write, part), atomic(2, checker.Read, word, of(false), plain(part, false)), false},
		{"something else is read", atomic(1, checker.Write, word, of(true)), atomic(2, checker.Yield, 0, plain(other, false)), false},
		{"what came after the word is read", atomic(1, checker.Write, word, of(true), plain(other, true)), atomic(2, checker.Read, part, plain(other, false)), true},
	} {
		r := NewDetector()
		for _, ev := range []checker.Event{c.first, c.second} {
			r.Add(variables{}, &ev)
		}
		if r.Raced != c.want {
			t.Errorf("%s: a race: %t", c.what, r.Raced)
		}
	}
}
