package calls

import "strings"

const (
	// Machine begins the names of package runtime's functions.
	Machine = "gocheck.dev/runtime."
	beside  = "gocheck.dev/runtime/" // the packages beside it, and beneath
	checker = "gocheck.dev/checker"  // it and the packages below it have the schedulers

	// taskBottom has called a task's function, pulledBottom an iterator that runs in a coroutine.
	taskBottom   = Machine + "(*coroutine).run"
	pulledBottom = Machine + "(*pulled).run"
	testBottom   = Machine + "(*theTest).run" // has called a test's function
)

// Bottom says whether a function is the outermost of a task's stack that is gocheck's.
func Bottom(function string) bool { return function == taskBottom || function == pulledBottom }

// IsOwn says whether a function belongs to package runtime or to one beside it.
func IsOwn(function string) bool {
	return strings.HasPrefix(function, Machine) || strings.HasPrefix(function, beside)
}

// IsOwnCall says it of a call: tests of these packages are programs under test.
func IsOwnCall(function, file string) bool {
	return IsOwn(function) && !strings.Contains(file, "_test.go")
}
