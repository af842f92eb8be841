package nets

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Unix sockets have files, which others can look at, change and remove: those that the kernel makes
// for a socket that nobody is behind. Elsewhere than in directories that the execution has made
// they are apart, as other processes explore the same test.

// fileNumber is a file system, and what it knows a file by.
type fileNumber struct{ system, file uint64 }

// binds makes the file of a socket, if it is to be one. A socket without a name gets one.
func (n *network) binds(p *place, stream bool) error {
	if p.path == "" {
		p.path = fmt.Sprintf("@%05x", n.freePort())
	}
	if len(p.path) > longestPath {
		return errLong
	}
	if p.path[0] == '@' {
		return nil
	}
	rt.Saying(func() string { return wire.Aside + "make the file " + filepath.Base(p.path) })
	access.ConsultsPath(p.path, atFile, true)
	at, err := fileAt(p.path)
	if err != nil {
		return err
	}
	if err := bindFile(at, stream); err != nil {
		return err
	}
	number, err := numberOf(at)
	if err != nil {
		return err
	}
	n.made++
	p.file = fmt.Sprintf("file %d", n.made)
	n.files[number] = p.file
	return nil
}

// fileAt is where the file of a socket is to be made.
func fileAt(path string) (string, error) {
	if at := rt.Environment().At(path); at != path || rt.Environment().Private(path) {
		return at, nil
	}
	if _, err := os.Lstat(path); err == nil {
		return "", syscall.EADDRINUSE
	}
	if err := mayMake(filepath.Dir(path)); err != nil {
		return "", err
	}
	return rt.Environment().Apart(path)
}

// finds looks for the file of a socket.
func (n *network) finds(p *place) error {
	if len(p.path) > longestPath {
		return errLong
	}
	if p.path == "" || p.path[0] == '@' {
		return nil
	}
	rt.Saying(func() string { return wire.Aside + "look for the file " + filepath.Base(p.path) })
	access.ConsultsPath(p.path, atFile, false)
	number, err := numberOf(rt.Environment().Follows(p.path))
	if err != nil {
		return err
	}
	if p.file = n.files[number]; p.file == "" {
		unsupported("a unix socket that the test has not made")
	}
	return nil
}

// Unlinks says that the file of a socket is about to be removed, and where it is.
func (Sockets) Unlinks(path string) string {
	rt.Saying(func() string { return wire.Aside + "remove the file " + filepath.Base(path) })
	access.ConsultsPath(path, atFile, true)
	return rt.Environment().At(path)
}
