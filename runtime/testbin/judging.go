package testbin

import (
	"sync"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// To describe a failure takes executions that are recorded, compared and made smaller, and of a
// long one that takes longer than a silent process is waited for. So the command is told what has
// failed before, and then, every second, that it is being described: by the watchdog, as
// whoever describes it may be busy with a single step of that.

// judging is whether a failure is being described.
type judging struct {
	mu    sync.Mutex
	until time.Time // zero: none is
}

// describesFor is how long the command is told that a failure is being described: what takes
// longer than that does not come to an end.
const describesFor = 2 * time.Minute

// judging says that f is about to be described, until the function that it returns is called.
func (r *testRun) judging(f *checker.Failure) (end func()) {
	r.send(wire.Message{Type: "judging", Failure: &wire.Failure{Kind: f.Kind, Pos: f.Pos, Message: wire.Bounded(f.Message, wire.MaxText)}})
	r.judged.set(time.Now().Add(describesFor))
	return func() { r.judged.set(time.Time{}) }
}

func (j *judging) set(until time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.until = until
}

// judges says that a failure is being described, if that is so.
func (r *testRun) judges(now time.Time) {
	r.judged.mu.Lock()
	defer r.judged.mu.Unlock()
	if now.Before(r.judged.until) {
		r.send(wire.Message{Type: "judging"})
	}
}
