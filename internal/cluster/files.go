package cluster

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// filesBytes is how much beside a package's tests is sent to workers.
const filesBytes = 64 << 20

// errTooLarge is of a folder that is not sent.
var errTooLarge = errors.New("too large")

// Beside is what tests may read: the files of the package's folder, and all beneath testdata. It
// is nil if that is too much: then a worker needs the same folder.
func Beside(dir string) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case d.IsDir() && name != "." && name != "testdata" && !strings.HasPrefix(name, "testdata/"):
			return fs.SkipDir
		case d.IsDir() || !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if b.Len()+len(data) > filesBytes {
			return errTooLarge
		}
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data))}); err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if errors.Is(err, errTooLarge) {
		return nil, nil
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the files beside the tests: %w", err)
	}
	return b.Bytes(), nil
}

// folder is where a job's tests run: where they do on the coordinator's machine, if that folder
// is the same here, or else a copy.
func (m *Machine) folder(ctx context.Context, run string, d *job) (string, error) {
	here, err := Beside(d.Dir)
	if err == nil && (d.Files == "" || here != nil && nameOf(here) == d.Files) {
		return d.Dir, nil
	}
	if d.Files == "" {
		return "", fmt.Errorf("the tests need their folder %s, which is too large to be sent, and not here", d.Dir)
	}
	dir := filepath.Join(m.dir, "files-"+d.Files)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	var b bytes.Buffer
	if err := m.road.Get(ctx, run, d.Files, &b); err != nil {
		return "", err
	}
	if nameOf(b.Bytes()) != d.Files {
		return "", fmt.Errorf("getting the files beside the tests: they are damaged")
	}
	new, err := os.MkdirTemp(m.dir, "files")
	if err == nil {
		err = unpackFiles(new, &b)
	}
	if err == nil {
		err = os.Rename(new, dir)
	}
	if err != nil {
		return "", fmt.Errorf("writing the files beside the tests: %w", err)
	}
	return dir, nil
}

// unpackFiles writes the files to a folder, and to no other.
func unpackFiles(dir string, r io.Reader) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.FromSlash(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, t)
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
	}
}

// object keeps what r has, and returns its name.
func (c *Coordinator) object(r io.ReadSeeker) (string, error) {
	h := newHash()
	if _, err := io.Copy(h.hash, r); err != nil {
		return "", err
	}
	name := h.name()
	if there, err := c.road.Has(c.ctx, c.run.ID, name); err != nil || there {
		return name, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return name, c.road.Put(c.ctx, c.run.ID, name, r)
}

// hashing is the name of an object that is being made.
type hashing struct{ hash hash.Hash }

func newHash() hashing { return hashing{sha256.New()} }

func (h hashing) name() string { return hex.EncodeToString(h.hash.Sum(nil)) }

func (h hashing) beside(w io.Writer) io.Writer { return io.MultiWriter(w, h.hash) }
