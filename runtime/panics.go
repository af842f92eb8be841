package runtime

import (
	"fmt"
)

// misuse is the value of a panic that has a kind of failure of its own: send
// on a closed channel, a failed assertion. It is a runtime.Error, as Go's own.
type misuse struct{ kind, message string }

// Error is the message, as Go's runtime words it.
func (m misuse) Error() string { return m.message }

// RuntimeError marks it as an error of the runtime.
func (m misuse) RuntimeError() {}

// panicked records the panic that ended the task; nil if it was a Goexit.
func (t *task) panicked(v any) {
	if v == nil {
		return
	}
	x := t.x
	if x.inEngine {
		x.inEngine = false
		x.fault = v
		return
	}
	kind, message := "panic", fmt.Sprint(v)
	if m, ok := v.(misuse); ok {
		kind = m.kind
	}
	x.fail(kind, message, Site(t.done.Pos))
}
