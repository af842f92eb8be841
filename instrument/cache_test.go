package instrument

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// Entries that nobody has used for long are removed; a use keeps an entry.
func TestTrim(t *testing.T) {
	cfg := &Config{Cache: t.TempDir()}
	c, err := openCache(cfg)
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * maxAge)
	for _, key := range []string{"old", "used"} {
		dir, err := c.fill("unit", key, func(dir string) error {
			return writeTree(dir, map[string][]byte{"info.json": []byte("{}")})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if !c.has("unit", "used") {
		t.Fatal("the entry is not there")
	}
	if _, err := openCache(cfg); err != nil { // not yet: trimmed a moment ago
		t.Fatal(err)
	}
	if _, err := os.Stat(c.path("unit", "old")); err != nil {
		t.Error("trimmed more often than once in trimInterval")
	}
	if err := os.Chtimes(filepath.Join(c.dir, "trim.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := openCache(cfg); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.path("unit", "old")); err == nil {
		t.Error("the old entry is still there")
	}
	if _, err := os.Stat(c.path("unit", "used")); err != nil {
		t.Error("the used entry is gone")
	}
}

// Two commands may build the same packages at the same time.
func TestConcurrentBuilds(t *testing.T) {
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

func TestSplitFlags(t *testing.T) {
	got := splitFlags(` -tags=a,b "-ldflags=-s -w"	'-gcflags=all=-N -l' -v`)
	want := []string{"-tags=a,b", "-ldflags=-s -w", "-gcflags=all=-N -l", "-v"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	g := &goCommand{vars: map[string]string{"GOFLAGS": `-mod=vendor "-ldflags=-s -w" -v`}}
	if got, want := g.buildFlags(), "-mod=readonly '-ldflags=-s -w' -v"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
