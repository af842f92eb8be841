package runtime

import "gocheck.dev/runtime/internal/environ"

// What a test does to the process is undone at the end of its execution.

// KeepVar notes a variable of the environment before it is changed.
func KeepVar(key string) {
	if t := current(); t != nil {
		t.x.env.KeepVar(key)
	}
}

// KeepDir notes the working directory before it is changed.
func KeepDir() {
	if t := current(); t != nil {
		t.x.env.KeepDir()
	}
}

// Temporary has a file or directory removed when the execution of the calling task is
// over, if it is still there then: the next one makes it again.
func Temporary(name string) {
	if t := current(); t != nil {
		t.x.env.Temporary(name)
	}
}

// Temporaries are those of the execution that are there.
func Temporaries() []string {
	if t := current(); t != nil {
		return t.x.env.Temporaries()
	}
	return nil
}

// ResetFlags says that the package uses flags.
func ResetFlags() { environ.UseFlags() }

// Alone says that what the caller does behind the standard library matters to no other task.
func Alone() bool {
	t := current()
	return t == nil || t.x.alone
}
