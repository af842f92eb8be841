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

	"gocheck.dev/internal/longtest"
)

// Entries that nobody has used for long are removed; a use keeps an entry.
func TestTrim(t *testing.T) {
	cfg := &Config{Cache: t.TempDir()}
	c, err := openCache(cfg.Cache)
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
	if _, err := openCache(cfg.Cache); err != nil { // not yet: trimmed a moment ago
		t.Fatal(err)
	}
	if _, err := os.Stat(c.path("unit", "old")); err != nil {
		t.Error("trimmed more often than once in trimInterval")
	}
	if err := os.Chtimes(filepath.Join(c.dir, "trim.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := openCache(cfg.Cache); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.path("unit", "old")); err == nil {
		t.Error("the old entry is still there")
	}
	if _, err := os.Stat(c.path("unit", "used")); err != nil {
		t.Error("the used entry is gone")
	}
}

// The binaries that were not used for longest go when all of them are too
// large, and stay while they may be in use.
func TestBound(t *testing.T) {
	b := newBench(t, plainModule)
	c, err := openCache(b.cfg.Cache)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	// Holes in files take no space.
	for key, e := range map[string]struct {
		share int64
		age   time.Duration
	}{
		"oldest":    {maxBinaries / 2, 72 * time.Hour},
		"old":       {maxBinaries / 2, 48 * time.Hour},
		"not old":   {maxBinaries / 4, 24 * time.Hour},
		"yesterday": {maxBinaries / 4, 12 * time.Hour},
		"recent":    {maxBinaries / 4, inUse / 2},
	} {
		dir, err := c.fill("bin", key, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, binaryName), nil, 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, binaryName), e.share); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, now, now.Add(-e.age)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		for _, key := range []string{"oldest", "old", "not old", "yesterday", "recent"} {
			_, err := os.Stat(c.path("bin", key))
			if there := slices.Contains(want, key); (err == nil) != there {
				t.Errorf("%s: %v, want it there: %v", key, err, there)
			}
		}
		if left, err := os.ReadDir(c.path("tmp", "")); err != nil || len(left) > 0 {
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
	if err := os.Truncate(filepath.Join(c.path("bin", "recent"), binaryName), 2*maxBinaries); err != nil {
		t.Fatal(err)
	}
	old := now.Add(-2 * inUse)
	if err := os.Chtimes(filepath.Dir(all[0].Path), old, old); err != nil {
		t.Fatal(err)
	}
	if again, err := b.build("."); err != nil || again[0].Err != nil || b.last.built != 0 {
		t.Fatal(err, again, b.last)
	}
	c.bound()
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

func TestSplitFlags(t *testing.T) {
	got := splitFlags(` -tags=a,b "-ldflags=-s -w"	'-gcflags=all=-N -l' -v`)
	want := []string{"-tags=a,b", "-ldflags=-s -w", "-gcflags=all=-N -l", "-v"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	g := &goCommand{vars: map[string]string{"GOFLAGS": `-mod=vendor "-ldflags=-s -w" -v`}}
	for name, quoted := range map[string]string{
		"c":   "-gcflags=gocheck.dev/checker=-pgoprofile=OWN -gcflags=gocheck.dev/runtime=-pgoprofile=OWN ",
		"c d": `'-gcflags=gocheck.dev/checker="-pgoprofile=OWN"' '-gcflags=gocheck.dev/runtime="-pgoprofile=OWN"' `,
		"c'd": "",
	} {
		own := filepath.Join(t.TempDir(), name)
		file := filepath.Join(own, "runtime", "hot.pprof")
		for _, profiled := range []string{"", strings.ReplaceAll(quoted, "OWN", file)} {
			if got, want := buildFlags(g, own), "-mod=readonly -ldflags=-w "+profiled+"'-ldflags=-s -w' -v"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
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
	if err := writeJSON(entries[0], map[string]string{"errors": filepath.Join(b.dir, "gone")}); err != nil {
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

	src := filepath.Join(b.dir, "goroot")
	if err := os.MkdirAll(src, 0o777); err != nil {
		t.Fatal(err)
	}
	b.write(src, "-- errors.go --\npackage errors\n")
	std := &listed{ImportPath: "errors", Dir: src, Standard: true, GoFiles: []string{"errors.go"}}
	l := &loader{g: &goCommand{}, gr: &graph{byID: map[string]*listed{"errors": std}}}
	before := l.exportKey([]string{"errors"})
	if l.exportKey([]string{"errors"}) != before {
		t.Error("the key changes by itself")
	}
	b.write(src, "-- errors.go --\npackage errors // changed\n")
	if l.exportKey([]string{"errors"}) == before {
		t.Error("a change of the standard library goes unnoticed")
	}
}
