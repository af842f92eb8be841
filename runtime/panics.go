package runtime

import (
	"fmt"
	"runtime"
	"strings"

	"gocheck.dev/runtime/internal/calls"
)

// misuse is the value of a panic that has a kind of failure of its own: send
// on a closed channel, a failed assertion. It is a runtime.Error, as Go's own.
type misuse struct {
	kind, message string
	site          Site // of the operation
}

// Error is the message, as Go's runtime words it.
func (m misuse) Error() string { return m.message }

// RuntimeError marks it as an error of the runtime.
func (m misuse) RuntimeError() {}

// panicked records the panic that ended the task; nil if it was a Goexit. It
// is called by the deferred function that recovered it, when the frames that
// panicked are still on the stack.
func (t *task) panicked(v any) {
	if v == nil {
		return
	}
	x := t.x
	kind, message, at := "panic", "", Site(t.done.Pos)
	switch v := v.(type) {
	case misuse:
		kind, message, at = v.kind, v.message, v.site
	case error:
		message = calls.Said(v)
		// Go's own channels find their misuse themselves.
		switch message {
		case SendOnClosed, "close of closed channel", "close of nil channel":
			if _, ok := v.(runtime.Error); ok {
				kind = "close"
			}
		}
	case fmt.Stringer, string:
		message = fmt.Sprint(v)
	default:
		message = fmt.Sprintf("%v (%T)", v, v)
	}
	if x.came.Failure != nil || x.ending || x.after {
		return
	}
	frames, _ := calls.UserFrames()
	x.fail(kind, message, 0, append([]string{"in " + t.peopleAt()}, frames...)...)
	if x.record != nil && x.record.failed == t && t.unwinds.of(frames) {
		x.record.when = t.unwinds.since
	}
	if len(frames) > 0 {
		_, x.came.Failure.Pos, _ = strings.Cut(frames[0], " at ")
	}
	// The operation's site is the more precise one when it is on the line that
	// panicked: it has the column.
	if x.came.Failure.Pos == "" || at.Line() == x.came.Failure.Pos {
		x.came.Failure.Pos = at.Position()
	}
}

// SendOnClosed is what Go says, too.
const SendOnClosed = "send on closed channel"

// unwinding is what a task does, in a replay, that its deferred functions do
// during a panic. A reader who sees it end with the panic wants to know where it began.
type unwinding struct {
	from  string // the frame that panicked, "" if it does not panic
	since int    // the step in which it did
}

// note is called at each operation.
func (u *unwinding) note(panicking bool, frames []string, step int) {
	switch {
	case !panicking || len(frames) == 0:
		u.from = ""
	case u.from != frames[0]:
		u.from, u.since = frames[0], step
	}
}

// of says whether the panic with these frames is the one that was noted.
func (u *unwinding) of(frames []string) bool {
	return u.from != "" && len(frames) > 0 && frames[0] == u.from
}

// stack is the stack of the caller.
func stack() []byte {
	buf := make([]byte, 16<<10)
	return buf[:runtime.Stack(buf, false)]
}
