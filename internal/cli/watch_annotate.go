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
	"gocheck.dev/internal/wording"
)

// An annotator makes annotations of results: lines in a build server's log, or a report that
// other tools read.
type annotator struct {
	put  func(annotations.Annotation)
	dir  string // where the user is
	root string // of the repository
}

// toGitHub writes annotations as a workflow of GitHub reads them.
func toGitHub(w io.Writer) func(annotations.Annotation) {
	return func(x annotations.Annotation) { io.WriteString(w, printable.Own(x.GitHub())) }
}

func (a *annotator) ended(r *run, test string, t *testState, res *wire.Result, _ string) {
	tell := func(level, kind, pos string, failure *found, lines ...string) {
		x := annotations.Annotation{Level: level, Kind: strings.ReplaceAll(wording.Kind(kind), " ", "-"), Title: test + ": " + wording.Kind(kind), Message: r.report.Shorten(strings.Join(lines, "\n"))}
		if failure != nil {
			x.Steps, x.ID = a.steps(r, failure.Schedule), filepath.Base(failure.file)
		}
		a.tell(x, pos, a.testPos(r, test))
	}
	for _, f := range t.failures {
		lines := append([]string{report.Said(f.Message)}, f.Details...)
		if d := report.Difference(f.Schedule); d != "" {
			lines = append(lines, "what makes the difference: "+d)
		}
		if again := r.printed(t, f, res).Rerun; again != "" {
			lines = append(lines, "To re-run: "+again)
		}
		tell("error", f.Kind, f.Pos, f, lines...)
	}
	switch res.Verdict {
	case "fail":
		if len(t.failures) == 0 {
			tell("error", res.Verdict, "", nil, res.Reason)
		}
	case "error":
		tell("error", res.Verdict, res.Pos, nil, res.Reason)
	case "incomplete", "unsupported":
		tell("notice", res.Verdict, res.Pos, nil, res.Reason)
	}
	for _, w := range res.Warnings {
		tell("warning", w.Kind, w.Pos, nil, append([]string{w.Message}, w.Details...)...)
	}
}

func (*annotator) skipped(string, string) {}
func (*annotator) over(*run, []string)    {}

// atLine is an error of the compiler's, or one like it.
var atLine = regexp.MustCompile(`(?m)^([^\s:][^:\n]*:\d+(?::\d+)?): (.+)$`)

func (a *annotator) broken(text string) {
	found := atLine.FindAllStringSubmatch(text, -1)
	if found == nil {
		a.tell(brokenBy(strings.TrimSpace(text)))
	}
	for _, m := range found {
		a.tell(brokenBy(m[2]), m[1])
	}
}

func brokenBy(text string) annotations.Annotation {
	return annotations.Annotation{Level: "error", Kind: "build", Title: "gocheck", Message: text}
}

// steps are those of a schedule, with the places that are in the repository.
func (a *annotator) steps(r *run, s *wire.Schedule) []annotations.Step {
	if s == nil {
		return nil
	}
	lanes := report.LanesOf(s)
	all := make([]annotations.Step, len(s.Steps))
	for i := range s.Steps {
		x := &s.Steps[i]
		all[i] = annotations.Step{Task: lanes.Name(x.Task), Text: lanes.Describe(x)}
		all[i].File, all[i].Line, all[i].Col = a.place(x.Pos)
	}
	return all
}

// place is a position in the repository; the file is "" if it is in none of its files.
func (a *annotator) place(pos string) (file string, line, col int) {
	file, line, col = position(pos)
	if file == "" {
		return "", 0, 0
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(a.dir, file)
	}
	rel, ok := annotations.Relative(a.root, file)
	if !ok {
		return "", 0, 0
	}
	return rel, line, col
}

// tell makes one annotation: at the first of the positions that is in a file of the
// repository. That of a failure may be in a dependency.
func (a *annotator) tell(x annotations.Annotation, at ...string) {
	for _, pos := range at {
		if x.File, x.Line, x.Col = a.place(pos); x.File != "" {
			break
		}
	}
	a.put(x)
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
