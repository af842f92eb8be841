package environ

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A file at a path that other executions know, too, as other processes make them at the same time,
// is made in a directory of this execution. Who asks for the path is sent there, as long as it is.

// Private says whether a path is in a directory that this execution has made.
func (e *State) Private(path string) bool {
	abs, err := placed(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(e.Temporaries(), func(dir string) bool {
		if place, err := placed(dir); err == nil {
			dir = place
		}
		return isBeneath(abs, dir)
	})
}

// placed is a path that says which file it is: no links lead there.
func placed(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	return path, nil
}

func isBeneath(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && len(rest) > 1 && os.IsPathSeparator(rest[0])
}

// Apart makes room for the file at a path.
func (e *State) Apart(path string) (at string, err error) {
	path, err = placed(path)
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
	abs, err := placed(path)
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

// Follows is At of the file that links lead to.
func (e *State) Follows(path string) string {
	const longest = 40 // as the kernel follows them
	for range longest {
		at := e.At(path)
		text, err := os.Readlink(at)
		if err != nil {
			return at
		}
		if !filepath.IsAbs(text) {
			text = filepath.Join(filepath.Dir(path), text)
		}
		path = text
	}
	return path
}

// To is where a call puts a file that was at another place: away from other executions if it is a
// socket's, or a link to one.
func (e *State) To(from, path string) (string, error) {
	at := e.At(path)
	if e == nil || at != path || e.Private(path) || !isThere(filepath.Dir(path)) {
		return at, nil
	}
	if f, err := os.Stat(e.Follows(from)); err != nil || f.Mode().Type() != fs.ModeSocket {
		return at, nil
	}
	return e.Apart(path)
}

// Beneath are the paths beneath a directory of files that are elsewhere, in order.
func (e *State) Beneath(dir string) []string {
	if e == nil || len(e.apart) == 0 {
		return nil
	}
	dir, err := placed(dir)
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	var all []string
	for path := range e.apart {
		if isBeneath(path, dir) && e.At(path) != path {
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}

// Holds says that the file at a path is elsewhere, or some that are beneath it.
func (e *State) Holds(path string) bool { return e.At(path) != path || len(e.Beneath(path)) > 0 }

// Empties says why a directory cannot be removed: nil, as far as files that are elsewhere go.
func (e *State) Empties(dir string) error {
	if len(e.Beneath(dir)) > 0 {
		return &fs.PathError{Op: "remove", Path: dir, Err: syscall.ENOTEMPTY}
	}
	return nil
}

// Named is the path of the file that is at a place, the opposite of At.
func (e *State) Named(at string) string {
	if e != nil {
		for path, place := range e.apart {
			if place == at {
				return path
			}
		}
	}
	return at
}
