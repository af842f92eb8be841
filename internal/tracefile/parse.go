package tracefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gocheck.dev/internal/files"
	"gocheck.dev/internal/printable"
)

// Trace is a recorded execution: its operations in the order in which they
// were performed, the tasks that performed them, and what else is known of
// their order.
type Trace struct {
	File  string
	Ops   []Op
	Tasks []Task
	Edges []Edge // of the dependence file
	Edged bool   // there is one

	// Of a trace that gocheck has recorded: locks are not reentrant, and objects
	// are declared.
	Go      bool
	Coarse  bool // READ and WRITE are part of the operation before them
	Races   bool // and failures where nothing orders them
	Objects map[string]Object
}

// Op is one operation, one line.
type Op struct {
	Name   string
	Number int // as written in front
	Line   int // in the file
	Task   int // index into Trace.Tasks, -1: nobody's
	Args   []Arg
}

// Int is the value of a key that is a number, 0 if the line does not have it.
func (o *Op) Int(key string) int64 {
	n, _ := strconv.ParseInt(o.Get(key), 10, 64) // which has been checked
	return n
}

// Object is an object that an OBJECT line declares.
type Object struct {
	Kind string // one of kinds
	Name string // in the source, for people
	Cap  int    // channel
	FIFO bool   // handler
	Init int64  // variable
}

// Monitor reports whether a lock is one of Java's, which the thread that holds it
// may lock again: those that are declared are Go's.
func (t *Trace) Monitor(lock string) bool {
	_, declared := t.Objects[lock]
	return !t.Go && !declared
}

// Arg is the value of a line under a key.
type Arg struct{ Key, Value string }

// Get is the value of a key, "" if the line does not have it.
func (o *Op) Get(key string) string {
	for _, a := range o.Args {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// Edge says that an operation comes after another in every reordering. Both
// are indices into Trace.Ops.
type Edge struct{ From, To int }

// Task is a thread, or a message while its handler runs.
type Task struct {
	Thread  string
	Message string // "" for the thread itself
	Created int    // FORK or POST, an index into Trace.Ops; -1 for a thread that was there before
	Ops     []int  // in order, indices into Trace.Ops; CALL and RET are the message's
	Queue   int    // thread: its ATTACH-Q, -1 if there is none
	Loop    int    // thread: its LOOP, -1 if there is none
}

// Error is a fault in a file, with its line.
type Error struct {
	File string
	Line int
	Text string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", printable.Line(e.File), e.Line, e.Text)
}

// Load reads a trace: a file, or a folder with the file trace.txt. Edges come
// from the file named; else from dependence.txt beside the trace if it is there,
// unless gocheck has recorded the trace.
func Load(path, dependence string) (*Trace, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "trace.txt")
	}
	data, err := files.Read(path, files.Trace)
	if err != nil {
		return nil, fmt.Errorf("reading a trace: %w", err)
	}
	t, err := Parse(path, data)
	if err != nil {
		return nil, err
	}
	beside := dependence == ""
	if beside && t.Go {
		return t, nil // what lies beside is another's: gocheck writes no such file
	}
	if beside {
		dependence = filepath.Join(filepath.Dir(path), "dependence.txt")
	}
	data, err = files.Read(dependence, files.Trace)
	switch {
	case beside && errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, fmt.Errorf("reading the dependences of a trace: %w", err)
	}
	return t, t.AddEdges(dependence, data)
}

// Parse reads a trace from its text; file is its name, for messages.
func Parse(file string, data []byte) (*Trace, error) {
	t := &Trace{File: file, Objects: map[string]Object{}}
	number, ended := 0, 0
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		fail := func(format string, args ...any) error {
			return &Error{file, line, fmt.Sprintf(format, args...)}
		}
		text = strings.TrimSpace(text)
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
			continue
		case strings.HasPrefix(text, "End of trace"):
			ended = line
			continue
		case ended > 0:
			return nil, fail("an operation after \"End of trace\" on line %d: remove one of them", ended)
		}
		words := strings.Fields(text)
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 {
			return nil, fail("want a numbered operation, like: 12 READ tid:1 obj:x; have %s", short(text))
		}
		if n <= number {
			return nil, fail("operation %d after operation %d: the numbers must rise, as dependence.txt refers to them", n, number)
		}
		number = n
		if len(words) < 2 {
			return nil, fail("operation %d has no name: is the file cut off here?", n)
		}
		op := Op{Name: words[1], Number: n, Line: line, Task: -1}
		s, ok := grammar[op.Name]
		if !ok {
			return nil, fail("unknown operation %s: docs/trace-format.md lists those there are", short(op.Name))
		}
		for _, w := range words[2:] {
			key, value, ok := strings.Cut(w, ":")
			if !ok || !s.has(key) {
				return nil, fail("%s has no field %s; it is written: %s", op.Name, short(w), s.example(op.Name))
			}
			if slices.ContainsFunc(op.Args, func(a Arg) bool { return a.Key == key }) {
				return nil, fail("field %s twice", key)
			}
			if _, err := strconv.ParseInt(value, 10, 64); err != nil && slices.Contains(numbers, key) {
				return nil, fail("%s: want a number after %s:, have %s", op.Name, key, short(value))
			}
			op.Args = append(op.Args, Arg{key, value})
		}
		for _, key := range s.required {
			if !slices.ContainsFunc(op.Args, func(a Arg) bool { return a.Key == key }) {
				return nil, fail("%s without %s: — it is written: %s", op.Name, key, s.example(op.Name))
			}
		}
		for _, key := range append(slices.Clone(identities), s.task) {
			if key != "" && (key == s.task || slices.Contains(s.required, key)) && op.Get(key) == "" {
				return nil, fail("%s without a value of %s: — it is written: %s", op.Name, key, s.example(op.Name))
			}
		}
		t.Ops = append(t.Ops, op)
	}
	if len(t.Ops) == 0 {
		return nil, &Error{file, max(line, 1), "no operations: want lines like: 12 READ tid:1 obj:x"}
	}
	return t, t.assign()
}

// identities are the keys whose value may not be empty where they are
// required; what Android says of broadcasts may.
var identities = []string{"child-tid", "msg", "dest", "obj", "lock-obj", "notifiedTid", "kind", "chan", "wg", "cond", "once", "timer"}

func (s shape) has(key string) bool {
	return key == "at" || key == s.task || slices.Contains(s.required, key) || slices.Contains(s.optional, key)
}

// short cuts a text of the file, for a message on one line.
func short(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// AddEdges reads a dependence file: lines "src:25 dest:39", by number of
// operation.
func (t *Trace) AddEdges(file string, data []byte) error {
	t.Edged = true
	byNumber := make(map[int]int, len(t.Ops))
	for i := range t.Ops {
		byNumber[t.Ops[i].Number] = i
	}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		fail := func(format string, args ...any) error {
			return &Error{file, line, fmt.Sprintf(format, args...)}
		}
		words := strings.Fields(text)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) != 2 {
			return fail("want two numbers of operations, like: src:25 dest:39; have %s", short(strings.TrimSpace(text)))
		}
		var ends [2]int
		for i, key := range []string{"src:", "dest:"} {
			n, err := strconv.Atoi(strings.TrimPrefix(words[i], key))
			if err != nil || !strings.HasPrefix(words[i], key) {
				return fail("want %s and the number of an operation; have %s", key, short(words[i]))
			}
			at, ok := byNumber[n]
			if !ok {
				return fail("the trace has no operation %d", n)
			}
			if taskless(t.Ops[at].Name) {
				return fail("operation %d is %s, which no thread does: nothing can wait for it", n, t.Ops[at].Name)
			}
			ends[i] = at
		}
		if ends[0] >= ends[1] {
			return fail("operation %d is recorded before %d: it cannot have come after it", t.Ops[ends[1]].Number, t.Ops[ends[0]].Number)
		}
		t.Edges = append(t.Edges, Edge{ends[0], ends[1]})
	}
	return nil
}
