package runtime

import (
	"os"
	"strings"
	"unicode"
)

// What a test does to the process is undone at the end of its execution: environment,
// working directory and temporary directories here, variables of the standard library by
// the packages that assign to them (RegisterRestore).

// environment is what the execution has changed.
type environment struct {
	vars map[string]*string // as they were; nil: not there
	dir  string             // the working directory as it was, if changed

	temp map[string]string // temporary directories by test: the same in each execution
	made []string          // those that are there
}

// tempDir makes the temporary directory of a test. Its name is a function of
// the trace, since programs sort, hash and print it.
func (e *environment) tempDir(test string) (dir string, err error) {
	if dir = e.temp[test]; dir != "" {
		err = os.Mkdir(dir, 0o700)
	} else {
		// As package testing names it: programs look for files in it by patterns.
		pattern := strings.Map(func(c rune) rune {
			if unicode.IsLetter(c) || unicode.IsNumber(c) || strings.ContainsRune("!#$%&()+,-.=@^_{}~ ", c) {
				return c
			}
			return -1
		}, test[:min(len(test), 64)])
		dir, err = os.MkdirTemp(os.Getenv("GOTMPDIR"), pattern)
	}
	if err != nil {
		return "", err
	}
	if e.temp == nil {
		e.temp = make(map[string]string)
	}
	e.temp[test] = dir
	e.made = append(e.made, dir)
	return dir, nil
}

// Temporary has a file or directory removed when the execution of the calling task is
// over, if it is still there then: the next one makes it again.
func Temporary(name string) {
	if t := current(); t != nil {
		t.x.env.made = append(t.x.env.made, name)
	}
}

// keepVar notes a variable before it is changed.
func (x *Execution) keepVar(key string) {
	if x.env.vars == nil {
		x.env.vars = make(map[string]*string)
	}
	if _, known := x.env.vars[key]; known {
		return
	}
	if v, ok := os.LookupEnv(key); ok {
		x.env.vars[key] = &v
	} else {
		x.env.vars[key] = nil
	}
}

// keepDir notes the working directory before it is changed.
func (x *Execution) keepDir() {
	if x.env.dir == "" {
		x.env.dir, _ = os.Getwd()
	}
}

// restore undoes what has been noted.
func (e *environment) restore() {
	for key, v := range e.vars {
		if v == nil {
			os.Unsetenv(key)
		} else {
			os.Setenv(key, *v)
		}
	}
	clear(e.vars)
	for _, dir := range e.made {
		os.RemoveAll(dir) // for a test that did not come to its cleanups
	}
	e.made = e.made[:0]
	if e.dir != "" {
		os.Chdir(e.dir)
		e.dir = ""
	}
}

// OSSetenv is os.Setenv.
func OSSetenv(s Site, key, value string) error {
	ConsultsVar(key, s, true)
	if t := current(); t != nil {
		t.x.keepVar(key)
	}
	return os.Setenv(key, value)
}

// OSUnsetenv is os.Unsetenv.
func OSUnsetenv(s Site, key string) error {
	ConsultsVar(key, s, true)
	if t := current(); t != nil {
		t.x.keepVar(key)
	}
	return os.Unsetenv(key)
}

// OSClearenv is os.Clearenv.
func OSClearenv(s Site) {
	ConsultsVar("", s, true)
	if t := current(); t != nil {
		for _, v := range os.Environ() {
			// On Windows there are variables like "=C:".
			for i := 1; i < len(v); i++ {
				if v[i] == '=' {
					t.x.keepVar(v[:i])
					break
				}
			}
		}
	}
	os.Clearenv()
}

// OSChdir is os.Chdir.
func OSChdir(s Site, dir string) error {
	ConsultsDirectory(s, true)
	if t := current(); t != nil {
		t.x.keepDir()
	}
	return os.Chdir(dir)
}
