//go:build unix

package sockets

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What package syscall does to the file of a socket at a path that other processes know, too, is as
// what package os does.
func TestFixedSyscalls(t *testing.T) {
	path, other := fixed(t, "called"), fixed(t, "called2")
	private := filepath.Join(t.TempDir(), "s")
	l := listens(t, path)
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	defer l.Close()
	from := path
	for _, to := range []string{private, path, other, path, private, other} {
		is(t, syscall.Rename(from, to), nil, "")
		reaches(t, l, to)
		_, err := os.Lstat(from)
		is(t, err, fs.ErrNotExist, "")
		from = to
	}
	is(t, syscall.Rename(path, other), syscall.ENOENT, "no such file or directory")
	is(t, syscall.Link(other, path), nil, "")
	reaches(t, l, path)
	is(t, syscall.Link(other, path), syscall.EEXIST, "file exists")
	is(t, syscall.Unlink(path), nil, "")
	reaches(t, l, other)
	is(t, syscall.Symlink(other, path), nil, "")
	reaches(t, l, path)
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFSOCK {
		t.Error(st.Mode, err)
	}
	if err := syscall.Lstat(path, &st); err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFLNK {
		t.Error(st.Mode, err)
	}
	is(t, syscall.Access(other, 2), nil, "")
	is(t, syscall.Unlink(path), nil, "")
	is(t, syscall.Unlink(other), nil, "")
	is(t, syscall.Unlink(other), syscall.ENOENT, "no such file or directory")
	m := listens(t, other)
	reaches(t, m, other)
	m.Close()
}

func TestFixedDirectory(t *testing.T) {
	dir := fixed(t, "inside")
	is(t, syscall.Mkdir(dir, 0o700), nil, "")
	l := listens(t, filepath.Join(dir, "s"))
	is(t, syscall.Rmdir(dir), syscall.ENOTEMPTY, "directory not empty")
	l.Close()
	is(t, syscall.Rmdir(dir), nil, "")
}

// A path that leads through links is where they lead, also for one that is not there yet.
func TestFixedThrough(t *testing.T) {
	path, dir := fixed(t, "through"), filepath.Join(t.TempDir(), "d")
	is(t, os.Symlink(os.TempDir(), dir), nil, "")
	within := filepath.Join(dir, filepath.Base(path))
	l := listens(t, within)
	reaches(t, l, path)
	_, err := net.Listen("unix", path)
	is(t, err, syscall.EADDRINUSE, "")
	_, err = net.Listen("unix", within)
	is(t, err, syscall.EADDRINUSE, "")
	l.Close()
	l = listens(t, path)
	reaches(t, l, within)
	l.Close()

	beside := filepath.Join(t.TempDir(), "l")
	is(t, os.Symlink(path, beside), nil, "") // leads to nothing: no socket is made there
	_, err = net.Listen("unix", beside)
	is(t, err, syscall.EADDRINUSE, "")
	link := fixed(t, "through2")
	is(t, os.Symlink(path, link), nil, "")
	_, err = net.Listen("unix", link)
	is(t, err, syscall.EADDRINUSE, "")
}
