package report

import "gocheck.dev/internal/wire"

// marks are the signs by which the sentence that says what makes the difference
// and the columns refer to each other.
type marks map[operation]string

// operation is one of a task, by its number: performed, or announced when the
// execution ended.
type operation struct {
	task  string
	index int
}

func (m marks) of(task string, index int) string { return m[operation{task, index}] }

// signs are numbered in the order in which the columns have them.
var signs = []string{"①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨"}

// marksOf finds the operations of the failing execution that the sentence
// names. One that the failing execution never comes to has no sign.
func marksOf(s *wire.Schedule) marks {
	m := marks{}
	p := s.Passing
	if p == nil {
		return m
	}
	give := func(o operation) {
		if _, ok := m[o]; !ok && len(m) < len(signs) {
			m[o] = signs[len(m)]
		}
	}
	for _, pair := range p.Pairs[:min(len(p.Pairs), len(signs))] {
		give(operationAt(s.Steps, pair.First))
		if second := operationAt(p.Steps, pair.Second); !pair.Choice && second.reached(s) {
			give(second)
		}
	}
	return m
}

// operationAt is the operation of a step.
func operationAt(steps []wire.Step, i int) operation {
	o := operation{task: steps[i].Task}
	for _, s := range steps[:i] {
		if s.Task == o.task || s.Joint() && s.Partner == o.task {
			o.index++
		}
	}
	return o
}

// reached reports whether the columns of an execution show the operation: as a
// step, or as what its task was blocked in.
func (o operation) reached(s *wire.Schedule) bool {
	n := 0
	for i := range s.Steps {
		st := &s.Steps[i]
		if st.Task == o.task || st.Joint() && st.Partner == o.task {
			n++
		}
		if n == o.index {
			for _, a := range st.Waits {
				if a.Task == o.task {
					return true
				}
			}
		}
	}
	return n > o.index
}
