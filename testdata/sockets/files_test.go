package sockets

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Unix sockets have files, which are as they are on Linux where the test has made the directory.

func is(t *testing.T, got, want error, text string) {
	t.Helper()
	if !errors.Is(got, want) || got != nil && !strings.HasSuffix(got.Error(), text) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func listens(t *testing.T, path string) net.Listener {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func reaches(t *testing.T, l net.Listener, path string) {
	t.Helper()
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if c.LocalAddr().String() != "@" || s.RemoteAddr().String() != "@" {
		t.Errorf("%q %q", c.LocalAddr(), s.RemoteAddr())
	}
	c.Close()
	if _, err := io.ReadAll(s); err != nil {
		t.Error(err)
	}
	s.Close()
}

func TestUnixFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	dial := func() error {
		_, err := net.Dial("unix", path)
		return err
	}
	listen := func() error {
		_, err := net.Listen("unix", path)
		return err
	}
	l := listens(t, path)
	if f, err := os.Stat(path); err != nil || f.Mode().Type() != os.ModeSocket {
		t.Error(f, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Error(err)
	}
	is(t, listen(), syscall.EADDRINUSE, "s: bind: address already in use")
	reaches(t, l, path)
	l.Close()
	_, err := os.Stat(path)
	is(t, err, fs.ErrNotExist, "")
	is(t, dial(), syscall.ENOENT, "s: connect: no such file or directory")

	l = listens(t, path) // one that stays
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	is(t, dial(), syscall.ECONNREFUSED, "s: connect: connection refused")
	is(t, listen(), syscall.EADDRINUSE, "")
	os.Remove(path)

	l = listens(t, path) // one that is moved, and one at its old name
	os.Rename(path, path+"2")
	is(t, dial(), syscall.ENOENT, "")
	m := listens(t, path)
	reaches(t, l, path+"2")
	reaches(t, m, path)
	m.Close()
	os.Symlink(path+"2", path)
	reaches(t, l, path)
	os.Remove(path)

	os.WriteFile(path, nil, 0o600) // one that is none
	is(t, dial(), syscall.ECONNREFUSED, "")
	is(t, listen(), syscall.EADDRINUSE, "")
	os.Remove(path)
	_, err = net.Dial("unixgram", path+"2")
	is(t, err, syscall.EPROTOTYPE, "2: connect: protocol wrong type for socket")
	l.Close()
	if path = filepath.Join(path, "none"); true {
		is(t, listen(), syscall.ENOENT, "")
	}
	path = strings.Repeat("x", 200)
	is(t, listen(), syscall.EINVAL, "bind: invalid argument")
	is(t, dial(), syscall.EINVAL, "connect: invalid argument")
	path = "@gocheck none"
	is(t, dial(), syscall.ECONNREFUSED, "")
	t.Chdir(t.TempDir())
	l = listens(t, "s")
	reaches(t, l, "./s")
	l.Close()
	if l, err = net.Listen("unix", ""); err != nil || l.Addr().String()[0] != '@' {
		t.Fatal(l, err)
	}
	reaches(t, l, l.Addr().String())
	l.Close()
}

// At a path that is always the same, other processes that explore the test meet nothing of it.
func TestUnixFixed(t *testing.T) {
	path := filepath.Join(os.TempDir(), "gocheck.fixed")
	os.Remove(path)
	l := listens(t, path)
	if err := os.Chmod(path, 0o600); err != nil {
		t.Error(err)
	}
	if f, err := os.Stat(path); err != nil || f.Mode() != os.ModeSocket|0o600 || f.Name() != "gocheck.fixed" {
		t.Error(f, err)
	}
	_, err := net.Listen("unix", path)
	is(t, err, syscall.EADDRINUSE, "fixed: bind: address already in use")
	reaches(t, l, path)
	gone := func() {
		t.Helper()
		_, err := os.Stat(path)
		is(t, err, fs.ErrNotExist, "stat "+path+": no such file or directory")
		_, err = net.Dial("unix", path)
		is(t, err, syscall.ENOENT, "")
		is(t, os.Remove(path), fs.ErrNotExist, "")
	}
	l.Close()
	gone()

	l = listens(t, path) // one that stays
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	_, err = net.Dial("unix", path)
	is(t, err, syscall.ECONNREFUSED, "")
	_, err = net.Listen("unix", path)
	is(t, err, syscall.EADDRINUSE, "")
	is(t, os.Remove(path), nil, "")

	l = listens(t, path) // who closes removes the file of its path, once
	os.Remove(path)
	m := listens(t, path)
	reaches(t, m, path)
	l.Close()
	gone()
	m.Close()
	m = listens(t, path)
	l.Close()
	reaches(t, m, path)
	m.Close()
	_, err = net.Listen("unix", filepath.Join(path, "none"))
	is(t, err, syscall.ENOENT, "none: bind: no such file or directory")

	s, err := net.ListenPacket("unixgram", path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	is(t, os.Remove(path), nil, "")
	gone()
}

// Who removes what is at the path, and listens, takes it away from one that listens: it fails.
func TestFixedOrder(t *testing.T) {
	path := filepath.Join(os.TempDir(), "gocheck.taken")
	var wg sync.WaitGroup
	all := make(chan net.Listener, 2)
	for range 2 {
		wg.Go(func() {
			os.Remove(path)
			if l, err := net.Listen("unix", path); err == nil {
				all <- l
			}
		})
	}
	wg.Wait()
	if len(all) > 1 {
		t.Error("both listen")
	}
	for len(all) > 0 {
		(<-all).Close()
	}
}

// The file of a socket of datagrams stays when that is closed.
func TestUnixgramFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	s, err := net.ListenPacket("unixgram", path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unixgram", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = net.Dial("unix", path)
	is(t, err, syscall.EPROTOTYPE, "")
	os.Rename(path, path+"2")
	write(t, c, "a")
	if n, _, err := s.ReadFrom(make([]byte, 9)); n != 1 || err != nil {
		t.Error(n, err)
	}
	_, err = s.WriteTo([]byte("b"), s.LocalAddr())
	is(t, err, syscall.ENOENT, "")
	s.Close()
	if _, err := os.Stat(path + "2"); err != nil {
		t.Error(err)
	}
	_, err = c.Write([]byte("a"))
	is(t, err, syscall.ECONNREFUSED, "")
	_, err = net.Dial("unixgram", path+"2")
	is(t, err, syscall.ECONNREFUSED, "2: connect: connection refused")
	_, err = net.ListenPacket("unixgram", path+"2")
	is(t, err, syscall.EADDRINUSE, "")
	os.Remove(path + "2")
	if s, err = net.ListenPacket("unixgram", path+"2"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	c.Close()
}

// Whether the file is there already is an order: it fails.
func TestFileOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	go func() {
		if l, err := net.Listen("unix", path); err == nil {
			l.Close()
		}
	}()
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
}
