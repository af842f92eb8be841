package runtime

import (
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
	if x.ending || x.after {
		return
	}
	kind, message, at := "panic", "", Site(t.done.Pos)
	switch v := v.(type) {
	case misuse:
		kind, message, at = v.kind, v.message, v.site
	default:
		message = calls.Words(v)
		// Go's own channels find their misuse themselves.
		switch message {
		case SendOnClosed, "close of closed channel", "close of nil channel":
			if _, ok := v.(runtime.Error); ok {
				kind = "close"
			}
		}
	}
	frames, before := calls.PanicFrames(v)
	details := append([]string{"in " + t.peopleAt()}, frames...)
	if len(before) > 0 {
		details = append(append(details, "deferred, after a panic:"), before...)
	}
	f := failureAt(kind, message, 0, details)
	if len(frames) > 0 {
		_, f.Pos, _ = strings.Cut(frames[0], " at ")
	}
	// The operation's site is the more precise one when it is on the line that
	// panicked: it has the column.
	if f.Pos == "" || at.Line() == f.Pos {
		f.Pos = at.Position()
	}
	x.failed(f)
	if r := x.record; r != nil && t.unwinds.Of(frames) {
		switch t {
		case r.failed:
			r.when = t.unwinds.Since
		case r.second:
			r.secondAt = t.unwinds.Since
		}
	}
}

// SendOnClosed is what Go says, too.
const SendOnClosed = "send on closed channel"
