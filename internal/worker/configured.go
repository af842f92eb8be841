package worker

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gocheck.dev/internal/wire"
)

// configured writes the configuration for a binary to a file, and returns a function that
// removes it. The file is removed as soon as the binary has sent a message, because it has read
// the file by then. So a command that is killed later leaves nothing behind.
func configured(config *wire.Config) (file string, remove func(), err error) {
	data, err := json.Marshal(config)
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

// patience is how long a binary may be silent: while it begins, and past a test's
// budget.
func (j *Job) patience() (begin, grace time.Duration) {
	return cmp.Or(j.Begin, DefaultBegin), cmp.Or(j.Grace, DefaultGrace)
}

// lastWords is how long it may take to end when it is interrupted.
func (j *Job) lastWords() time.Duration { return cmp.Or(j.Last, DefaultLast) }
