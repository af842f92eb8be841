package stacks

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// A stack as text has numbers in it that change from one execution to the next:
// of goroutines, and the words of arguments, addresses most of them. Programs
// keep such texts, search them and go through them byte by byte. So they get
// one that is a function of the trace: the goroutine has the number of its
// task, every call's arguments are "...", and what gocheck has called is not
// there.

// DebugStack is debug.Stack.
func DebugStack() []byte {
	if number, ok := rt.Number(); ok {
		return steady(debug.Stack(), number)
	}
	return debug.Stack()
}

// Stack is runtime.Stack.
func Stack(s rt.Site, buf []byte, all bool) int {
	if all {
		if there, ok := rt.Goroutines(s, false); ok {
			return copy(buf, stacks(there))
		}
		return runtime.Stack(buf, true)
	}
	if number, ok := rt.Number(); ok {
		full := debug.Stack()
		// debug.Stack is the first frame, of two lines after that of the goroutine.
		if lines := bytes.SplitAfterN(full, []byte("\n"), 4); len(lines) == 4 {
			full = append(lines[0], lines[3]...)
		}
		return copy(buf, steady(full, number))
	}
	return runtime.Stack(buf, false)
}

// StackAtRest is runtime.Stack for what looks for leaked goroutines.
func StackAtRest(s rt.Site, buf []byte, all bool) int {
	if all {
		if there, ok := rt.Goroutines(s, true); ok {
			return copy(buf, stacks(there))
		}
	}
	return Stack(s, buf, all)
}

// Where the stacks of a task and of TestMain begin, and whose frames are not the program's.
const (
	taskBegins    = calls.TaskBottom + "("
	exampleBegins = calls.ExampleBottom + "("
	mainBegins    = calls.Machine + "runMain."
)

// steady is the stack of the task of a number, as debug.Stack has it, without
// what changes. It consists of the goroutine's line and of two lines for each
// frame; the second begins with a tab and has the file.
func steady(stack []byte, number uint64) []byte {
	var out, call []byte
	for line := range bytes.Lines(stack) {
		switch {
		case bytes.HasPrefix(line, []byte("goroutine ")):
			out = fmt.Appendf(out, "goroutine %d %s", number, line[bytes.IndexByte(line, '['):])
		case bytes.HasPrefix(line, []byte(taskBegins)), bytes.HasPrefix(line, []byte(mainBegins)), bytes.HasPrefix(line, []byte(exampleBegins)):
			return out
		case line[0] == '\t':
			function, _, _ := bytes.Cut(call, []byte("("))
			file, _, _ := bytes.Cut(line[1:], []byte(".go:"))
			if !calls.IsOwnCall(string(function), string(file)+".go") {
				out = append(append(out, call...), line...)
			}
		case bytes.HasPrefix(line, []byte("created by ")): // an iterator's, by iter.Pull
			by, _, _ := bytes.Cut(line, []byte(" in goroutine "))
			call = fmt.Appendf(nil, "%s in goroutine %d\n", by, number)
		default:
			call = line
			if open := bytes.LastIndexByte(line, '('); open >= 0 && bytes.HasSuffix(line, []byte(")\n")) && !bytes.HasSuffix(line, []byte("()\n")) {
				call = append(line[:open:open], "(...)\n"...)
			}
		}
	}
	return out
}
