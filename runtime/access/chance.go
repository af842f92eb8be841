package access

import (
	"cmp"
	"os"
	"strconv"
	"strings"

	rt "gocheck.dev/runtime"
)

// Chance that is not math/rand's: made a function of the schedule where that can be, and
// named where it can not.

// Drawn is f, a function of the Go runtime's that the program has got at by a linkname:
// in an execution one that draws from the source of the task that calls it.
func Drawn[F any](f F) F {
	if !rt.Controlled() {
		return f
	}
	var drawn any
	switch any(f).(type) {
	case func() uint32:
		drawn = func() uint32 { return uint32(draw()) }
	case func() uint64:
		drawn = draw
	case func() uint:
		drawn = func() uint { return uint(draw()) }
	case func() int64:
		drawn = func() int64 { return int64(draw()) }
	case func() int:
		drawn = func() int { return int(draw()) }
	case func(uint32) uint32:
		drawn = func(n uint32) uint32 {
			return below(n, func(n uint32) uint32 { return uint32(uint64(uint32(draw())) * uint64(n) >> 32) })
		}
	case func(uint) uint:
		drawn = func(n uint) uint {
			return below(n, func(n uint) uint { return uint(draw() % max(uint64(n), 1)) })
		}
	default:
		return f
	}
	return drawn.(F)
}

// Clock is f, a clock of the Go runtime's that the program has got at by a linkname: in an
// execution that of the task that reads it.
func Clock[F any](s rt.Site, f F) F {
	if !rt.Controlled() {
		return f
	}
	var read any
	switch any(f).(type) {
	case func() int64:
		read = func() int64 { return rt.TimeNow(s).UnixNano() }
	case func() (int64, int32):
		read = func() (int64, int32) { now := rt.TimeNow(s); return now.Unix(), int32(now.Nanosecond()) }
	case func() (int64, int32, int64):
		read = func() (int64, int32, int64) {
			now := rt.TimeNow(s)
			return now.Unix(), int32(now.Nanosecond()), now.UnixNano()
		}
	default:
		return f
	}
	return read.(F)
}

func draw() uint64 {
	v, _ := rt.Random()
	return v
}

// DependsOn is f, whose results do not depend on the schedule alone: it is noted that the
// test asks for them.
func DependsOn[F any](s rt.Site, what string, f F) F {
	rt.Environment().Logs(what)
	rt.Depends(s, what)
	return f
}

// OSMkdirTemp is os.MkdirTemp, with a name that is a function of the schedule, and always
// of one length. What an execution has left behind is removed at its end.
func OSMkdirTemp(s rt.Site, dir, pattern string) (string, error) {
	ConsultsPath(dir, s, false)
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

// IoutilTempDir is ioutil.TempDir.
func IoutilTempDir(s rt.Site, dir, pattern string) (string, error) {
	return OSMkdirTemp(s, dir, pattern)
}

// IoutilTempFile is ioutil.TempFile.
func IoutilTempFile(s rt.Site, dir, pattern string) (*os.File, error) {
	return OSCreateTemp(s, dir, pattern)
}

// OSCreateTemp is os.CreateTemp in the same way.
func OSCreateTemp(s rt.Site, dir, pattern string) (f *os.File, err error) {
	ConsultsPath(dir, s, false)
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
