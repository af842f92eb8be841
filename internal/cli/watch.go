package cli

import (
	"cmp"
	"io"
	"path/filepath"

	"gocheck.dev/internal/annotations"
	"gocheck.dev/internal/junit"
	"gocheck.dev/internal/wire"
)

// A watcher makes something else of a package's results than what is printed:
// a report for a build server.
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
func (a *App) watchers(o *options, suite *junit.Suite, stdout, stderr io.Writer) []watcher {
	var all []watcher
	if o.annotations == "github" {
		w := stdout
		if o.json {
			w = stderr
		}
		all = append(all, &annotator{w, a.Dir, annotations.Root(a.Dir)})
	}
	if o.junit != "" {
		all = append(all, &junitWatcher{suite: suite, strict: o.exhaustive})
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

// reports are the results of all packages for build servers.
type reports struct {
	a      *App
	o      *options
	suites []junit.Suite
}

// begin writes a report without tests: whatever becomes of this run, nobody
// takes that of an earlier one for its own, and a place that cannot be written
// to is known before anything is explored.
func (p *reports) begin() error { return p.write() }

func (p *reports) write() error {
	if p.o.junit == "" {
		return nil
	}
	path := p.o.junit
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.a.Dir, path)
	}
	var tested []junit.Suite
	for _, s := range p.suites {
		if s.Name != "" { // it has tests, or is broken
			tested = append(tested, s)
		}
	}
	return junit.Write(path, tested)
}

// broken reports that nothing could be tested at all, and why.
func (p *reports) broken(why error) error {
	p.suites = []junit.Suite{{Name: "gocheck"}}
	for _, w := range p.a.watchers(p.o, &p.suites[0], p.a.Stdout, p.a.Stderr) {
		w.broken(why.Error())
	}
	return cmp.Or(p.write(), why)
}
