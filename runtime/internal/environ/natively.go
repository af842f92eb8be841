package environ

import (
	"flag"
	"os"
	"strings"
)

// The user's TestMain is called natively before it is called in each execution, and changes the
// process there, too: its second call would find its flags defined, its variables set, and would
// come to another directory by a relative path.

// before is what the process is when TestMain is called natively.
var before struct {
	vars, flags map[string]string // of flags the names only
	dir         string
	undone      bool // it is that again, for the executions
}

// NoteBefore notes what the process is.
func NoteBefore() {
	before.vars, before.flags = variables(), names()
	before.dir, _ = os.Getwd()
}

// InMain says whether TestMain is called natively now, MainUndone whether what it has done then is
// to be undone.
func InMain() bool     { return before.vars != nil && !before.undone }
func MainUndone() bool { return before.undone }

// UndoMain has the process be as before. The function that it returns has it be again as TestMain
// has left it, which is to go on then.
func UndoMain() (redo func()) {
	vars := variables()
	dir, _ := os.Getwd()
	become(before.vars, before.dir)
	before.undone = true
	ofMain = names()
	for name := range before.flags {
		delete(ofMain, name)
	}
	return func() { become(vars, dir) }
}

// become gives the process those variables of the environment, and that directory.
func become(vars map[string]string, dir string) {
	now := variables()
	for key := range now {
		if _, ok := vars[key]; !ok {
			os.Unsetenv(key)
		}
	}
	for key, v := range vars {
		if had, ok := now[key]; !ok || had != v {
			os.Setenv(key, v)
		}
	}
	if at, err := os.Getwd(); err != nil || at != dir {
		os.Chdir(dir)
	}
}

// variables are those of the environment.
func variables() map[string]string {
	all := make(map[string]string)
	for _, v := range os.Environ() {
		if key, value, ok := strings.Cut(v, "="); ok && key != "" {
			all[key] = value
		}
	}
	return all
}

// names are those of the flags that are defined.
func names() map[string]string {
	all := make(map[string]string)
	flag.VisitAll(func(f *flag.Flag) { all[f.Name] = "" })
	return all
}
