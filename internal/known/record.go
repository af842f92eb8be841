package known

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/wire"
)

// A record is what came of a test, or of the list of a binary's tests.
type record struct {
	Tests    []string `json:",omitempty"` // of a list
	Verdict  string   `json:",omitempty"`
	Complete bool     `json:",omitempty"` // nothing is left to explore
	Budget   int64    `json:",omitempty"` // milliseconds
	Saved    string   `json:",omitempty"` // hash of the saved schedules
	Read     []read
	Said     []wire.Message `json:",omitempty"` // from its start to its result
}

// A read is something of the world with the hash of what it was.
type read struct{ What, Hash string }

// holds reports whether the world is as the record has it.
func (r *record) holds(w *world) bool {
	return !slices.ContainsFunc(r.Read, func(x read) bool { return w.hash(x.What) != x.Hash })
}

// head begins the first line of a record; the SHA-256 of the rest follows.
const head = "gocheck verdict v1 "

// load reads a record. One that is damaged is none.
func load(path string) *record {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	first, rest, _ := strings.Cut(string(data), "\n")
	if first != head+sum(rest) {
		return nil
	}
	var r record
	if json.Unmarshal([]byte(rest), &r) != nil {
		return nil
	}
	now := time.Now()
	os.Chtimes(path, now, now) // the cache removes what was not used for days
	return &r
}

// save writes a record: all of it at once, as others may read it.
func (r *record) save(path string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encoding a verdict: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("keeping a verdict: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return fmt.Errorf("keeping a verdict: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s%s\n%s", head, sum(string(data)), data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("keeping a verdict: %w", err)
	}
	return nil
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}
