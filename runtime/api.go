package runtime

import (
	"fmt"

	"gocheck.dev"
	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/contents"
)

// Assert is gocheck.Assert.
func Assert(s Site, cond bool, format string, args ...any) {
	t := current()
	if t == nil {
		gocheck.Assert(cond, format, args...)
		return
	}
	if cond {
		return
	}
	message := fmt.Sprintf(format, args...)
	// A failure even where the program recovers from all panics.
	t.x.fail("assert", message, s)
	panic(misuse{"assert", "gocheck: assertion failed: " + message, s})
}

// Choose is gocheck.Choose.
func Choose(s Site, n int) int {
	t := current()
	if t == nil || n < 1 {
		return gocheck.Choose(n)
	}
	return int(t.do(checker.Op{Kind: checker.Choose, Arg: int64(n), Pos: s.Pos()}, chooseShadow{}).Choice)
}

// chooseShadow performs choices.
type chooseShadow struct{}

func (chooseShadow) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (chooseShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	d := t.always()
	for n := checker.ValuesOf(t.op.Arg, t.op.Most, t.x.faults); int64(d.Choice) < n; d.Choice++ {
		buf = append(buf, d)
	}
	return buf
}

func (chooseShadow) perform(t *task, ev *checker.Event) {
	if t.op.Most > 0 && ev.Choice != 0 {
		t.x.faults++
	}
}

// Fault chooses whether something fails here, and in which of n ways: 0 if not. The package that
// calls it says what that is. It is no operation if no faults are asked for.
func Fault(s Site, n int) int {
	t := current()
	if t == nil || t.x.Faults == 0 {
		return 0
	}
	return int(t.do(checker.Op{Kind: checker.Choose, Arg: int64(n) + 1, Most: int32(t.x.Faults), Pos: s.Pos()}, chooseShadow{}).Choice)
}

// Network is what -net says of the network of the calling task, and how many faults it may have.
func Network() (kind string, faults int) {
	if t := current(); t != nil {
		return t.x.Net, t.x.Faults
	}
	return "", 0
}

// Faulty is how many faults there were in the last execution.
func (x *Execution) Faulty() int { return int(x.faults) }

// Observe is gocheck.Observe.
func Observe(_ Site, name string, value any) {
	if t := current(); t != nil {
		t.x.ev.Named = true // they are in the order of the tasks
		t.x.observed = append(t.x.observed, observation{t.id, contents.Observed(name, value)})
	}
}
