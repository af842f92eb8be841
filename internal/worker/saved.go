package worker

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gocheck.dev/internal/files"
	"gocheck.dev/internal/wire"
)

// savedHead begins the first line of a checkpoint; the SHA-256 of the rest follows.
const savedHead = "gocheck checkpoint v2 "

// A Checkpoint is a file that keeps unfinished explorations, so that a later run can go on with
// them. A new file is written beside the old one and then replaces it. So there is a whole file
// at any time.
type Checkpoint struct {
	path    string
	dir     string // that it is in, absolute
	every   time.Duration
	mu      sync.Mutex
	content map[string]*savedPackage // by import path
	open    map[string]bool          // packages of this run that are not explored to their end
	err     error                    // of the last write
	fault   error                    // of a large part, which its process could not write
}

// savedPackage is a package's part of the file.
type savedPackage struct {
	Program string // what was explored, and how: a hash
	Tests   map[string]*savedTest
}

// savedTest is an exploration.
type savedTest struct {
	Over   bool           // its result is in Log
	Log    []wire.Message // what was said of it
	Whole  bool           // by one process, which begins anew
	Pieces []savedPiece
}

// savedPiece is a part of an exploration: what is left of it, and the results so far.
type savedPiece struct {
	Part  []byte
	File  string `json:",omitempty"` // beside the checkpoint, where Part is: Part is its SHA-256
	Sum   wire.Sum
	Over  bool
	Ended bool
}

// OpenCheckpoint reads the file, if it exists. It is written at most that often.
func OpenCheckpoint(path string, every time.Duration) (*Checkpoint, error) {
	c := &Checkpoint{path: path, every: every, content: map[string]*savedPackage{}, open: map[string]bool{}}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoint: %w", err)
	}
	c.dir = filepath.Dir(full)
	data, err := files.Read(path, files.Checkpoint)
	if errors.Is(err, os.ErrNotExist) {
		// Whether it can be written is to be known before hours have passed.
		if err := c.write(); err != nil {
			return nil, err
		}
		return c, c.removeBut(nil)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the checkpoint: %w", err)
	}
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	switch sum, ok := bytes.CutPrefix(head, []byte(savedHead)); {
	case !ok && bytes.HasPrefix(head, []byte("gocheck checkpoint ")):
		return nil, fmt.Errorf("%s is a checkpoint of another version of gocheck: remove it to explore anew", path)
	case !ok:
		return nil, fmt.Errorf("%s is not a checkpoint of gocheck", path)
	case string(sum) != fmt.Sprintf("%x", sha256.Sum256(rest)):
		return nil, fmt.Errorf("the checkpoint %s is damaged: remove it to explore anew", path)
	}
	if err := json.Unmarshal(rest, &c.content); err != nil {
		return nil, fmt.Errorf("the checkpoint %s is damaged: %w", path, err)
	}
	if err := c.checkContent(); err != nil {
		return nil, err
	}
	return c, c.checkFiles()
}

// write replaces the file. c.mu is held, or c is not shared yet.
func (c *Checkpoint) write() error {
	rest, err := json.Marshal(c.content)
	if err != nil {
		return fmt.Errorf("writing the checkpoint: %w", err)
	}
	f, err := os.OpenFile(c.path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("writing the checkpoint: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s%x\n%s", savedHead, sha256.Sum256(rest), rest)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(c.path+".new", c.path)
	}
	if err != nil {
		return fmt.Errorf("writing the checkpoint: %w", err)
	}
	return nil
}

// Close removes the file if nothing is left to be done. It reports whether the file is kept.
func (c *Checkpoint) Close() (kept bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return false, c.err
	}
	if len(c.open) > 0 {
		return true, c.fault
	}
	if err := os.Remove(c.path); err != nil {
		return false, fmt.Errorf("removing the checkpoint: %w", err)
	}
	return false, c.removeBut(nil)
}

// Saved is the part of a checkpoint for one package. A nil Saved keeps nothing.
type Saved struct {
	in      *Checkpoint
	pkg     string
	program string
	dirty   bool
	last    time.Time
	files   map[string]bool // with large parts, that the pool has been told of
}

// Package returns the part for the package with that import path. It is an error if the file
// has another program or other options than the configuration.
func (c *Checkpoint) Package(importPath, binary string, config wire.Config) (*Saved, error) {
	h := sha256.New()
	f, err := os.Open(binary)
	if err != nil {
		return nil, fmt.Errorf("reading the test binary: %w", err)
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return nil, fmt.Errorf("reading the test binary: %w", err)
	}
	program := fmt.Sprintf("%x", h.Sum(nil))
	// How long, and what is shown, may change.
	config.Saved, config.Only, config.Verbose, config.Progress, config.BudgetMS = nil, nil, false, false, 0
	tests := map[string]wire.Settings{}
	for name, s := range config.Tests {
		s.BudgetMS = 0
		tests[name] = s
	}
	config.Tests = tests
	options, err := json.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("encoding the options: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[importPath] = true
	s := &Saved{in: c, files: map[string]bool{}, pkg: importPath, program: fmt.Sprintf("program %s options %x", program, sha256.Sum256(options))}
	old := c.content[importPath]
	if old == nil || old.Program == s.program {
		return s, nil
	}
	what := "with other options"
	if len(old.Program) < 72 || len(s.program) < 72 || old.Program[:72] != s.program[:72] {
		what = "of another program: its source, or what it is built with, has changed"
	}
	return nil, fmt.Errorf("the checkpoint %s is of an exploration %s. Remove it to explore anew", c.path, what)
}

func (s *Saved) every() time.Duration { return s.in.every }

// changed notes that the file is out of date.
func (s *Saved) changed() {
	if s != nil {
		s.dirty = true
	}
}

// write saves the state of the package: now, or when the interval is over.
func (s *Saved) write(p *pool, now bool) {
	if s == nil || !s.dirty || !now && time.Since(s.last) < s.in.every {
		return
	}
	s.dirty, s.last = false, time.Now()
	all := &savedPackage{Program: s.program, Tests: map[string]*savedTest{}}
	open := false
	for _, t := range p.tests {
		if len(t.log) == 0 {
			open = true
			continue
		}
		if t.lost() {
			continue
		}
		k := &savedTest{Over: t.phase == over && t.left == nil, Log: t.log, Whole: t.phase == byOne || t.phase == inDoubt && t.doubted == byOne}
		pieces := t.pieces
		if t.left != nil {
			pieces, k.Log = t.left, t.log[:t.leftLog]
		}
		if k.Over {
			pieces = nil
		}
		open = open || !k.Over
		for _, c := range pieces {
			k.Pieces = append(k.Pieces, c.saved())
		}
		all.Tests[t.test] = k
	}
	c := s.in
	c.mu.Lock()
	defer c.mu.Unlock()
	c.content[s.pkg] = all
	if c.open[s.pkg] = open; !open {
		delete(c.open, s.pkg)
	}
	if c.err = c.write(); c.err == nil {
		s.tidy(all)
	}
}

// lost reports whether the time ended before the test was explored and the rest cannot be kept.
func (t *sharing) lost() bool {
	if t.phase != over || t.left != nil {
		return false
	}
	r := t.log[len(t.log)-1].Result
	return r != nil && r.Verdict == "incomplete" && (r.Bound == "time" || r.Bound == "interrupted")
}

// saved is the piece as of its process's last report.
func (c *piece) saved() savedPiece {
	s := savedPiece{Part: c.part, Sum: c.sofar(), Over: c.over, Ended: c.ended}
	file := c.file
	if c.rest != nil {
		s.Part, file = c.rest, c.restFile
	}
	if file != "" {
		s.File = filepath.Base(file)
	}
	return s
}

// restore sets the tests of the pool to their state in the checkpoint.
func (s *Saved) restore(p *pool) {
	if s == nil {
		return
	}
	s.dirty = true
	s.in.mu.Lock()
	defer s.in.mu.Unlock()
	old := s.in.content[s.pkg]
	if old == nil {
		return
	}
	for _, t := range p.tests {
		k := old.Tests[t.test]
		if k == nil || t.phase == over {
			continue
		}
		t.log, t.resumed = k.Log, true
		switch {
		case k.Over:
			t.phase = over
			continue
		case k.Whole:
			t.phase, t.pieces = byOne, []*piece{{of: t}}
			continue
		}
		for _, c := range k.Pieces {
			if c.Part == nil && !c.Over {
				// Its first process had not said anything yet: it begins anew.
				t.pieces, t.log, t.resumed = nil, nil, false
				break
			}
			q := &piece{of: t, part: c.Part, done: c.Sum, over: c.Over, ended: c.Ended}
			if c.File != "" {
				q.file = s.in.beside(c.File)
				s.has(q.file)
			}
			t.pieces = append(t.pieces, q)
		}
	}
}
