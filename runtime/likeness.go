package runtime

import (
	"gocheck.dev/runtime/internal/chains"
	"gocheck.dev/runtime/internal/likeness"
)

// Goroutines that are alike (docs/design/symmetry.md). A go statement says so of its goroutine
// (Op.Alike) if the last task that its task has created was created by it, too, with a function
// that does the same. What depends on the name of a task says so of the present event
// (Event.Named, Event.Names).

// Held is a value that a function refers to, for Capturing.
func Held[T any](v T) likeness.Value { return likeness.Of(v) }

// Capturing is f, a function that was made, of which is known now what it refers to.
func Capturing[F any](f F, of ...likeness.Value) F {
	captures(f, of)
	return f
}

func captures(f any, of []likeness.Value) {
	if t := current(); t != nil && t.x.Symmetry {
		t.x.likes.Add(f, of)
	}
}

// elder is the goroutine that a task has started last.
type elder struct {
	f    func() // nil: there is none
	by   Site
	nth  int32       // so many children were there before it
	past chains.Past // of its creator, then
}

// repeats says whether the goroutine that t is about to start at s, by f, is like the one before.
func (t *task) repeats(s Site, f func()) bool {
	x := t.x
	if !x.Symmetry {
		return false
	}
	was := t.elder
	t.elder = elder{f, s, t.made, t.past}
	if was.f == nil || was.by != s || was.nth+1 != t.made || was.past != t.past || !x.likes.Same(was.f, f) {
		return false
	}
	x.came.Alike = true
	return true
}

// telling notes that what t does in the present step depends on the names of several tasks, if
// there are several.
func (t *task) telling(several bool) {
	if t != nil && several {
		t.x.ev.Names = true
	}
}
