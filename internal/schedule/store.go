package schedule

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/internal/files"
	"gocheck.dev/internal/wire"
)

// Folder is where a package's schedules lie, beneath the package's directory.
const Folder = "testdata/gocheck"

// A File is a saved schedule with its place.
type File struct {
	Path     string
	Schedule *wire.Schedule
}

// ErrElsewhere is matched by the error of a Save that had to use the fallback
// directory.
var ErrElsewhere = errors.New("saved elsewhere")

// Save writes a schedule beneath its package's directory and returns its path.
// A schedule that is there already is left alone: names are made of the
// content.
//
// Where the tree cannot be written to, the schedule goes to the fallback
// directory instead: a failure that took an hour to find must not be lost to a
// file permission. The error then says why and matches ErrElsewhere, and the
// path is good.
//
// The comments, which are whole lines, follow the head of the file: they are
// people's, of a schedule whose place this one takes.
func Save(packageDir, fallback string, s *wire.Schedule, comments ...string) (string, error) {
	content := Format(s)
	if len(comments) > 0 {
		content = bytes.Replace(content, []byte(hint), []byte(hint+strings.Join(comments, "\n")+"\n"), 1)
	}
	if len(content) > files.Schedule {
		return "", fmt.Errorf("saving the schedule: it takes %d MiB, and %d are read again", len(content)>>20, files.Schedule>>20)
	}
	path, err := write(filepath.Join(packageDir, filepath.FromSlash(Folder)), s.Test, content)
	if err == nil {
		return path, nil
	}
	why := err
	path, err = write(filepath.Join(fallback, "schedules", safeName(s.Package)), s.Test, content)
	if err != nil {
		return "", fmt.Errorf("saving the schedule: %w; and in the cache: %w", why, err)
	}
	return path, fmt.Errorf("%w: %w", ErrElsewhere, why)
}

// Name is a schedule's file name: the first 16 hexadecimal digits of the
// SHA-256 of its content.
func Name(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

func write(folder, test string, content []byte) (string, error) {
	dir := filepath.Join(folder, safeName(test))
	path := filepath.Join(dir, Name(content))
	if old, err := files.Read(path, files.Schedule); err == nil && string(old) == string(content) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	// Temporary files are private, files of a source tree are not.
	if err := files.Replace(path, content, 0o644); err != nil {
		return "", err
	}
	return path, nil
}

// Comments are the lines that people have added to the file of a schedule.
func Comments(path string) ([]string, error) {
	data, err := files.Read(path, files.Schedule)
	if err != nil {
		return nil, fmt.Errorf("reading a schedule's comments: %w", err)
	}
	var all []string
	for line := range strings.Lines(string(data)) {
		if line = trimCR(strings.TrimSuffix(line, "\n")); strings.HasPrefix(line, "#") && line+"\n" != hint {
			all = append(all, line)
		}
	}
	return all, nil
}

// Load reads the file of one schedule.
func Load(path string) (*wire.Schedule, error) {
	data, err := files.Read(path, files.Schedule)
	if err != nil {
		return nil, fmt.Errorf("reading a schedule: %w", err)
	}
	if word := strings.TrimSpace(string(data)); IsLine(word) {
		s, err := ParseLine("a schedule as one line", word)
		if err != nil {
			return nil, &Error{File: path, Line: 1, Message: err.Error()}
		}
		return s, nil
	}
	return Parse(path, data)
}

// LoadAll reads what is saved beneath a package's directory, by test, each
// test's in order of their names. Damaged files are left out and reported
// together in the error; what could be read is returned all the same.
func LoadAll(packageDir string) (map[string][]File, error) {
	root := filepath.Join(packageDir, filepath.FromSlash(Folder))
	found := map[string][]File{}
	var damaged []error
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			damaged = append(damaged, fmt.Errorf("reading saved schedules: %w", err))
			return nil
		case d.IsDir() || strings.HasPrefix(d.Name(), "."):
			return nil
		}
		s, err := Load(path)
		if err != nil {
			damaged = append(damaged, err)
			return nil
		}
		found[s.Test] = append(found[s.Test], File{path, s})
		return nil
	})
	damaged = append(damaged, err)
	return found, errors.Join(damaged...)
}

// Same reports whether two schedules take the same decisions, whatever else is
// said in them for people.
func Same(a, b *wire.Schedule) bool {
	return a.Package == b.Package && a.Test == b.Test && slices.EqualFunc(a.Steps, b.Steps, func(x, y wire.Step) bool {
		return x.Task == y.Task && x.Op == y.Op && x.Choice == y.Choice && x.Partner == y.Partner && x.PartnerChoice == y.PartnerChoice
	})
}

// PackageDir is the directory of the package that a file beneath
// testdata/gocheck belongs to, or false if it lies elsewhere.
func PackageDir(path string) (string, bool) {
	dir := filepath.Dir(filepath.Dir(path)) // of <TestName>/<hash>
	if filepath.Base(dir) != "gocheck" || filepath.Base(filepath.Dir(dir)) != "testdata" {
		return "", false
	}
	return filepath.Dir(filepath.Dir(dir)), true
}
