package runtime

import (
	"fmt"
	"strconv"
	"strings"

	"gocheck.dev/checker"
)

// name is the stable name of a task: a node in the tree of names, which lives
// as long as the test is explored. The k-th task that a task creates has the
// same number in every execution.
type name struct {
	parent *task
	nth    int // 1-based
	kids   []*task
	text   string // "": nobody has asked for it yet
}

const (
	mainTask  checker.Task = 0
	clockTask checker.Task = 1
)

// named returns the task of a new number.
func (x *Execution) named(parent *task, nth int) *task {
	t := &task{id: checker.Task(len(x.tasks)), x: x, name: name{parent: parent, nth: nth}}
	x.tasks = append(x.tasks, t)
	return t
}

// child returns the next child of t in this execution.
func (t *task) child() *task {
	kid := t.next()
	t.made++
	return kid
}

// next is the task that the next child of t will be.
func (t *task) next() *task {
	if int(t.made) == len(t.kids) {
		t.kids = append(t.kids, t.x.named(t, len(t.kids)+1))
	}
	return t.kids[t.made]
}

// String is the task's stable name: main, main/1, main/1/2.
func (t *task) String() string {
	if t.text == "" {
		t.text = t.parent.String() + "/" + strconv.Itoa(t.nth)
	}
	return t.text
}

// TaskNamed is the number of the task that TaskName calls so.
func (x *Execution) TaskNamed(name string) checker.Task {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		if name == "clock" {
			return clockTask
		}
		return mainTask
	}
	nth, err := strconv.Atoi(name[i+1:])
	if err != nil || nth < 1 {
		panic(fmt.Sprintf("no task is called %q", name))
	}
	t := x.tasks[x.TaskNamed(name[:i])]
	for len(t.kids) < nth {
		t.kids = append(t.kids, x.named(t, len(t.kids)+1))
	}
	return t.kids[nth-1].id
}

// TaskName is the stable name of a task.
func (x *Execution) TaskName(id checker.Task) string { return x.tasks[id].String() }
