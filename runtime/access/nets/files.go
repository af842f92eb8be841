package nets

import (
	"fmt"
	"path/filepath"
	"strings"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Unix sockets have files. In a directory that the execution has made, that is a file that others
// can look at, change, rename and remove: one that the kernel makes for a socket that nobody is
// behind. Elsewhere there is none, as other processes explore the same test, which would meet it:
// who connects, or listens, knows it by its path.

// isPrivate says whether the file of a socket is to be one.
func isPrivate(path string) bool {
	if path == "" || path[0] == '@' {
		return false
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for _, dir := range rt.Environment().Temporaries() {
		if rest, ok := strings.CutPrefix(abs, dir+string(filepath.Separator)); ok && rest != "" {
			return true
		}
	}
	return false
}

// bound keeps a file from being another one by the same number.
type bound struct{ fd int }

// openFiles are those of this execution, and of one before that did not close them.
var openFiles = map[*bound]bool{}

// close lets go of a file, which stays where it is.
func (b *bound) close() {
	if b != nil && openFiles[b] {
		delete(openFiles, b)
		closeFile(b.fd)
	}
}

// binds makes the file of a socket, if it is to be one. A socket without a name gets one.
func (n *network) binds(p *place, stream bool) (*bound, error) {
	if p.path == "" {
		p.path = fmt.Sprintf("@%05x", n.freePort())
	}
	if len(p.path) > longestPath {
		return nil, errLong
	}
	if !isPrivate(p.path) {
		return nil, nil
	}
	rt.Saying(func() string { return wire.Aside + "make the file " + filepath.Base(p.path) })
	access.ConsultsPath(p.path, atOpen, true)
	fd, err := bindFile(p.path, stream)
	if err != nil {
		return nil, err
	}
	b := &bound{fd}
	openFiles[b] = true
	p.file, err = fileNumber(p.path)
	return b, err
}

// finds looks for the file of a socket.
func (p *place) finds(s rt.Site) (err error) {
	if len(p.path) > longestPath {
		return errLong
	}
	if !isPrivate(p.path) {
		return nil
	}
	rt.Saying(func() string { return wire.Aside + "look for the file " + filepath.Base(p.path) })
	access.ConsultsPath(p.path, s, false)
	p.file, err = fileNumber(p.path)
	return err
}

// Unlinks says that the file of a socket is about to be removed.
func (Sockets) Unlinks(path string) {
	if isPrivate(path) {
		rt.Saying(func() string { return wire.Aside + "remove the file " + filepath.Base(path) })
		access.ConsultsPath(path, atClose, true)
	}
}
