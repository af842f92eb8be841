package worker

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gocheck.dev/internal/files"
)

// A large part is in a file of its own beside the checkpoint. Only the process that explores
// the part writes such files, each time a new one. A file counts once the checkpoint has its
// name and hash. It is removed when the checkpoint names another one. So at any time the
// checkpoint and the files that it names belong together.

// filesOf stands in the names of these files after the checkpoint's name.
const filesOf = ".gocheck-part-"

// store is the beginning of the names of files that a process may write.
func (s *Saved) store() string {
	if s == nil {
		return ""
	}
	return s.in.beside(filepath.Base(s.in.path) + filesOf)
}

// beside is the file of that name.
func (c *Checkpoint) beside(name string) string { return filepath.Join(c.dir, name) }

// has notes that there is such a file.
func (s *Saved) has(file string) {
	if s != nil {
		s.files[filepath.Base(file)] = true
	}
}

// fails notes that a file could not be written.
func (s *Saved) fails(why string) {
	if s != nil {
		s.in.mu.Lock()
		s.in.fault = fmt.Errorf("writing the checkpoint: %s", why)
		s.in.mu.Unlock()
	}
}

// tidy removes the files that what was just written does not name.
func (s *Saved) tidy(now *savedPackage) {
	named := map[string]bool{}
	now.files(func(p *savedPiece) { named[p.File] = true })
	for name := range s.files {
		if !named[name] {
			_ = os.Remove(s.in.beside(name)) // what stays is removed at the end
			delete(s.files, name)
		}
	}
}

// files calls f for each piece that has a file.
func (p *savedPackage) files(f func(*savedPiece)) {
	for _, t := range p.Tests {
		for i := range t.Pieces {
			if t.Pieces[i].File != "" {
				f(&t.Pieces[i])
			}
		}
	}
}

// checkFiles compares the files that the checkpoint names with their hashes. Other files, left
// behind by a killed process, are removed.
func (c *Checkpoint) checkFiles() error {
	named := map[string]bool{}
	var err error
	for _, p := range c.content {
		p.files(func(q *savedPiece) {
			named[q.File] = true
			if e := c.checkFile(q); err == nil {
				err = e
			}
		})
	}
	if err != nil {
		return err
	}
	return c.removeBut(named)
}

func (c *Checkpoint) checkFile(p *savedPiece) error {
	// Only such files are ours: they are removed when nothing names them any more.
	if filepath.Base(p.File) != p.File || !strings.HasPrefix(p.File, filepath.Base(c.path)+filesOf) {
		return fmt.Errorf("the checkpoint %s is damaged: it names the file %q", c.path, p.File)
	}
	f, err := files.Open(c.beside(p.File), files.Part)
	if err != nil {
		return fmt.Errorf("reading a part of the checkpoint: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("reading a part of the checkpoint: %w", err)
	}
	if !bytes.Equal(h.Sum(nil), p.Part) {
		return fmt.Errorf("the checkpoint %s is damaged, in %s: remove it to explore anew", c.path, p.File)
	}
	return nil
}

// removeBut removes all files with parts but the named ones.
func (c *Checkpoint) removeBut(named map[string]bool) error {
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return fmt.Errorf("looking for parts of the checkpoint: %w", err)
	}
	for _, e := range list {
		name := e.Name()
		if !strings.HasPrefix(name, filepath.Base(c.path)+filesOf) || named[name] {
			continue
		}
		if err := os.Remove(c.beside(name)); err != nil {
			return fmt.Errorf("removing a part of the checkpoint: %w", err)
		}
	}
	return nil
}
