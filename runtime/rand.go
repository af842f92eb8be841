package runtime

import (
	"fmt"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/chains"
	"gocheck.dev/runtime/internal/scatter"
)

// The functions of math/rand draw from a source (SplitMix64) of the task that calls them, so that
// what they return is a function of the trace: of the task's stable name and of how often it has
// drawn. A source for all tasks would tell each how often the others have drawn before it, which
// nobody orders. Like reading the time, drawing is no operation.

// seed is made of the task's name, not of its number: a replay numbers tasks as it meets them.
func (t *task) seed() uint64 {
	t.x.ev.Named = true
	return t.name.seed(t.id)
}

func (n *name) seed(id checker.Task) uint64 {
	if n.parent == nil {
		return scatter.Mix(uint64(id) + scatter.Step)
	}
	return scatter.Mix(n.parent.name.seed(n.parent.id) + uint64(n.nth)*scatter.Step)
}

// mostChoices is the bound up to which -rand=choose and -maps=choose explore all numbers.
const mostChoices = 8

// RandomBelow is a number below n, if there are few: under -rand=choose chosen, else by draw. The
// program sees what shown says.
func RandomBelow(n uint64, draw func() uint64, shown func(uint64) any) (v uint64, few bool) {
	t := current()
	if t == nil || n < 2 || n > mostChoices {
		return 0, false
	}
	known := t.x.Known.Chance | wire.DrawsFew
	t.x.Known.Chance = known
	if t.x.ChooseRandom {
		first, _ := Arbitrary() // were the first choice always 0, a hundred draws would all be
		Saying(func() string { return fmt.Sprint("the number drawn is ", shown(v)) })
		v = (first + uint64(Choose(0, int(n)))) % n
		return v, true
	}
	v = draw()
	t.x.Known.Chance = known // that there were others for the source is no matter
	return v, true
}

// Random is a random number from the source of the task that calls it, if one does.
func Random() (uint64, bool) {
	v, ok := Arbitrary()
	if ok {
		current().x.meets(wire.DrawsMany)
	}
	return v, ok
}

// RandomKey is one of the execution, for all tasks.
func RandomKey() uint64 {
	if t := current(); t != nil {
		t.x.meets(wire.DrawsMany)
		return scatter.Mix(t.x.RandomSeed)
	}
	return 0
}

// OfClock is a random number that stands for one that the clock has shown: the same for all who
// have it of one reading, another one for a task that has read the same time by itself.
func OfClock(shown uint64) (uint64, bool) {
	t := current()
	if t == nil {
		return 0, false
	}
	all := func(yield func(*chains.Seen[*task]) bool) {
		for _, u := range t.x.tasks {
			if u.life != unborn && !yield(u.seen) {
				return
			}
		}
	}
	if by, ok := chains.Who(int64(shown), t.seen, all); ok {
		shown += by.seed()
	}
	return scatter.Mix(scatter.Mix(shown) ^ t.x.RandomSeed*scatter.Step), true
}

// Arbitrary is that for what nobody is to depend on, such as names of files: no chance is explored.
func Arbitrary() (uint64, bool) {
	t := current()
	if t == nil {
		return 0, false
	}
	if t.random == 0 { // not drawn from in this execution
		t.random = (t.seed() ^ t.x.RandomSeed*scatter.Step) | 1
	}
	t.random += scatter.Step
	return scatter.Mix(t.random), true
}

// Number is the number that the calling task, if one calls, has where programs look at that of
// their goroutine: the same in every execution, and always of 16 digits.
func Number() (uint64, bool) {
	t := current()
	if t == nil {
		return 0, false
	}
	return t.goid(), true
}

// Steps is how many steps there were: as many as before if nobody has made one since.
func Steps() uint64 {
	if t := current(); t != nil {
		return t.x.steps
	}
	return 0
}

func (t *task) goid() uint64 {
	for t.resumes {
		t = t.parent
	}
	return 1e15 + t.seed()%9e15
}
