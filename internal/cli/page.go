package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gocheck.dev/internal/page"
	"gocheck.dev/internal/portable"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// writePage is `gocheck show -html FILE SCHEDULE`.
func (a *App) writePage(to string, file *schedule.File) error {
	source := portable.Find(file.Path, a.Dir, file.Schedule)
	editor, err := editorAddress(os.Getenv(editorVariable))
	if err != nil {
		return err
	}
	html, err := page.Write(file.Schedule, editor, func(name string) ([]byte, string) {
		path := ""
		if editor != "" { // else nobody who gets the page learns what the folders are called
			path = filepath.ToSlash(source.Path(name))
		}
		return source.Read(name, time.Time{}), path
	})
	if err != nil {
		return err
	}
	return savePage(to, html)
}

// editorVariable names the editor that pages lead to.
const editorVariable = "GOCHECKEDITOR"

var editorName = regexp.MustCompile(`^[a-z][a-z0-9+.-]*$`)

// editorAddress is the address of a place in an editor that is named by the scheme of its
// addresses, or given by the whole address.
func editorAddress(value string) (string, error) {
	scheme, _, whole := strings.Cut(value, "://")
	switch {
	case value == "":
		return "", nil
	case scheme == "javascript" || !editorName.MatchString(scheme) || whole && !strings.Contains(value, "{file}"):
		return "", usagef("%s=%s: want the name of an editor like vscode, or the address of a place in it like vscode://file{file}:{line}:{column}", editorVariable, printable.Line(value))
	case !whole:
		return value + "://file{file}:{line}:{column}", nil
	}
	return value, nil
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
