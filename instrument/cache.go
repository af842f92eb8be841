package instrument

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A cache holds what earlier runs have made, by content: an entry is a
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
//
// A folder deps is never made: it is where overlays lay dependencies.
type cache struct {
	dir    string
	intact sync.Map // entries that were compared with their sums, by path
}

// CacheDir is the cache folder where Config names none: $GOCHECKCACHE, or
// gocheck in the user's cache folder.
func CacheDir() (string, error) {
	if dir := os.Getenv("GOCHECKCACHE"); dir != "" {
		return dir, nil
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the user's cache folder: %w", err)
	}
	return filepath.Join(user, "gocheck"), nil
}

// openCache makes the cache folder, CacheDir if dir is "", and removes old entries now
// and then.
func openCache(dir string) (*cache, error) {
	if dir == "" {
		var err error
		if dir, err = CacheDir(); err != nil {
			return nil, &LoadError{fmt.Sprintf("no place for gocheck's cache: %v (set GOCHECKCACHE)", err)}
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("finding the cache: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "tmp"), 0o777); err != nil {
		return nil, &LoadError{fmt.Sprintf("gocheck's cache cannot be written: %v (set GOCHECKCACHE)", err)}
	}
	// The go command prints and compares paths without symbolic links.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	c := &cache{dir: dir}
	c.trim()
	return c, nil
}

// path returns where an entry is, or will be.
func (c *cache) path(kind, key string) string { return filepath.Join(c.dir, kind, key) }

// has reports whether an entry exists as it was made, and marks it as used. A damaged
// one is removed.
func (c *cache) has(kind, key string) bool {
	path := c.path(kind, key)
	fi, err := os.Stat(path)
	if err != nil {
		return false
	}
	if _, known := c.intact.Load(path); !known {
		if !whole(path) {
			c.remove(kind, key)
			return false
		}
		c.intact.Store(path, true)
	}
	if now := time.Now(); now.Sub(fi.ModTime()) > touchInterval {
		os.Chtimes(path, now, now) // a failure makes it older than it is: rebuilt some day
	}
	return true
}

// fill returns the directory of an entry, made by fill if there is none. When
// another process makes the same entry at the same time, one of the two, equal
// by construction, stays.
func (c *cache) fill(kind, key string, fill func(dir string) error) (string, error) {
	path := c.path(kind, key)
	if c.has(kind, key) {
		return path, nil
	}
	tmp, remove, err := c.scratch()
	if err != nil {
		return "", err
	}
	defer remove()
	if err := fill(tmp); err != nil {
		return "", err
	}
	return path, c.keep(tmp, kind, key)
}

// scratch makes a directory for an entry to be, and says how it is removed.
func (c *cache) scratch() (tmp string, remove func(), err error) {
	tmp, err = os.MkdirTemp(filepath.Join(c.dir, "tmp"), "")
	if err != nil {
		return "", nil, fmt.Errorf("writing to the cache: %w", err)
	}
	gone := leaves(func() { removeAll(tmp) })
	return tmp, func() { os.RemoveAll(tmp); gone() }, nil
}

// keep makes an entry of a filled directory.
func (c *cache) keep(tmp, kind, key string) error {
	path := c.path(kind, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("writing to the cache: %w", err)
	}
	if err := seal(tmp); err != nil {
		return err
	}
	err := os.Rename(tmp, path)
	if err != nil && !c.has(kind, key) { // what lay there may have been damaged, and is gone
		err = os.Rename(tmp, path)
		if err != nil && !c.has(kind, key) {
			return fmt.Errorf("writing to the cache: %w", err)
		}
	}
	c.intact.Store(path, true)
	return nil
}

// sum returns a key from a hash.
func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:32] }

// writeJSON and readJSON keep an entry's description.
func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
