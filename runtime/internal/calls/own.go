package calls

import (
	"runtime"
	"strings"
)

const (
	// Machine begins the names of package runtime's functions.
	Machine = "gocheck.dev/runtime."
	beside  = "gocheck.dev/runtime/" // the packages beside it, and beneath
	checker = "gocheck.dev/checker"  // it and the packages below it have the schedulers

	// pulledBottom has called an iterator that runs in a coroutine.
	pulledBottom = Machine + "(*pulled).run"
)

// Those of gocheck's that have called a task's function, a test's and an example's.
const (
	TaskBottom    = Machine + "(*coroutine).run"
	TestBottom    = Machine + "(*RunningTest).run"
	ExampleBottom = beside + "access/pipes.runExample"
)

// Bottom says whether a function is the outermost of a task's stack that is gocheck's.
func Bottom(function string) bool { return function == TaskBottom || function == pulledBottom }

// IsOwn says whether a function belongs to package runtime or to one beside it.
func IsOwn(function string) bool {
	return strings.HasPrefix(function, Machine) || strings.HasPrefix(function, beside)
}

// IsOwnCall says it of a call: tests of these packages are programs under test. A function
// literal of an inlined function has the name of whoever calls that one: its file tells.
func IsOwnCall(function, file string) bool {
	return (IsOwn(function) || strings.HasPrefix(file, ownFiles)) && !strings.Contains(file, "_test.go")
}

// ownFiles begins the names of the files of package runtime and those beneath.
var ownFiles = func() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "internal/calls/own.go")
}()
