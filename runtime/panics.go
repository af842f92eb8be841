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
	if x.record != nil && x.record.failed == t && t.unwinds.Of(frames) {
		x.record.when = t.unwinds.Since
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
