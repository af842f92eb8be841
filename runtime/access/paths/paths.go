package paths

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// consults announces that what is at a path is looked at or changed.
func consults(path string, s rt.Site, does string, change bool) {
	rt.Saying(func() string { return does })
	access.ConsultsPath(path, s, change)
}

func looksAt(path string, s rt.Site) string {
	consults(path, s, "look at "+filepath.Base(path), false)
	return rt.Environment().At(path)
}

// Remove is os.Remove.
func Remove(s rt.Site, path string) error {
	consults(path, s, "remove "+filepath.Base(path), true)
	if err := rt.Environment().Empties(path); err != nil {
		return err
	}
	return os.Remove(rt.Environment().At(path))
}

// Rename is os.Rename.
func Rename(s rt.Site, from, to string) error {
	does := "rename " + filepath.Base(from) + " to " + filepath.Base(to)
	consults(from, s, wire.Aside+does, true)
	return moves(s, does, from, to, from, func(to string) error {
		controlled(s, "os.Rename of a directory", from)
		return os.Rename(rt.Environment().At(from), to)
	})
}

// Link is os.Link.
func Link(s rt.Site, from, to string) error {
	does := "link " + filepath.Base(from) + " as " + filepath.Base(to)
	consults(from, s, wire.Aside+does, false)
	return moves(s, does, from, to, from, func(to string) error { return os.Link(rt.Environment().At(from), to) })
}

// Symlink is os.Symlink. A link to a file that is elsewhere leads there.
func Symlink(s rt.Site, text, to string) error {
	from := text
	if !filepath.IsAbs(from) {
		from = filepath.Join(filepath.Dir(to), text)
	}
	return moves(s, "link "+text+" as "+filepath.Base(to), text, to, from, func(to string) error {
		if at := rt.Environment().At(from); at != from {
			return os.Symlink(at, to)
		}
		return os.Symlink(text, to)
	})
}

// moves announces what is done to a path, and calls what puts the file there that is at another
// one, named as said. Its error is in the program's words.
func moves(s rt.Site, does, said, to, from string, by func(to string) error) error {
	consults(to, s, does, true)
	at, err := rt.Environment().To(from, to)
	if err == nil {
		err = by(at)
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		link.Old, link.New = said, to
	}
	return err
}

// Open is os.Open.
func Open(s rt.Site, path string) (*os.File, error) {
	at := looksAt(path, s)
	controlled(s, "os.Open of a directory", path)
	return os.Open(at)
}

// Readlink is os.Readlink.
func Readlink(s rt.Site, path string) (string, error) {
	rt.Environment().Logs("readlink", path)
	to, err := os.Readlink(looksAt(path, s))
	return rt.Environment().Named(to), err
}

// EvalSymlinks is filepath.EvalSymlinks.
func EvalSymlinks(s rt.Site, path string) (string, error) {
	to, err := filepath.EvalSymlinks(looksAt(path, s))
	return rt.Environment().Named(to), err
}

// ReadDir is os.ReadDir.
func ReadDir(s rt.Site, dir string) ([]os.DirEntry, error) {
	all, err := os.ReadDir(looksAt(dir, s))
	for _, path := range beneath(dir) {
		if f, err := os.Lstat(rt.Environment().At(path)); err == nil {
			i, is := slices.BinarySearchFunc(all, f.Name(), func(e os.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
			if is {
				all = slices.Delete(all, i, i+1)
			}
			all = slices.Insert(all, i, fs.FileInfoToDirEntry(f))
		}
	}
	return all, err
}

// ReadInfos is ioutil.ReadDir.
func ReadInfos(s rt.Site, dir string) ([]fs.FileInfo, error) {
	all, err := ReadDir(s, dir)
	if err != nil {
		return nil, err
	}
	infos := make([]fs.FileInfo, len(all))
	for i, e := range all {
		if infos[i], err = e.Info(); err != nil {
			return nil, err
		}
	}
	return infos, nil
}

// beneath are the paths in a directory of files that are elsewhere.
func beneath(dir string) []string {
	all := rt.Environment().Beneath(dir)
	return slices.DeleteFunc(all, func(path string) bool {
		a, err := os.Stat(filepath.Dir(path))
		b, err2 := os.Stat(dir)
		return err != nil || err2 != nil || !os.SameFile(a, b)
	})
}

// Glob is filepath.Glob.
func Glob(s rt.Site, pattern string) ([]string, error) {
	all, err := filepath.Glob(looksAt(pattern, s))
	if err != nil {
		return nil, err
	}
	for _, path := range rt.Environment().Beneath("/") {
		if !filepath.IsAbs(pattern) {
			path = relative(path)
		}
		if is, _ := filepath.Match(filepath.Clean(pattern), path); is && !slices.Contains(all, path) {
			all = append(all, path)
			slices.SortFunc(all, func(a, b string) int {
				return slices.Compare(strings.Split(a, string(filepath.Separator)), strings.Split(b, string(filepath.Separator)))
			})
		}
	}
	return all, nil
}

func relative(path string) string {
	if dir, err := filepath.Abs("."); err == nil {
		if rest, err := filepath.Rel(dir, path); err == nil {
			return rest
		}
	}
	return path
}

// Walk is filepath.Walk.
func Walk(s rt.Site, root string, f filepath.WalkFunc) error {
	looksAt(root, s)
	controlled(s, "filepath.Walk of a directory", root)
	return filepath.Walk(root, f)
}

// WalkDir is filepath.WalkDir.
func WalkDir(s rt.Site, root string, f fs.WalkDirFunc) error {
	looksAt(root, s)
	controlled(s, "filepath.WalkDir of a directory", root)
	return filepath.WalkDir(root, f)
}

// controlled says that something is outside of control if files beneath a directory are elsewhere.
func controlled(s rt.Site, what, dir string) {
	if len(rt.Environment().Beneath(dir)) > 0 {
		rt.Unsupported(s, what+" with the file of a unix socket")
	}
}
