package environ

import (
	"os"
	"strings"
	"unicode"
)

// State is what an execution has changed.
type State struct {
	vars map[string]*string // as they were; nil: not there
	dir  string             // the working directory as it was, if changed

	temp map[string]string // temporary directories by test: the same in each execution
	made []string          // those that are there

	apart map[string]string // by absolute path: see apart.go
}

// TempDir makes the temporary directory of a test. Its name is a function of
// the trace, since programs sort, hash and print it.
func (e *State) TempDir(test string) (dir string, err error) {
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

// Temporary has a file or directory removed at the end, if it is still there then: the next
// execution makes it again.
func (e *State) Temporary(name string) {
	if e != nil {
		e.made = append(e.made, name)
	}
}

// Temporaries are the files and directories that are removed at the end.
func (e *State) Temporaries() []string {
	if e == nil {
		return nil
	}
	return e.made
}

// KeepVar notes a variable before it is changed.
func (e *State) KeepVar(key string) {
	if e == nil {
		return
	}
	if e.vars == nil {
		e.vars = make(map[string]*string)
	}
	if _, known := e.vars[key]; known {
		return
	}
	if v, ok := os.LookupEnv(key); ok {
		e.vars[key] = &v
	} else {
		e.vars[key] = nil
	}
}

// KeepDir notes the working directory before it is changed.
func (e *State) KeepDir() {
	if e != nil && e.dir == "" {
		e.dir, _ = os.Getwd()
	}
}

// Restore undoes what has been noted.
func (e *State) Restore() {
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
	empties()
	clear(e.apart)
	if e.dir != "" {
		os.Chdir(e.dir)
		e.dir = ""
	}
}

// Logs has the log of what is read (wire.Reads) say what package os does not say: a variable of the
// environment may be asked for under any name, and none begins like these words. It
// returns "".
func (*State) Logs(words ...string) string { return os.Getenv("=" + strings.Join(words, " ")) }
