package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gocheck.dev/instrument/internal/gocmd"
)

// A Cache holds what earlier runs have made, by content: an entry is a
// directory KIND/KEY that appears all at once (it is filled elsewhere and
// renamed) and never changes. One that has changed is damaged, and made again. Kinds:
//
//	module   gocheck's own module, unpacked
//	unit     a rewritten package: info.json and the new files
//	bin      a test binary: info.json, test, and the workspace it was built in
//	copy     a dependency that cannot exist in an overlay only, copied
//	list     a copy of the user's go.work; here the go command adds to go.work.sum
//	failed   a workspace whose build failed, kept for inspection
//	std      a changed file of the standard library
//	types    where the go command has the types of packages of the standard library
//	verdict  what has come of a test, a file each: package known
//
// A folder deps is never made: it is where overlays lay dependencies.
type Cache struct {
	Dir    string
	intact sync.Map // entries that were compared with their sums, by path
}

// DefaultDir is the cache folder where Config names none: $GOCHECKCACHE, or
// gocheck in the user's cache folder.
func DefaultDir() (string, error) {
	if dir := os.Getenv("GOCHECKCACHE"); dir != "" {
		if !filepath.IsAbs(dir) { // as for GOCACHE: it would be another one in each folder
			return "", fmt.Errorf("GOCHECKCACHE is not an absolute path: %s", dir)
		}
		return dir, nil
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the user's cache folder: %w", err)
	}
	return filepath.Join(user, "gocheck"), nil
}

// Open makes the cache folder, DefaultDir if dir is "", and removes old entries now
// and then.
func Open(dir string) (*Cache, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return nil, &gocmd.LoadError{Text: fmt.Sprintf("no place for gocheck's cache: %v (set GOCHECKCACHE)", err)}
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the cache: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "tmp"), 0o777); err != nil {
		return nil, &gocmd.LoadError{Text: fmt.Sprintf("gocheck's cache cannot be written: %v (set GOCHECKCACHE)", err)}
	}
	// The go command prints and compares paths without symbolic links.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	c := &Cache{Dir: dir}
	c.trim()
	return c, nil
}

// Path returns where an entry is, or will be.
func (c *Cache) Path(kind, key string) string { return filepath.Join(c.Dir, kind, key) }

// Has reports whether an entry exists as it was made, and marks it as used. A damaged
// one is removed.
func (c *Cache) Has(kind, key string) bool {
	path := c.Path(kind, key)
	fi, err := os.Stat(path)
	if err != nil {
		return false
	}
	if _, known := c.intact.Load(path); !known {
		if !Whole(path) {
			c.Remove(kind, key)
			return false
		}
		c.intact.Store(path, true)
	}
	if now := time.Now(); now.Sub(fi.ModTime()) > touchInterval {
		os.Chtimes(path, now, now) // a failure makes it older than it is: rebuilt some day
	}
	return true
}

// Fill returns the directory of an entry, made by fill if there is none. When
// another process makes the same entry at the same time, one of the two, equal
// by construction, stays.
func (c *Cache) Fill(kind, key string, fill func(dir string) error) (string, error) {
	path := c.Path(kind, key)
	if c.Has(kind, key) {
		return path, nil
	}
	tmp, remove, err := c.Scratch()
	if err != nil {
		return "", err
	}
	defer remove()
	if err := fill(tmp); err != nil {
		return "", err
	}
	return path, c.Keep(tmp, kind, key)
}

// Scratch makes a directory for an entry to be, and says how it is removed.
func (c *Cache) Scratch() (tmp string, remove func(), err error) {
	tmp, err = os.MkdirTemp(filepath.Join(c.Dir, "tmp"), "")
	if err != nil {
		return "", nil, fmt.Errorf("writing to the cache: %w", err)
	}
	gone := gocmd.Leaves(func() { gocmd.RemoveAll(tmp) })
	return tmp, func() { os.RemoveAll(tmp); gone() }, nil
}

// Keep makes an entry of a filled directory.
func (c *Cache) Keep(tmp, kind, key string) error {
	path := c.Path(kind, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	if err := seal(tmp); err != nil {
		return err
	}
	err := os.Rename(tmp, path)
	if err != nil && !c.Has(kind, key) { // what lay there may have been damaged, and is gone
		err = os.Rename(tmp, path)
		if err != nil && !c.Has(kind, key) {
			return fmt.Errorf("writing to the cache: %w", err)
		}
	}
	c.intact.Store(path, true)
	return nil
}

// Sum returns a key from a hash.
func Sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:32] }

// WriteJSON writes an entry's description.
func WriteJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// ReadJSON reads what WriteJSON has written.
func ReadJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// WriteTree writes files by slash-separated name below dir.
func WriteTree(dir string, files map[string][]byte) error {
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// FillTree is Fill for an entry that is nothing but files, by name, and is named by them.
func (c *Cache) FillTree(kind string, files map[string][]byte) (string, error) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %d\n%s\n", name, len(files[name]), files[name])
	}
	return c.Fill(kind, Sum(h), func(dir string) error { return WriteTree(dir, files) })
}

// HashFile is the key of a file's content.
func HashFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return Sum(h), nil
}
