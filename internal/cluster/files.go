package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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

// A besideFile is one of these files. Names need be no text.
type besideFile struct{ Name, Data []byte }

// Beside is what tests may read: the files of the package's folder, and all beneath testdata. It
// is nil if that is too much: then a worker needs the same folder.
//
// They are JSON: package archive/tar would have everybody's gocheck compiled with a C compiler, for
// the names of files' owners.
func Beside(dir string) ([]byte, error) {
	var files []besideFile
	size := 0
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
		if size += len(data); size > filesBytes {
			return errTooLarge
		}
		files = append(files, besideFile{[]byte(name), data})
		return nil
	})
	if errors.Is(err, errTooLarge) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the files beside the tests: %w", err)
	}
	packed, err := json.Marshal(files)
	if err != nil {
		return nil, fmt.Errorf("packing the files beside the tests: %w", err)
	}
	return packed, nil
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
		err = unpackFiles(new, b.Bytes())
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
func unpackFiles(dir string, packed []byte) error {
	var files []besideFile
	if err := json.Unmarshal(packed, &files); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		name := filepath.FromSlash(string(f.Name))
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(name, f.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
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
