package environ

import (
	"os"
	"path/filepath"
)

// A file at a path that other executions know, too, as other processes make them at the same time,
// is made in a directory of this execution. Who asks for the path is sent there, as long as it is.

// Apart makes room for the file at a path.
func (e *State) Apart(path string) (at string, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "gocheck")
	if err != nil {
		return "", err
	}
	e.Temporary(dir)
	if e.apart == nil {
		e.apart = make(map[string]string)
	}
	e.apart[path] = filepath.Join(dir, filepath.Base(path))
	return e.apart[path], nil
}

// At is where the file at a path is.
func (e *State) At(path string) string {
	if e == nil || len(e.apart) == 0 {
		return path
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	switch at, ok := e.apart[abs]; {
	case !ok:
		return path
	case isThere(at) && isThere(filepath.Dir(abs)):
		return at
	}
	delete(e.apart, abs)
	return path
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
