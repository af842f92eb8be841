package paths

import (
	"cmp"
	"os"
	"strconv"
	"strings"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/internal/environ"
)

// MkdirTemp is os.MkdirTemp, and ioutil.TempDir, with a name that is a function of the schedule,
// and always of one length. What an execution has left behind is removed at its end.
func MkdirTemp(s rt.Site, dir, pattern string) (string, error) {
	access.ConsultsPath(dir, s, false)
	name, err := temporary(dir, pattern, func(name string) error { return os.Mkdir(name, 0o700) })
	switch {
	case name == "" && err == nil:
		return os.MkdirTemp(dir, pattern)
	case err == nil:
		return name, nil
	case os.IsNotExist(err): // it says which folder there is none of, not which one it would have made
		if _, above := os.Stat(cmp.Or(dir, os.TempDir())); os.IsNotExist(above) {
			err = above
		}
	}
	return "", err
}

// CreateTemp is os.CreateTemp, and ioutil.TempFile in the same way.
func CreateTemp(s rt.Site, dir, pattern string) (f *os.File, err error) {
	access.ConsultsPath(dir, s, false)
	name, err := temporary(dir, pattern, func(name string) error {
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		return err
	})
	if name == "" && err == nil {
		return os.CreateTemp(dir, pattern)
	}
	return f, err
}

// temporary makes what has a name after a pattern. Other processes explore the same test:
// where they have that name it is another one of the same length. The name is empty if no
// task calls, or package os is to say what is wrong.
func temporary(dir, pattern string, create func(name string) error) (string, error) {
	v, ok := rt.Arbitrary()
	if !ok || strings.ContainsRune(pattern, os.PathSeparator) {
		return "", nil
	}
	if dir == "" {
		environ.Asks("TMPDIR")
		dir = os.TempDir()
	}
	prefix, suffix := pattern, ""
	if star := strings.LastIndexByte(pattern, '*'); star >= 0 {
		prefix, suffix = pattern[:star], pattern[star+1:]
	}
	if !os.IsPathSeparator(dir[len(dir)-1]) {
		dir += string(os.PathSeparator)
	}
	const tries = 10000
	for try := range uint64(tries) {
		number := strconv.FormatUint(1e9+(v+try)%9e9, 10)
		name := dir + prefix + number + suffix
		err := create(name)
		if os.IsExist(err) && try+1 < tries {
			continue
		}
		if err == nil {
			rt.Environment().Temporary(name)
		}
		return name, err
	}
	return "", nil
}
