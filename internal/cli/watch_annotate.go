package cli

import (
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gocheck.dev/internal/annotations"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// An annotator writes annotations for a build server.
type annotator struct {
	w    io.Writer
	dir  string // where the user is
	root string // of the repository
}

func (a *annotator) ended(r *run, test string, t *testState, res *wire.Result, _ string) {
	tell := func(level, pos, what string, lines ...string) {
		a.put(level, pos, a.testPos(r, test), test+": "+what, r.report.Shorten(strings.Join(lines, "\n")))
	}
	for _, f := range t.failures {
		lines := append([]string{f.Message}, f.Details...)
		if d := report.Difference(f.Schedule); d != "" {
			lines = append(lines, "what makes the difference: "+d)
		}
		if again := r.printed(t, f, res).Rerun; again != "" {
			lines = append(lines, "To re-run: "+again)
		}
		tell("error", f.Pos, report.KindText(f.Kind), lines...)
	}
	switch res.Verdict {
	case "fail":
		if len(t.failures) == 0 {
			tell("error", "", res.Verdict, res.Reason)
		}
	case "error":
		tell("error", res.Pos, res.Verdict, res.Reason)
	case "incomplete", "unsupported":
		tell("notice", res.Pos, res.Verdict, res.Reason)
	}
	for _, w := range res.Warnings {
		tell("warning", w.Pos, w.Kind, append([]string{w.Message}, w.Details...)...)
	}
}

func (*annotator) skipped(string, string) {}
func (*annotator) over(*run, []string)    {}

// atLine is an error of the compiler's, or one like it.
var atLine = regexp.MustCompile(`(?m)^([^\s:][^:\n]*:\d+(?::\d+)?): (.+)$`)

func (a *annotator) broken(text string) {
	found := atLine.FindAllStringSubmatch(text, -1)
	if found == nil {
		a.put("error", "", "", "gocheck", strings.TrimSpace(text))
	}
	for _, m := range found {
		a.put("error", m[1], "", "gocheck", m[2])
	}
}

// put writes one annotation: at pos, or at the second position where pos is in
// no file of the repository, such as in a dependency.
func (a *annotator) put(level, pos, orAt, title, message string) {
	x := annotations.Annotation{Level: level, Title: title, Message: message}
	for _, p := range []string{pos, orAt} {
		file, line, col := position(p)
		if file == "" {
			continue
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(a.dir, file)
		}
		if rel, ok := annotations.Relative(a.root, file); ok {
			x.File, x.Line, x.Col = rel, line, col
			break
		}
	}
	io.WriteString(a.w, printable.Own(x.GitHub()))
}

// testPos is where a test is declared.
func (a *annotator) testPos(r *run, test string) string {
	for _, t := range r.binary.Tests {
		if t.Name == test {
			return t.Pos.String()
		}
	}
	return ""
}

var positionForm = regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?$`)

// position takes a position apart; the file is "" if it is none.
func position(pos string) (file string, line, col int) {
	m := positionForm.FindStringSubmatch(pos)
	if m == nil {
		return "", 0, 0
	}
	line, _ = strconv.Atoi(m[2])
	col, _ = strconv.Atoi(m[3])
	return m[1], line, col
}
