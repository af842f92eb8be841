package repro

import (
	"bytes"
	"fmt"
	"time"

	"gocheck.dev/internal/wire"
)

// A pause is a gate as well: who is held up sleeps before what it does next. In a bubble that costs
// no time.

// beyond is how much longer than the execution says it sleeps: the timers that it lets overtake
// come at the end of its pause.
const beyond = time.Microsecond

// pauses are the steps before which goroutines of the schedule are held up.
func (t *trace) pauses(s *wire.Schedule) []gate {
	at := t.steps(s.Steps)
	var all []gate
	var now time.Duration
	sum := map[int]int{} // by operation: the gate
	for k := range s.Steps {
		step := &s.Steps[k]
		if step.Op != "tick" {
			continue
		}
		to, err := time.ParseDuration(step.Value)
		if err != nil {
			continue
		}
		for _, h := range step.Held {
			for j := k + 1; j < len(s.Steps); j++ {
				if s.Steps[j].Task != h.Task || at[j] < 0 {
					continue
				}
				if i, ok := sum[at[j]]; ok {
					all[i].pause += to - now
				} else {
					sum[at[j]] = len(all)
					all = append(all, gate{then: at[j], first: -1, pause: to - now, pair: true})
				}
				break
			}
		}
		now = to
	}
	return all
}

// hold puts a pause before a step.
func (d *drawing) hold(g gate) (placed, bool) {
	op := &d.r.trace.ops[g.then]
	p := placed{gate: g, Name: g.name, Then: d.point(g.then), Pause: int64(g.pause + beyond)}
	p.Says = fmt.Sprintf("%s is held up for %s before it goes on: %s", d.r.lanes.Name(op.Task), g.pause, d.r.says(g.then))
	s, line, column, err := d.at(op.Pos)
	if err != nil {
		return p, false
	}
	if d.first(s, g.then, "Pause", g.name) {
		return p, true
	}
	less, err := s.before(line, column, "Pause", g.name, p.Then.Nth)
	p.Then.Nth -= less
	return p, err == nil
}

// first puts a call at the beginning of the goroutine that makes an operation, if that is all that
// its go statement says of it, or it is its first.
func (d *drawing) first(s *source, i int, f, name string) bool {
	body := d.body(i)
	if body == nil {
		return false
	}
	at := 0
	if saysWho(body) {
		at = 1
	}
	put(body, at, exprOf(s.call(f, quoted(name))))
	return true
}

// indented is a column of a line, or, if that is its first, the one in which its text begins.
func (s *source) indented(line, column int) int {
	lines := bytes.Split(s.raw, []byte("\n"))
	if column > 1 || line < 1 || line > len(lines) {
		return column
	}
	text := lines[line-1]
	return 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
}
