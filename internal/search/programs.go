package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"gocheck.dev/instrument"
)

// A group is a set of failing programs that the page has a summary of.
type group struct {
	name     string
	dir      string   // of the module, or of modules, each of which is copied and has its own go.mod
	copied   []string // those modules
	patterns []string
	tests    string // a regular expression: the tests that can fail
}

// groups are all of them. Of bugs those are left out that have many dependencies: make bugs runs
// them by default flags.
var groups = []group{
	{name: "search", dir: ".", patterns: []string{"./testdata/search/..."}},
	{name: "kernels", dir: ".", patterns: []string{"./testdata/kernels/..."}, tests: "Buggy$"},
	{name: "examples", dir: ".", patterns: []string{"./testdata/examples/..."}},
	{name: "bugs", dir: "internal/e2e/testdata/bugs", patterns: []string{"."}, copied: []string{
		"clockwork-ticker", "cron-entries", "pond-dispatcher-close", "pond-submit-wakeup", "suture-servebackground", "sync-semaphore",
	}},
}

// A binary is a test binary, and the group that it is of.
type binary struct {
	instrument.Binary
	group *group
}

// built builds all that match -groups. clean removes what it has made, also after an error.
func built(ctx context.Context) (list []binary, clean func(), err error) {
	dir, err := os.MkdirTemp("", "search")
	if err != nil {
		return nil, func() {}, err
	}
	clean = func() { os.RemoveAll(dir) }
	wanted, err := regexp.Compile(*some)
	if err != nil {
		return nil, clean, err
	}
	for i := range groups {
		g := &groups[i]
		if !wanted.MatchString(g.name) {
			continue
		}
		modules := []string{g.dir}
		if len(g.copied) > 0 {
			modules = nil
		}
		for _, name := range g.copied {
			to := filepath.Join(dir, name)
			if err := os.CopyFS(to, os.DirFS(filepath.Join(g.dir, name))); err != nil {
				return nil, clean, err
			}
			download := exec.CommandContext(ctx, "go", "mod", "download")
			download.Dir = to
			if text, err := download.CombinedOutput(); err != nil {
				return nil, clean, fmt.Errorf("downloading what %s requires: %w\n%s", name, err, text)
			}
			modules = append(modules, to)
		}
		for _, module := range modules {
			binaries, err := instrument.Build(ctx, instrument.Config{Dir: module, Patterns: g.patterns})
			if err != nil {
				return nil, clean, err
			}
			for _, b := range binaries {
				if b.Err != nil {
					return nil, clean, fmt.Errorf("%s: %w", b.ImportPath, b.Err)
				}
				list = append(list, binary{Binary: b, group: g})
			}
		}
	}
	return list, clean, nil
}
