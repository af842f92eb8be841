package worker

import (
	"fmt"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// A checkpoint may be somebody else's, and its checksum is no signature: what gocheck
// does not write is refused before anything is made of it.

// checkContent looks at what has been read.
func (c *Checkpoint) checkContent() error {
	if c.content == nil { // null, to JSON
		return fmt.Errorf("the checkpoint %s is damaged: remove it to explore anew", c.path)
	}
	for pkg, p := range c.content {
		if p == nil {
			return c.damagedAt(pkg, "")
		}
		for test, t := range p.Tests {
			if t == nil || !t.sound(test) {
				return c.damagedAt(pkg, test)
			}
		}
	}
	return nil
}

func (c *Checkpoint) damagedAt(pkg, test string) error {
	return fmt.Errorf("the checkpoint %s is damaged, in what it says of %s %s: remove it to explore anew", c.path, printable.Line(pkg), printable.Line(test))
}

// sound reports whether a test could have been saved so. What it has printed is made
// printable: that this program has printed it only the checkpoint says.
func (t *savedTest) sound(test string) bool {
	for i := range t.Log {
		m := &t.Log[i]
		if m.Test != test || m.Type == "result" && m.Result == nil || m.Type == "failure" && m.Failure == nil || m.Type == "saved" && m.Saved == nil {
			return false
		}
		m.Output = printable.Text(m.Output)
		if m.Failure != nil {
			m.Failure.Output = printable.Text(m.Failure.Output)
		}
	}
	if t.Over && (len(t.Log) == 0 || !last(t.Log[len(t.Log)-1])) {
		return false
	}
	for i := range t.Pieces {
		if !sane(&t.Pieces[i].Sum) {
			return false
		}
	}
	return true
}

// last reports whether a message is the last of its test.
func last(m wire.Message) bool { return m.Type == "result" || m.Type == "skipped" }

// sane reports whether numbers can be counts.
func sane(s *wire.Sum) bool {
	for _, n := range []int64{s.Executions, s.Blocked, s.Redundant, s.Repeated, s.Failing, s.Truncated, s.Events, s.Leaks, s.Clean, s.Tallied} {
		if n < 0 {
			return false
		}
	}
	return true
}
