package sockets

import (
	"io/fs"
	"io/ioutil" //lint:ignore SA1019 programs list by it, too
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// What a program does to the file of a socket at a path that other processes know, too, is seen by
// who asks for the path, and by who lists where it is.

// fixed is a path that is the same in each execution, at which nothing is.
func fixed(t *testing.T, name string) string {
	path := filepath.Join(os.TempDir(), "gocheck."+name)
	os.Remove(path)
	t.Cleanup(func() { os.Remove(path) })
	return path
}

func TestFixedMoved(t *testing.T) {
	path, other := fixed(t, "moved"), fixed(t, "moved2")
	private := filepath.Join(t.TempDir(), "s")
	l := listens(t, path)
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	defer l.Close()
	from := path
	for _, to := range []string{private, path, other, path, private, other} {
		is(t, os.Rename(from, to), nil, "")
		reaches(t, l, to)
		_, err := os.Lstat(from)
		is(t, err, fs.ErrNotExist, "lstat "+from+": no such file or directory")
		_, err = net.Dial("unix", from)
		is(t, err, syscall.ENOENT, "")
		from = to
	}
	is(t, os.Rename(path, other), fs.ErrNotExist, "rename "+path+" "+other+": no such file or directory")

	m := listens(t, path) // one that takes another one's place
	m.(*net.UnixListener).SetUnlinkOnClose(false)
	defer m.Close()
	is(t, os.Rename(path, other), nil, "")
	reaches(t, m, other)
	os.WriteFile(path, nil, 0o600)
	_, err := net.Dial("unix", path)
	is(t, err, syscall.ECONNREFUSED, "")
	is(t, os.Rename(other, path), nil, "")
	reaches(t, m, path)
}

func TestFixedLinks(t *testing.T) {
	path, link := fixed(t, "linked"), fixed(t, "link")
	private := filepath.Join(t.TempDir(), "s")
	l := listens(t, path)
	defer l.Close()
	for _, to := range []string{link, private} {
		is(t, os.Link(path, to), nil, "")
		is(t, os.Link(path, to), fs.ErrExist, "link "+path+" "+to+": file exists")
		reaches(t, l, to)
		is(t, os.Remove(to), nil, "")
		is(t, os.Symlink(path, to), nil, "")
		reaches(t, l, to)
		if f, err := os.Lstat(to); err != nil || f.Mode().Type() != fs.ModeSymlink {
			t.Error(f, err)
		}
		if f, err := os.Stat(to); err != nil || f.Mode().Type() != fs.ModeSocket {
			t.Error(f, err)
		}
		if text, err := os.Readlink(to); text != path || err != nil {
			t.Error(text, err)
		}
		if at, err := filepath.EvalSymlinks(to); filepath.Base(at) != filepath.Base(path) || err != nil {
			t.Error(at, err)
		}
		is(t, os.Remove(to), nil, "")
		_, err := net.Dial("unix", to)
		is(t, err, syscall.ENOENT, "")
	}
	is(t, os.Symlink("gocheck.linked", link), nil, "") // from beside it
	reaches(t, l, link)
	is(t, os.Remove(path), nil, "")
	_, err := net.Dial("unix", link)
	is(t, err, syscall.ENOENT, "")
	dir := filepath.Join(t.TempDir(), "d") // a directory by another name
	is(t, os.Symlink(os.TempDir(), dir), nil, "")
	m := listens(t, filepath.Join(dir, "gocheck.linked"))
	reaches(t, m, path)
	m.Close()
}

func TestFixedListed(t *testing.T) {
	path := fixed(t, "listed")
	matches := func() int {
		t.Helper()
		all, err := filepath.Glob(filepath.Join(os.TempDir(), "gocheck.list*"))
		if err != nil || len(all) > 0 && all[0] != path {
			t.Error(all, err)
		}
		n := 0
		entries, err := os.ReadDir(os.TempDir())
		for _, e := range entries {
			if e.Name() == filepath.Base(path) && e.Type() == fs.ModeSocket {
				n++
			}
		}
		infos, err2 := ioutil.ReadDir(os.TempDir())
		for _, f := range infos {
			if f.Name() == filepath.Base(path) && f.Mode().Type() == fs.ModeSocket {
				n++
			}
		}
		if err != nil || err2 != nil || n != 2*len(all) {
			t.Error(n, all, err, err2)
		}
		return len(all)
	}
	l := listens(t, path)
	if matches() != 1 {
		t.Error("is not in its directory")
	}
	l.Close()
	if matches() != 0 {
		t.Error("is in its directory still")
	}
	dir := fixed(t, "folder")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	l = listens(t, "s")
	if all, err := filepath.Glob("*"); len(all) != 1 || all[0] != "s" || err != nil {
		t.Error(all, err)
	}
	is(t, os.Remove(dir), syscall.ENOTEMPTY, "remove "+dir+": directory not empty")
	l.Close()
	is(t, os.Remove(dir), nil, "")
}

// What cannot be sent to where the file is says so.
func TestFixedWalked(t *testing.T) {
	dir := fixed(t, "walked")
	os.MkdirAll(dir, 0o700)
	defer listens(t, filepath.Join(dir, "s")).Close()
	filepath.WalkDir(dir, func(string, fs.DirEntry, error) error { return nil })
}

func TestFixedOpened(t *testing.T) {
	dir := fixed(t, "opened")
	os.MkdirAll(dir, 0o700)
	defer listens(t, filepath.Join(dir, "s")).Close()
	if f, err := os.Open(dir); err == nil {
		f.Readdirnames(-1)
	}
}

func TestFixedRoot(t *testing.T) {
	dir := fixed(t, "root")
	os.MkdirAll(dir, 0o700)
	defer listens(t, filepath.Join(dir, "s")).Close()
	if r, err := os.OpenRoot(dir); err == nil {
		r.Lstat("s")
	}
}

func TestFixedFS(t *testing.T) {
	dir := fixed(t, "fs")
	os.MkdirAll(dir, 0o700)
	defer listens(t, filepath.Join(dir, "s")).Close()
	fs.ReadDir(os.DirFS(dir), ".")
}

// A rename takes the path away from who dials: it fails.
func TestFixedMovedOrder(t *testing.T) {
	path, next := fixed(t, "order"), fixed(t, "order2")
	l := listens(t, next)
	defer l.Close()
	var wg sync.WaitGroup
	wg.Go(func() { os.Rename(next, path) })
	if c, err := net.Dial("unix", next); err != nil {
		t.Error("is at its new path")
	} else {
		c.Close()
	}
	wg.Wait()
}
