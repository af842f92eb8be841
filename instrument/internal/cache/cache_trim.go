package cache

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Entries not used for maxAge are removed, looked for every trimInterval, as
// the go command does with its own cache. Reading an entry renews it, to
// touchInterval.
//
// Age alone is no bound: each edit of a package, and each new gocheck, makes a
// test binary of 5 to 15 MB, which were 22 GB after a day's work. So after each
// build all binaries together are brought down to MaxBinaries, least recently
// used ones first. The other kinds are a fiftieth of that.
//
// What was used less than InUse ago stays: another command may be about to run
// it, and what it renewed may be older by touchInterval than its use.
const (
	maxAge        = 5 * 24 * time.Hour
	trimInterval  = 24 * time.Hour
	touchInterval = time.Hour
	InUse         = 2 * touchInterval // what was used since then stays
	MaxBinaries   = 2 << 30           // bytes
)

// trim removes entries that have not been used for a long time. Its failures
// cost disk space only and are not reported.
func (c *Cache) trim() {
	stamp := filepath.Join(c.Dir, "trim.txt")
	now := time.Now()
	if fi, err := os.Stat(stamp); err == nil && now.Sub(fi.ModTime()) < trimInterval {
		return
	}
	if os.WriteFile(stamp, []byte(now.Format(time.RFC3339)+"\n"), 0o666) != nil {
		return
	}
	for _, kind := range []string{"module", "unit", "bin", "copy", "failed", "list", "std", "types", "verdict", "tmp"} {
		entries, err := os.ReadDir(filepath.Join(c.Dir, kind))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if fi, err := e.Info(); err == nil && now.Sub(fi.ModTime()) > maxAge {
				c.Remove(kind, e.Name())
			}
		}
	}
}

// Bound removes the binaries that were not used for longest, until no more than
// MaxBinaries bytes are left. Like trim, it reports nothing.
func (c *Cache) Bound() {
	entries, err := os.ReadDir(c.Path("bin", ""))
	if err != nil {
		return
	}
	type binary struct {
		key  string
		used time.Time
		size int64
	}
	var all []binary
	var total int64
	for _, e := range entries {
		fi, err := e.Info()
		if err != nil {
			continue
		}
		exe, err := os.Stat(filepath.Join(c.Path("bin", e.Name()), BinaryName))
		if err != nil {
			continue // of a package without tests
		}
		all = append(all, binary{e.Name(), fi.ModTime(), exe.Size()})
		total += exe.Size()
	}
	slices.SortFunc(all, func(a, b binary) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.key, b.key)) })
	now := time.Now()
	for _, b := range all {
		if total <= MaxBinaries || now.Sub(b.used) < InUse {
			return
		}
		c.Remove("bin", b.key)
		total -= b.size
	}
}

// Remove removes an entry, all at once as it has come: half an entry would be
// taken for a whole one by who is interrupted here, and by other commands.
func (c *Cache) Remove(kind, key string) {
	path := c.Path(kind, key)
	if kind == "tmp" {
		os.RemoveAll(path)
		return
	}
	tmp, remove, err := c.Scratch()
	if err != nil {
		return
	}
	defer remove()
	os.Rename(path, filepath.Join(tmp, key))
}

// Hold keeps the binaries at these paths in the cache, whatever other commands put there, until
// the function that it returns is called. An exploration may take days, and
// starts its binary anew now and then.
func Hold(paths []string) (release func()) {
	tick := time.NewTicker(touchInterval / 2)
	done := make(chan struct{})
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-tick.C:
				for _, path := range paths {
					os.Chtimes(filepath.Dir(path), now, now)
				}
			}
		}
	}()
	return func() { close(done) }
}

// BinaryName is the test binary's name in its cache entry.
const BinaryName = "test.exe"
