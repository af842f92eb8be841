package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"

	"gocheck.dev/internal/annotations"
	"gocheck.dev/internal/files"
	"gocheck.dev/internal/junit"
	"gocheck.dev/internal/page"
	"gocheck.dev/internal/wire"
)

// A watcher makes something else of a package's results than what is printed: a
// report for a build server, a page for a browser.
type watcher interface {
	// ended is told of a test that has a result; text is what was printed of it.
	ended(r *run, test string, t *testState, res *wire.Result, text string)
	skipped(test, reason string)
	// broken is told what keeps the package, or a part of it, from being tested.
	broken(text string)
	// over is told that nothing more comes, and which tests were not run.
	over(r *run, notRun []string)
}

// watchers are those that were asked for. Annotations go where the text goes,
// unless a program reads that.
func (a *App) watchers(o *options, into *results, stdout, stderr io.Writer) []watcher {
	var all []watcher
	if o.annotations == "github" {
		w := stdout
		if o.json {
			w = stderr
		}
		all = append(all, &annotator{toGitHub(w), a.Dir, annotations.Root(a.Dir)})
	}
	if o.sarif != "" {
		keep := func(x annotations.Annotation) { into.found = append(into.found, x) }
		all = append(all, &annotator{keep, a.Dir, annotations.Root(a.Dir)})
	}
	if o.junit != "" {
		all = append(all, &junitWatcher{suite: &into.suite, strict: o.exhaustive})
	}
	if o.html != "" {
		all = append(all, &pageWatcher{into: into})
	}
	return all
}

// broken and over tell the watchers.
func (r *run) broken(err error) {
	for _, w := range r.watchers {
		w.broken(r.report.Shorten(err.Error()))
	}
}

func (r *run) over(notRun []string) {
	for _, w := range r.watchers {
		w.over(r, notRun)
	}
}

// results are those of a package, as watchers keep them.
type results struct {
	suite    junit.Suite
	found    []annotations.Annotation // for -sarif
	explored []page.Explored          // by -algo=r4
}

// reports are the results of all packages, as files.
type reports struct {
	a        *App
	o        *options
	packages []results
}

// begin writes a report without tests: whatever this run comes to, no reader takes that of an
// earlier one for its own, and a place that cannot be written to is known before anything is
// explored.
func (p *reports) begin() error { return p.write() }

func (p *reports) write() error {
	var tested []junit.Suite
	var explored []page.Explored
	var found []annotations.Annotation
	for _, r := range p.packages {
		found = append(found, r.found...)
		if r.suite.Name != "" { // it has tests, or is broken
			tested = append(tested, r.suite)
		}
		explored = append(explored, r.explored...)
	}
	if p.o.junit != "" {
		if err := junit.Write(p.a.path(p.o.junit), tested); err != nil {
			return err
		}
	}
	if p.o.sarif != "" {
		text, err := annotations.SARIF(annotations.Root(p.a.Dir), ownVersion(), found)
		if err != nil {
			return err
		}
		if err := files.Replace(p.a.path(p.o.sarif), text, 0o644); err != nil {
			return fmt.Errorf("writing the SARIF report: %w", err)
		}
	}
	if p.o.html == "" {
		return nil
	}
	html, err := page.Conflicts(explored)
	if err != nil {
		return err
	}
	return savePage(p.a.path(p.o.html), html)
}

// path is the absolute path of a file that the user has named.
func (a *App) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.Dir, name)
}

// broken reports that nothing could be tested at all, and why.
func (p *reports) broken(why error) error {
	p.packages = []results{{suite: junit.Suite{Name: "gocheck"}}}
	for _, w := range p.a.watchers(p.o, &p.packages[0], p.a.Stdout, p.a.Stderr) {
		w.broken(why.Error())
	}
	return cmp.Or(p.write(), why)
}
