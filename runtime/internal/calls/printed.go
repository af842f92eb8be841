package calls

import (
	"iter"
	"reflect"
	"runtime"
	"strings"
)

// Stacks as package runtime of the standard library prints them.

// A Goroutine is one as runtime.Stack prints it.
type Goroutine struct{ ID, State, Calls string }

// Goroutines are all that there are.
func Goroutines() []Goroutine {
	var all []Goroutine
	for g := range strings.SplitSeq(string(allStacks()), "\n\n") {
		head, calls, _ := strings.Cut(g, "\n")
		id, state, _ := strings.Cut(strings.TrimPrefix(head, "goroutine "), " [")
		state, _, _ = strings.Cut(state, "]")
		state, _, _ = strings.Cut(state, ",") // how long
		all = append(all, Goroutine{id, state, calls})
	}
	return all
}

// allStacks prints the stacks of all goroutines.
func allStacks() []byte {
	for buf := make([]byte, 64<<10); ; buf = make([]byte, 2*len(buf)) {
		if n := runtime.Stack(buf, true); n < len(buf) || len(buf) >= 64<<20 {
			return buf[:n]
		}
	}
}

// Creator is the function that started the goroutine, and where: the stack's
// last call. The main goroutine has none.
func (g *Goroutine) Creator() (function, at string) {
	i := strings.LastIndex(g.Calls, "\ncreated by ")
	if i < 0 {
		return "", ""
	}
	function, at, _ = strings.Cut(g.Calls[i+len("\ncreated by "):], "\n")
	function, _, _ = strings.Cut(function, " in goroutine ")
	at, _, _ = strings.Cut(strings.TrimSpace(at), " +0x")
	return function, at
}

// PackageOf is the import path of a function, as stacks print it:
// "example.com/p%2ev2.(*T).run" is of "example.com/p.v2".
func PackageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if bracket := strings.IndexByte(function, '['); bracket >= 0 && bracket < slash {
		slash = strings.LastIndexByte(function[:bracket], '/') + 1
	}
	name, _, _ := strings.Cut(function[slash:], ".")
	return strings.ReplaceAll(function[:slash]+name, "%2e", ".")
}

// RunningTask finds the goroutine of the task that runs, and says in which
// state it is and what it has called.
func RunningTask() (state, calls string) {
	for _, g := range Goroutines() {
		if g.State == "coroutine" || !strings.Contains(g.Calls, TaskBottom+"(") && !strings.Contains(g.Calls, pulledBottom+"(") {
			continue
		}
		return g.State, g.Calls
	}
	return "", ""
}

// UserFrame is the position of the innermost call of a printed stack that is
// neither the standard library's nor gocheck's.
func UserFrame(calls string) string {
	for function, file := range frames(calls) {
		if !IsOwnCall(function, file) && !strings.HasPrefix(function, "gocheck.dev.") {
			return file
		}
	}
	return ""
}

// Scheduling says whether the innermost call of a printed stack that is neither the
// standard library's nor package runtime's is the checker's.
func Scheduling(calls string) bool {
	for function := range frames(calls) {
		if !IsOwn(function) {
			return strings.HasPrefix(function, checker)
		}
	}
	return false
}

// frames yields the calls of a printed stack, the innermost one first, without those
// of the standard library.
func frames(calls string) iter.Seq2[string, string] {
	return func(yield func(function, file string) bool) {
		lines := strings.Split(calls, "\n")
		for i := 0; i+1 < len(lines); i += 2 {
			function, file := lines[i], strings.TrimSpace(lines[i+1])
			if at := strings.LastIndex(file, " +0x"); at >= 0 {
				file = file[:at]
			}
			if !Standard(file) && !yield(function, file) {
				return
			}
		}
	}
}

// standardRoot is where the standard library's files lay when the binary was
// built. runtime.GOROOT does not know: a user may have moved it since.
var standardRoot = func() string {
	f := runtime.FuncForPC(reflect.ValueOf(strings.Index).Pointer())
	file, _ := f.FileLine(f.Entry())
	root, _, _ := strings.Cut(file, "/strings/")
	return root + "/"
}()
