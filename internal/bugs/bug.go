package main

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gocheck.dev/internal/schedule"
)

// A bug is a row of the table: what it is, and what came out.
type bug struct {
	name          string
	about         string // what the bug is
	module        string // path of the module that has it
	buggy, fixed  string // its versions
	found         outcome
	seconds       float64 // of the whole command, from the source to the report
	steps         int     // of the saved schedule
	repaired      outcome
	failed, tried int // of the runs by go test -race
}

// try does all that there is to do with a bug, in a copy in dir.
func (r *runner) try(ctx context.Context, name, dir string) (*bug, error) {
	b := &bug{name: name}
	original := filepath.Join(*from, name)
	if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
		return nil, fmt.Errorf("copying the module: %w", err)
	}
	var err error
	if b.about, err = about(dir); err != nil {
		return nil, err
	}
	if b.module, b.buggy, err = pinned(filepath.Join(dir, "go.mod")); err != nil {
		return nil, err
	}
	if err := r.download(ctx, dir); err != nil {
		return nil, err
	}
	if b.failed, b.tried, err = r.natively(ctx, dir); err != nil {
		return nil, err
	}
	start := time.Now()
	if b.found, err = r.gocheck(ctx, dir, "-p=1", "."); err != nil {
		return nil, err
	}
	b.seconds = time.Since(start).Seconds()
	if err := b.check(); err != nil {
		return nil, err
	}
	saved := filepath.Join(dir, filepath.FromSlash(b.found.Schedule))
	s, err := schedule.Load(saved)
	if err != nil {
		return nil, fmt.Errorf("reading the saved schedule: %w", err)
	}
	b.steps = len(s.Steps)
	if err := r.replay(ctx, dir, &b.found); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(filepath.Join(dir, "testdata")); err != nil {
		return nil, fmt.Errorf("removing the saved schedule: %w", err)
	}

	for _, file := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(modules, name, file+".fixed"))
		if err != nil {
			return nil, fmt.Errorf("reading the fixed version: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
			return nil, fmt.Errorf("writing the fixed version: %w", err)
		}
	}
	if _, b.fixed, err = pinned(filepath.Join(dir, "go.mod")); err != nil {
		return nil, err
	}
	if err := r.download(ctx, dir); err != nil {
		return nil, err
	}
	if b.repaired, err = r.gocheck(ctx, dir, "-p=1", "."); err != nil {
		return nil, err
	}
	if v := b.repaired.Verdict; v != "pass" && v != "incomplete" {
		return nil, fmt.Errorf("version %s: verdict %s\n%s", b.fixed, v, b.repaired.text)
	}
	fmt.Fprintf(os.Stderr, "%-24s %d executions; go test -race: %d of %d; fixed: %s\n", name, b.found.Executions, b.failed, b.tried, b.repaired.Verdict)
	return b, nil
}

// check holds what was found against the bounds.
func (b *bug) check() error {
	f := &b.found
	switch {
	case f.Verdict != "fail" || f.Schedule == "":
		return fmt.Errorf("not found: verdict %s\n%s", f.Verdict, f.text)
	case f.Executions > maxExecutions || f.Elapsed > maxSeconds:
		return fmt.Errorf("found by %d executions in %.1f s, which is too late", f.Executions, f.Elapsed)
	}
	return nil
}

// replay demands the same failure of a saved schedule, again and again.
func (r *runner) replay(ctx context.Context, dir string, want *outcome) error {
	for range *replays {
		got, err := r.gocheck(ctx, dir, "replay", want.Schedule)
		if err != nil {
			return err
		}
		if got.Kind != want.Kind || got.Message != want.Message || got.Pos != want.Pos {
			return fmt.Errorf("replay differs: %s %q at %s instead of %s %q at %s\n%s",
				got.Kind, got.Message, got.Pos, want.Kind, want.Message, want.Pos, got.text)
		}
	}
	return nil
}

// about takes from the head of scenario.go what the bug is: its first line,
// without the package's name.
func about(dir string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "scenario.go"), nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return "", fmt.Errorf("reading what the bug is: %w", err)
	}
	line, _, _ := strings.Cut(f.Doc.Text(), "\n")
	_, text, ok := strings.Cut(line, ": ")
	if !ok {
		return "", fmt.Errorf("scenario.go does not say what the bug is: %q", line)
	}
	return strings.TrimSuffix(text, "."), nil
}

var requirement = regexp.MustCompile(`(?m)^require (\S+) (\S+)$`)

// pinned is the module, and its version, that a go.mod requires by a line of
// its own: the one with the bug.
func pinned(file string) (module, version string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", "", fmt.Errorf("reading the version: %w", err)
	}
	m := requirement.FindSubmatch(text)
	if m == nil {
		return "", "", fmt.Errorf("%s requires nothing by a line of its own", file)
	}
	return string(m[1]), string(m[2]), nil
}
