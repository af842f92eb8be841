package paths

import (
	"errors"
	"path/filepath"
	"syscall"

	rt "gocheck.dev/runtime"
)

// What package syscall does to paths is what package os does, with errors of its own.

// SyscallRename is syscall.Rename.
func SyscallRename(s rt.Site, from, to string) error { return bare(Rename(s, from, to)) }

// SyscallLink is syscall.Link.
func SyscallLink(s rt.Site, from, to string) error { return bare(Link(s, from, to)) }

// SyscallSymlink is syscall.Symlink.
func SyscallSymlink(s rt.Site, text, to string) error { return bare(Symlink(s, text, to)) }

// SyscallRmdir is syscall.Rmdir.
func SyscallRmdir(s rt.Site, path string) error {
	consults(path, s, "remove "+filepath.Base(path), true)
	if err := rt.Environment().Empties(path); err != nil {
		return bare(err)
	}
	return syscall.Rmdir(rt.Environment().At(path))
}

// bare is the system's error, without what package os says of it.
func bare(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}
