package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"gocheck.dev/internal/printable"
)

// How much is read of a file of each kind. What gocheck writes itself is smaller by
// far, but for what the user has asked for: many steps, much memory.
const (
	Schedule   = 64 << 20
	Trace      = 256 << 20
	Checkpoint = 1 << 30
	Part       = 16 << 30 // of a checkpoint; it is hashed, not kept
	Source     = 16 << 20
	Module     = 4 << 20 // go.mod, go.work, the go command's own settings
)

// Opened is told of each file that is about to be opened, by the name it is opened
// with. Tests set it, to see what is.
var Opened func(path string)

// Read reads a regular file of at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return all(f, path, most)
}

// Open opens a regular file of at most so many bytes.
func Open(path string, most int64) (*os.File, error) {
	// Before it is opened: to open some devices is to do something.
	info, err := os.Stat(path)
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			at.Op, at.Path = "open", printable.Line(at.Path)
		}
		return nil, err
	}
	if err := allowed(path, info, most); err != nil {
		return nil, err
	}
	if Opened != nil {
		Opened(path)
	}
	f, err := os.OpenFile(path, how, 0)
	return checked(f, err, path, most)
}

// how a file is opened: one that has become a pipe since is not waited for.
const how = os.O_RDONLY | syscall.O_NONBLOCK

// checked looks again at what has been opened: it may be another file by now.
func checked(f *os.File, err error, path string, most int64) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = allowed(path, info, most)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// allowed says why a file is not read.
func allowed(path string, info fs.FileInfo, most int64) error {
	switch path := printable.Line(path); {
	case info.IsDir():
		return fmt.Errorf("%s is a folder, not a file", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file: pipes and devices are not read", path)
	case info.Size() > most:
		return tooLarge(path, most)
	}
	return nil
}

func tooLarge(path string, most int64) error {
	return fmt.Errorf("%s is larger than %d MiB, which is as much as gocheck reads of such a file", printable.Line(path), most>>20)
}

// all reads a file that may grow meanwhile.
func all(f *os.File, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) > most:
		return nil, tooLarge(path, most)
	}
	return data, nil
}
