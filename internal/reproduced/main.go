package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gocheck.dev/internal/verdicts"
)

var (
	out    = flag.String("o", "docs/measured/repro.md", "file to write")
	only   = flag.String("in", "", "only folders whose name (group/folder) matches, a regular expression; the page is printed")
	runs   = flag.Int("n", 100, "native runs of a reproduction")
	budget = flag.String("budget", "10s", "time for leaving out what is not needed")
	beside = flag.Int("p", 1, "reproductions that are made at a time")
)

// enough is the share of native runs that have to fail.
const enough = 0.95

// A group is a part of the page.
type group struct {
	name    string
	folders string // a pattern
	tests   string // which of their tests are to fail, a regular expression
}

var groups = []group{
	{"kernels", "testdata/kernels/*", "Buggy$"},
	{"examples", "testdata/examples/*", ""},
	{"bugs", "internal/e2e/testdata/bugs/*", ""},
	{"found", "testdata/found", ""},
}

// A row is a failing test.
type row struct {
	group, folder string
	test          verdicts.Test
	dir           string // the folder
	schedule      string // a copy of it

	runs, failed, gates, lines int
	trouble                    string // it could not be made
}

func (r *row) name() string { return r.group + "/" + r.folder + "." + r.test.Name }

// good reports whether it fails nearly each time.
func (r *row) good() bool { return r.runs > 0 && float64(r.failed) >= enough*float64(r.runs) }

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "reproduced: %v\n", err)
		os.Exit(1)
	}
}

// run works in the root of the repository.
func run(ctx context.Context) error {
	match, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-in: %w", err)
	}
	dir, err := os.MkdirTemp("", "reproduced")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	gocheck, err := verdicts.Build(ctx, dir)
	if err != nil {
		return err
	}
	var rows []*row
	for _, g := range groups {
		some, err := g.failures(ctx, gocheck, dir, match)
		if err != nil {
			return err
		}
		rows = append(rows, some...)
	}
	var wg sync.WaitGroup
	slots := make(chan bool, *beside)
	for i, r := range rows {
		slots <- true
		wg.Go(func() {
			defer func() { <-slots }()
			r.make(ctx, gocheck, filepath.Join(dir, strconv.Itoa(i)))
			fmt.Fprintf(os.Stderr, "%s: %s\n", r.name(), r)
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var doc bytes.Buffer
	page(&doc, rows)
	if *only != "" {
		fmt.Print(doc.String())
		return nil
	}
	if err := os.WriteFile(*out, doc.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// failures explores the tests of a group, each up to its first failure. Schedules are moved to a
// folder at once: saved ones are run first by whoever else runs these tests.
func (g *group) failures(ctx context.Context, gocheck *verdicts.Command, to string, match *regexp.Regexp) ([]*row, error) {
	folders, err := filepath.Glob(g.folders)
	if err != nil || len(folders) == 0 {
		return nil, fmt.Errorf("no folder %s: %w", g.folders, err)
	}
	var rows []*row
	for _, folder := range folders {
		x, err := os.Stat(folder)
		if err != nil || !x.IsDir() || !match.MatchString(g.name+"/"+filepath.Base(folder)) {
			continue
		}
		tests, err := gocheck.Run(ctx, folder, nil, "-save", "-p=1", "-executions=1000", "-budget=10s", "-run="+g.tests, ".")
		if err != nil {
			return nil, err
		}
		for _, t := range tests {
			r := &row{group: g.name, folder: filepath.Base(folder), test: t}
			if len(t.Failures) == 0 || t.Failures[0].Schedule == "" {
				continue
			}
			saved := t.Failures[0].Schedule
			if !filepath.IsAbs(saved) {
				saved = filepath.Join(folder, saved)
			}
			text, err := os.ReadFile(saved)
			if err != nil {
				return nil, fmt.Errorf("reading a schedule: %w", err)
			}
			r.dir, r.schedule = folder, filepath.Join(to, strings.ReplaceAll(r.name(), "/", "_"))
			if err := os.WriteFile(r.schedule, text, 0o666); err != nil {
				return nil, fmt.Errorf("copying a schedule: %w", err)
			}
			if err := os.Remove(saved); err != nil {
				return nil, fmt.Errorf("removing a schedule: %w", err)
			}
			os.Remove(filepath.Dir(saved)) // if there is no other
			os.Remove(filepath.Dir(filepath.Dir(saved)))
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Compare(a.name(), b.name()) })
	return rows, nil
}

// said are the parts of what gocheck repro prints.
var (
	saidRuns  = regexp.MustCompile(`: fails in (\d+) of (\d+) runs by`)
	saidGates = regexp.MustCompile(`(?m)^ {4}gate `)
)

// make makes the reproduction, in a folder.
func (r *row) make(ctx context.Context, gocheck *verdicts.Command, folder string) {
	cmd := exec.CommandContext(ctx, gocheck.Path, "repro", "-progress=off", "-budget="+*budget, "-runs="+strconv.Itoa(*runs), "-o="+folder, r.schedule)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOCHECKCACHE="+gocheck.Cache)
	text, err := cmd.CombinedOutput()
	m := saidRuns.FindSubmatch(text)
	if m == nil {
		if err == nil {
			err = errors.New("nothing was said")
		}
		r.trouble = fmt.Sprintf("%v: %s", err, bytes.TrimSpace(text))
		return
	}
	r.failed, _ = strconv.Atoi(string(m[1]))
	r.runs, _ = strconv.Atoi(string(m[2]))
	r.gates = len(saidGates.FindAll(text, -1))
	if diff, err := os.ReadFile(filepath.Join(folder, "gates.diff")); err == nil {
		for line := range strings.Lines(string(diff)) {
			if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") {
				r.lines++
			}
		}
	}
}

// String is what came of it.
func (r *row) String() string {
	if r.trouble != "" {
		return r.trouble
	}
	return fmt.Sprintf("%d of %d, %d gates", r.failed, r.runs, r.gates)
}
