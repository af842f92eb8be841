package cli

import (
	"fmt"
	"os"
	"time"

	"gocheck.dev/internal/page"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// writePage is `gocheck show -html FILE SCHEDULE`.
func (a *App) writePage(to string, file *schedule.File) error {
	source := findSource(file.Path, a.Dir, file.Schedule)
	html, err := page.Write(file.Schedule, func(name string) []byte { return source.read(name, time.Time{}) })
	if err != nil {
		return err
	}
	return savePage(to, html)
}

// savePage writes a page for a browser.
func savePage(to string, html []byte) error {
	if err := os.WriteFile(to, html, 0o666); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// A pageWatcher keeps what -algo=r4 has come to, for `gocheck -html FILE`.
type pageWatcher struct{ into *results }

func (p *pageWatcher) ended(r *run, test string, t *testState, res *wire.Result, _ string) {
	if t.conflicts != nil {
		p.into.explored = append(p.into.explored, page.Explored{
			Package: r.binary.ImportPath, Test: test, Verdict: res.Verdict, Report: t.conflicts, Options: r.report,
		})
	}
}

func (*pageWatcher) skipped(string, string) {}
func (*pageWatcher) broken(string)          {}
func (*pageWatcher) over(*run, []string)    {}
