package worker

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"gocheck.dev/internal/wire"
)

// configured writes the configuration for a binary to a file, and returns a function that
// removes it. The file is removed as soon as the binary has sent a message, because it has read
// the file by then. So a command that is killed later leaves nothing behind.
func configured(config *wire.Config, temp string) (file string, remove func(), err error) {
	own := *config
	own.Temp = temp
	data, err := json.Marshal(&own)
	if err != nil {
		return "", nil, fmt.Errorf("writing the configuration: %w", err)
	}
	dir, err := os.MkdirTemp("", "gocheck")
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for the configuration: %w", err)
	}
	remove = reads(dir)
	file = filepath.Join(dir, "config.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		remove()
		return "", nil, fmt.Errorf("writing the configuration: %w", err)
	}
	return file, remove, nil
}

// temporary makes the folder for a binary's temporary files: with the same virtual time, or from
// the same seed, processes and executions give their files the same names. Where it is depends on
// the package only, as long as one process explores it: programs print and hash paths. Its name is
// short, as the path of a unix socket may have 107 characters.
func (j *Job) temporary() (dir string, remove func(), err error) {
	const numbers = 36 * 36 * 36
	h := fnv.New32()
	h.Write([]byte(filepath.Base(j.Dir)))
	for i := range uint32(numbers) {
		dir, err = filepath.Abs(filepath.Join(os.TempDir(), "g"+strconv.FormatUint(uint64((h.Sum32()+i)%numbers), 36)))
		if err == nil {
			err = os.Mkdir(dir, 0o700)
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for temporary files: %w", err)
	}
	return dir, reads(dir), nil
}

// patience is how long a binary may be silent: while it begins, and past a test's
// budget.
func (j *Job) patience() (begin, grace time.Duration) {
	return cmp.Or(j.Begin, DefaultBegin), cmp.Or(j.Grace, DefaultGrace)
}

// lastWords is how long it may take to end when it is interrupted.
func (j *Job) lastWords() time.Duration { return cmp.Or(j.Last, DefaultLast) }
