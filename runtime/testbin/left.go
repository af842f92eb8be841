package testbin

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// What is left of an exploration by closure may be hundreds of megabytes. So it does
// not go through the pipes: it is written to a file of its own beside the checkpoint,
// a new one each time, and the command is told its name when it is there.

// savingShare is the part of all time that may go into that: as the traces become
// more, it is done less often.
const savingShare = 20

// leisure says whether it is time to leave what is large.
func (r *testRun) leisure() bool {
	return r.store != "" && time.Since(r.saved) >= savingShare*r.saving
}

// leave says in u what is left. Without a place for it, what is large is not kept.
func (r *testRun) leave(u *wire.Unit, p checker.Part) {
	if !p.Whole() {
		u.Rest = p.Encode()
		return
	}
	if r.store == "" || r.stopped && !r.ends() {
		return
	}
	began := time.Now()
	file, sum, err := leaveIn(r.store, p)
	r.saved = time.Now()
	r.saving = r.saved.Sub(began)
	if err != nil {
		u.Lost = err.Error()
		return
	}
	u.Rest, u.File = sum, file
}

// leaveIn writes the part to a new file, and returns that and its SHA-256.
func leaveIn(store string, p checker.Part) (name string, sum []byte, err error) {
	f, err := os.CreateTemp(filepath.Dir(store), filepath.Base(store))
	if err != nil {
		return "", nil, fmt.Errorf("writing what is left: %w", err)
	}
	h, w := sha256.New(), bufio.NewWriterSize(f, 1<<20)
	err = p.Write(io.MultiWriter(h, w))
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(f.Name()) // nobody knows of it
		return "", nil, fmt.Errorf("writing what is left: %w", err)
	}
	return f.Name(), h.Sum(nil), nil
}

// partOf is the part of a command.
func partOf(c *wire.Command) (checker.Part, error) {
	data := c.Part
	if c.File != "" {
		var err error
		if data, err = os.ReadFile(c.File); err != nil {
			return nil, fmt.Errorf("reading what is left: %w", err)
		}
		if sum := sha256.Sum256(data); !bytes.Equal(sum[:], c.Part) {
			return nil, errors.New("reading what is left: the file " + c.File + " is damaged")
		}
	}
	return explore.DecodePart(data)
}
