package r4

import "gocheck.dev/checker"

// r4Names are the tasks as r4 knows them in all executions: by their creator, at
// which place of the program, and how many that had made there before. A Task is
// named by its creator and a count, whatever the place: if a message posts
// one more before the others, in another order of events, these have other Tasks,
// and a plan would have what it does not mean, or skip it.
type r4Names struct {
	known map[birth]checker.Task // all that there ever were
	taken map[checker.Task]bool  // those that are in use
	last  checker.Task           // beyond all that programs have
	of    []checker.Task         // by Task of the present execution; NoTask: not yet
	made  map[birth]uint32
}

// birth is where a task comes from; of one that nobody has made: nth is the Task.
type birth struct {
	creator checker.Task // by its name; NoTask: none
	pos     checker.Pos
	nth     uint32
}

func newR4Names() r4Names {
	return r4Names{known: map[birth]checker.Task{}, taken: map[checker.Task]bool{}, last: checker.NoTask, made: map[birth]uint32{}}
}

// begin is called before an execution.
func (n *r4Names) begin() {
	n.of = n.of[:0]
	clear(n.made)
}

// did takes note of a task that an event has made.
func (n *r4Names) did(ev *checker.Event) {
	if ev.Child == checker.NoTask {
		return
	}
	at := birth{creator: n.name(ev.Task), pos: ev.Pos}
	count := n.made[at]
	n.made[at] = count + 1
	at.nth = count
	n.set(ev.Child, n.named(at, ev.Child))
}

func (n *r4Names) set(t, name checker.Task) {
	for int(t) >= len(n.of) {
		n.of = append(n.of, checker.NoTask)
	}
	n.of[t] = name
}

// name is what a task of the present execution is known as.
func (n *r4Names) name(t checker.Task) checker.Task {
	if int(t) < len(n.of) && n.of[t] != checker.NoTask {
		return n.of[t]
	}
	name := n.named(birth{creator: checker.NoTask, nth: uint32(t)}, t)
	n.set(t, name)
	return name
}

// named is what is known by a birth: the Task that it is where it is first met, if
// that is not the name of another one.
func (n *r4Names) named(at birth, t checker.Task) checker.Task {
	name, ok := n.known[at]
	if !ok {
		name = t
		for n.taken[name] {
			n.last--
			name = n.last
		}
		n.known[at], n.taken[name] = name, true
	}
	return name
}

// decision is a decision in names.
func (n *r4Names) decision(dec checker.Decision) checker.Decision {
	dec.Task = n.name(dec.Task)
	if dec.Partner != checker.NoTask {
		dec.Partner = n.name(dec.Partner)
	}
	return dec
}
