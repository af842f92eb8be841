package tracerun

import (
	"strings"

	"gocheck.dev/internal/tracefile"
)

// edges are the orders that a trace demands beyond those of tasks, FORK, POST
// and queues: the dependence file's, and what operations mean.
func edges(t *tracefile.Trace) []tracefile.Edge {
	all := append([]tracefile.Edge(nil), t.Edges...)
	add := func(from, to int) {
		if from >= 0 && from != to && t.Ops[from].Task >= 0 { // a handler's declaration is nobody's
			all = append(all, tracefile.Edge{From: from, To: to})
		}
	}
	threads := map[string]int{}
	for i, k := range t.Tasks {
		if k.Message == "" {
			threads[k.Thread] = i
		}
	}
	notified := map[string][]int{} // thread: the NOTIFYs that no WAIT has taken
	enabled := map[string][]int{}  // ENABLE- by what it enables
	for i := range t.Ops {
		op := &t.Ops[i]
		switch name := op.Name; {
		case tracefile.IsPost(name):
			// A thread without a queue cannot be posted to.
			add(t.Tasks[threads[op.Get("dest")]].Queue, i)
		case name == "JOIN":
			// A looping thread is over when its messages are, too.
			for k := range t.Tasks {
				if task := &t.Tasks[k]; task.Thread == op.Get("child-tid") && len(task.Ops) > 0 {
					add(lastBefore(task.Ops, i), i)
				}
			}
		case name == "NOTIFY":
			to := op.Get("notifiedTid")
			notified[to] = append(notified[to], i)
		case name == "WAIT":
			if who := op.Get("tid"); len(notified[who]) > 0 {
				add(notified[who][0], i)
				notified[who] = notified[who][1:]
			}
		case strings.HasPrefix(name, "ENABLE-"):
			what := subject(op, "ENABLE-")
			enabled[what] = append(enabled[what], i)
		case !t.Edged && strings.HasPrefix(name, "TRIGGER-"):
			for _, e := range enabled[subject(op, "TRIGGER-")] {
				add(e, i)
			}
		}
	}
	return all
}

// lastBefore is the last operation of a task that was recorded before i.
func lastBefore(ops []int, i int) int {
	last := -1
	for _, op := range ops {
		if op < i {
			last = op
		}
	}
	return last
}

// subject is what an ENABLE- or TRIGGER- is about: all it says but who does it.
func subject(op *tracefile.Op, prefix string) string {
	s := strings.TrimPrefix(op.Name, prefix)
	for _, a := range op.Args {
		if a.Key != "tid" {
			s += " " + a.Key + ":" + a.Value
		}
	}
	return s
}
