package instrument

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/internal/longtest"
)

// The binaries that were not used for longest go when all of them are too
// large, and stay while they may be in use.
func TestBound(t *testing.T) {
	b := newBench(t, plainModule)
	c, err := cache.Open(b.cfg.Cache)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	// Holes in files take no space.
	for key, e := range map[string]struct {
		share int64
		age   time.Duration
	}{
		"oldest":    {cache.MaxBinaries / 2, 72 * time.Hour},
		"old":       {cache.MaxBinaries / 2, 48 * time.Hour},
		"not old":   {cache.MaxBinaries / 4, 24 * time.Hour},
		"yesterday": {cache.MaxBinaries / 4, 12 * time.Hour},
		"recent":    {cache.MaxBinaries / 4, cache.InUse / 2},
	} {
		dir, err := c.Fill("bin", key, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, cache.BinaryName), nil, 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, cache.BinaryName), e.share); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, now, now.Add(-e.age)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		for _, key := range []string{"oldest", "old", "not old", "yesterday", "recent"} {
			_, err := os.Stat(c.Path("bin", key))
			if there := slices.Contains(want, key); (err == nil) != there {
				t.Errorf("%s: %v, want it there: %v", key, err, there)
			}
		}
		if left, err := os.ReadDir(c.Path("tmp", "")); err != nil || len(left) > 0 {
			t.Errorf("left in tmp: %v %v", left, err)
		}
	}
	all, err := b.build(".")
	if err != nil || all[0].Err != nil {
		t.Fatal(err, all)
	}
	b.run(all[0], "PASS: TestDouble")
	check("not old", "yesterday", "recent") // and the new one is little

	// Were the rest as large, what may be in use would stay.
	if err := os.Truncate(filepath.Join(c.Path("bin", "recent"), cache.BinaryName), 2*cache.MaxBinaries); err != nil {
		t.Fatal(err)
	}
	old := now.Add(-2 * cache.InUse)
	if err := os.Chtimes(filepath.Dir(all[0].Path), old, old); err != nil {
		t.Fatal(err)
	}
	if again, err := b.build("."); err != nil || again[0].Err != nil || b.last.built != 0 {
		t.Fatal(err, again, b.last)
	}
	c.Bound()
	check("recent")
	if _, err := os.Stat(all[0].Path); err != nil {
		t.Errorf("what was used a moment ago is gone: %v", err)
	}
}

// Two commands may build the same packages at the same time.
func TestConcurrentBuilds(t *testing.T) {
	longtest.Only(t)
	b := newBench(t, plainModule)
	cfg := b.cfg
	cfg.Verbose = false
	var wg sync.WaitGroup
	all := make([][]Binary, 3)
	errs := make([]error, len(all))
	for i := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := newSession(context.Background(), &cfg, b.rewrite)
			if err != nil {
				errs[i] = err
				return
			}
			s.own = filepath.Join(filepath.Dir(b.dir), "standin")
			all[i], errs[i] = s.build(context.Background())
		}()
	}
	wg.Wait()
	for i := range all {
		if errs[i] != nil || all[i][0].Err != nil {
			t.Fatalf("%v %+v", errs[i], all[i])
		}
		b.run(all[i][0], "PASS: TestDouble")
	}
	left, err := os.ReadDir(filepath.Join(cfg.Cache, "tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left in tmp: %v %v", left, err)
	}
}

// The go command is asked for the types of the standard library once, and again
// when what it said is no longer there or the sources have changed.
func TestStandardTypes(t *testing.T) {
	const module = "-- go.mod --\nmodule example.com/u\n\ngo 1.22\n-- u.go --\npackage u\n\nimport \"errors\"\n\nvar Err = errors.New(\"x\")\n"
	b := newBench(t, module)
	edits := 0
	asked := func() bool {
		t.Helper()
		edits++
		b.write(b.dir, strings.Replace(module, "Err", "Err"+strings.Repeat("x", edits), 1))
		b.log.Reset()
		b.mustBuild(".")
		if b.last.loaded != 1 {
			t.Fatalf("%+v", b.last)
		}
		return strings.Contains(b.log.String(), "-export")
	}
	if !asked() {
		t.Error("the first time")
	}
	if asked() {
		t.Error("after an edit")
	}
	entries, err := filepath.Glob(filepath.Join(b.cfg.Cache, "types", "*", "info.json"))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if err := cache.WriteJSON(entries[0], map[string]string{"errors": filepath.Join(b.dir, "gone")}); err != nil {
		t.Fatal(err)
	}
	if !asked() {
		t.Error("when the go command has removed a file")
	}
	if asked() {
		t.Error("after that")
	}
	if err := os.RemoveAll(entries[0]); err != nil {
		t.Fatal(err)
	}
	if !asked() || asked() {
		t.Error("when the entry is damaged")
	}
}
