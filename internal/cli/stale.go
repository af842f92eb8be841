package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// stale is a saved schedule whose program has changed since.
type stale struct {
	file *schedule.File
	*wire.Saved
}

// loadSaved puts the schedules that are saved beneath the package into the
// configuration. Damaged ones are an error of their own: the rest of the
// package is explored all the same.
func (r *run) loadSaved(config *wire.Config, stderr io.Writer) {
	saved, err := schedule.LoadAll(r.binary.Dir)
	if err != nil {
		r.errors++
		for line := range strings.Lines(err.Error() + "\n") {
			fmt.Fprint(stderr, r.report.Shorten(line))
		}
		r.broken(err)
	}
	config.Saved = map[string][]wire.Schedule{}
	r.saved = map[string][]schedule.File{}
	for _, test := range slices.Sorted(maps.Keys(saved)) {
		if why := r.useless(saved[test][0].Schedule); why != "" {
			dir := relative(r.dir, filepath.Dir(saved[test][0].Path))
			if beside(saved, test) { // its folder is not to be deleted
				dir = relative(r.dir, saved[test][0].Path)
			}
			fmt.Fprintln(stderr, printable.Line(fmt.Sprintf("gocheck: warning: %s is left out: %s; delete it", dir, why)))
		}
		for _, f := range saved[test] {
			if f.Schedule.Package != r.binary.ImportPath || !r.sameOptions(f.Schedule) {
				continue
			}
			r.saved[test] = append(r.saved[test], f)
			config.Saved[test] = append(config.Saved[test], *f.Schedule)
		}
	}
}

// beside reports whether a schedule of the test lies in the folder of those of another one.
func beside(saved map[string][]schedule.File, test string) bool {
	dir := filepath.Dir(saved[test][0].Path)
	for other, files := range saved {
		if other != test && slices.ContainsFunc(files, func(f schedule.File) bool { return filepath.Dir(f.Path) == dir }) {
			return true
		}
	}
	return false
}

// useless says why the saved schedules of a test are not run, whatever the options are.
func (r *run) useless(s *wire.Schedule) string {
	of := r.binary.ImportPath
	if s.Package != of {
		return fmt.Sprintf("it is of package %s, not of %s", s.Package, of)
	} else if slices.ContainsFunc(r.binary.Tests, func(t instrument.Test) bool { return t.Name == s.Test }) {
		return ""
	}
	return fmt.Sprintf("there is no %s in %s any more", s.Test, of)
}

// wasSaved reports the run of a saved schedule. If it failed again, the failure that follows is
// this schedule's.
func (r *run) wasSaved(t *testState, test string, s *wire.Saved) {
	file := r.savedFile(test, s.Index)
	if file == nil {
		return
	}
	path := relative(r.dir, file.Path)
	r.emit.saved(test, path, s, len(file.Schedule.Steps))
	old := &stale{file, s}
	hardly := s.Left > 0 && s.Followed <= len(file.Schedule.Steps)/3
	switch {
	case s.Failed && s.Exact:
		t.failures = append(t.failures, &found{file: file.Path})
	case s.Failed:
		t.failures = append(t.failures, &found{stale: old})
	case r.replayed == nil && !r.o.verbose && !r.o.json && !hardly:
		// A regression test that passes does so in silence.
		return
	default:
		note := fmt.Sprintf("the saved schedule %s no longer fails", path)
		if where := old.where(); where != "" {
			note += "; " + where
		}
		t.notes = append(t.notes, note)
		if hardly {
			t.notes = append(t.notes, "it tests hardly anything any more: delete it, unless what is gone is to come back")
		}
	}
	if !s.Exact {
		t.tips = append(t.tips, tips.Stale)
	}
}

// where says how far the program follows the schedule.
func (s *stale) where() string {
	all := len(s.file.Schedule.Steps)
	text := ""
	switch {
	case s.Left == 1:
		text = fmt.Sprintf("the program does something else from the first of its %s on: %s", report.Plural(int64(all), "step"), s.people(s.Why))
	case s.Left == 2:
		text = fmt.Sprintf("the first of its %d steps happens as saved, then the program does something else: %s", all, s.people(s.Why))
	case s.Left > 2:
		text = fmt.Sprintf("the first %d of its %d steps happen as saved, then the program does something else: %s", s.Left-1, all, s.people(s.Why))
	}
	switch {
	case s.Left == 0 && s.New == 0:
		return text
	case s.Left == 0:
		text = fmt.Sprintf("all its %s happen", report.Plural(int64(all), "step"))
	case s.Followed > 0:
		text += fmt.Sprintf("; %d of its steps still happen", s.Followed)
	default:
		return text
	}
	if s.New > 0 {
		text += fmt.Sprintf(", and %s", report.Plural(int64(s.New), "new one"))
	}
	return text
}

// stableName is how schedules name a task that is not the first.
var stableName = regexp.MustCompile(`\bmain(?:/\d+)+\b`)

// people is a text in which tasks are called as in the columns of the schedule.
func (s *stale) people(text string) string {
	return stableName.ReplaceAllStringFunc(text, report.LanesOf(s.file.Schedule).Name)
}

// say is the text on the schedule for the report of a failure that it has led to.
func (s *stale) say(r *run) []string {
	path := relative(r.dir, s.file.Path)
	head := "The program has changed since " + path + " was saved"
	if where := s.where(); where != "" {
		head += ": " + where
	}
	notes := []string{printable.Line(r.report.Shorten(head)) + "."}
	if was := s.file.Schedule.Failure; was != nil && !s.Same {
		notes = append(notes, fmt.Sprintf("It fails in another way than that schedule did (%s: %s).", printable.Line(wording.Kind(was.Kind)), printable.Line(was.Message)))
	}
	if r.replayed != nil && !r.o.update {
		notes = append(notes, "To save it as it is now: gocheck replay -update "+printable.Word(path))
	}
	return notes
}

// comments are the lines that people have added to the file. The new file keeps them.
func (s *stale) comments() []string {
	if s == nil || !s.Same {
		return nil
	}
	all, err := schedule.Comments(s.file.Path)
	if err != nil {
		return nil // the file has been read before; it is removed only if it can be
	}
	return all
}

// replacedBy removes the stale schedule, if the one that was saved at path
// fails as it did and lies beside it: in review that is one file which has
// changed.
func (s *stale) replacedBy(r *run, path string) string {
	if dir, ok := schedule.PackageDir(s.file.Path); !ok || dir != r.binary.Dir || !s.Same || s.file.Path == path {
		return ""
	}
	old := relative(r.dir, s.file.Path)
	if err := os.Remove(s.file.Path); err != nil {
		return ", but the stale " + old + " could not be removed: " + err.Error()
	}
	return ", in the place of " + old
}
