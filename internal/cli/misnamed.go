package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/files"
	"gocheck.dev/internal/meant"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/schedule"
)

// What is said of arguments that are something else than the command takes: a folder
// for a schedule, a schedule for a package, a file that would be overwritten.

// misnamed adds to an error of loading packages what they may have been meant as.
func (a *App) misnamed(args, packages []string, err error) error {
	var load *instrument.LoadError
	if !errors.As(err, &load) {
		return err
	}
	for i := range packages {
		hint := a.meant(args, packages, i)
		if hint != "" && hint == meant.Command(packages[i]) {
			return usagef("there is no command %s: %s", packages[i], hint)
		}
		if hint != "" {
			return &instrument.LoadError{Text: strings.TrimRight(load.Text, "\n") + "\ngocheck: " + hint}
		}
	}
	return err
}

// sayArgs warns if -args has taken what looks like the packages.
func (a *App) sayArgs(o *options, packages []string) {
	if len(packages) > 0 || len(o.args) == 0 {
		return
	}
	if arg := o.args[0]; strings.HasPrefix(arg, "./") || strings.HasPrefix(arg, "../") || strings.HasSuffix(arg, "/...") {
		arg = printable.Word(printable.Line(arg))
		fmt.Fprintf(a.Stderr, "gocheck: warning: %s is after -args, so it goes to the tests of this folder; packages come before, like: gocheck %[1]s -args X\n", arg)
	}
}

// helped adds to what the go command says of a package what helps.
func (a *App) helped(e *instrument.BuildError, dir string) error {
	hint := ""
	switch {
	case strings.HasPrefix(e.Text, "no Go files in ") && hasGoFiles(dir):
		pattern := filepath.ToSlash(relative(a.Dir, dir))
		hint = "did you mean " + printable.Word(strings.Replace("./"+printable.Line(pattern)+"/...", "./.", ".", 1)) + "?"
	case strings.Contains(e.Text, "build constraints exclude all Go files"):
		hint = "build tags are set by -tags, as in go test"
	case strings.Contains(e.Text, "undefined: ") && usesCgo(dir) && os.Getenv("CGO_ENABLED") == "0":
		hint = "CGO_ENABLED=0 leaves out the files that import \"C\""
	}
	if hint == "" {
		return e
	}
	better := *e
	better.Text = strings.TrimRight(e.Text, "\n") + "\ngocheck: " + hint
	return &better
}

// usesCgo reports whether a file of a folder imports "C".
func usesCgo(dir string) bool {
	entries, _ := os.ReadDir(dir) // else there are none
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") {
			return false
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		return err == nil && bytes.Contains(text, []byte("\nimport \"C\""))
	})
}

// hasGoFiles reports whether there are Go files below a folder.
func hasGoFiles(dir string) bool {
	found := false
	walkSome(dir, func(path string, d fs.DirEntry) {
		found = found || !d.IsDir() && strings.HasSuffix(path, ".go")
	})
	return found
}

// meantBy is what may have been meant by a -run that matches none of the tests.
func (b target) meantBy(run string) string {
	var names []string
	for _, t := range b.Tests {
		names = append(names, t.Name)
	}
	for _, s := range []string{run, "Test" + run} {
		if i := slices.IndexFunc(names, func(name string) bool { return run != "" && strings.EqualFold(name, s) }); i >= 0 {
			return "; did you mean -run " + names[i] + "?"
		}
		if near := meant.Nearest(s, names); run != "" && near != "" {
			return "; did you mean -run " + near + "?"
		}
	}
	return ""
}

var testName = regexp.MustCompile(`^Test[\p{Lu}_0-9][\p{L}_0-9/]*$`)

// meant suggests what the user may have meant by packages[i].
func (a *App) meant(args, packages []string, i int) string {
	name := packages[i]
	subcommand := len(args) > 0 && slices.Contains(commandNames(), args[0]) && args[0] == name
	switch {
	case subcommand:
		return ""
	case a.isSchedule(name):
		return "did you mean gocheck replay " + printable.Word(printable.Line(name)) + "?"
	case slices.Contains([]string{"true", "false", "yes", "no"}, name):
		return "the value of a flag that is given or not follows a =, like -v=false"
	case strings.HasPrefix(name, ".") || filepath.IsAbs(name):
		if near := a.sibling(name); near != "" {
			return "did you mean " + printable.Line(near) + "?"
		}
		return ""
	case a.isFolder(strings.TrimSuffix(strings.TrimSuffix(name, "..."), "/")):
		return "did you mean ./" + printable.Line(name) + "?"
	case testName.MatchString(name):
		return "did you mean -run " + name + "?"
	case i > 0 || strings.ContainsAny(name, "./"):
		return ""
	}
	if hint := meant.Command(name); hint != "" {
		return hint
	}
	if near := meant.Nearest(name, commandNames()); near != "" {
		return "did you mean gocheck " + near + "?"
	}
	return ""
}

// sibling is the pattern of the folder that one which is not there is most probably a misspelling
// of, "" if there is none.
func (a *App) sibling(pattern string) string {
	path, rest := strings.CutSuffix(pattern, "/...")
	path = strings.TrimSuffix(path, "/")
	if a.isFolder(path) {
		return ""
	}
	entries, _ := os.ReadDir(a.path(filepath.Dir(path))) // else there are none
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near := meant.Nearest(filepath.Base(path), names)
	if near == "" {
		return ""
	}
	near = strings.TrimSuffix(path, filepath.Base(path)) + near
	if rest {
		near += "/..."
	}
	return near
}

// leftOut is a test file of a package that has none for the go command; "" if there is none.
func leftOut(b *instrument.Binary) string {
	entries, _ := os.ReadDir(b.Dir) // else there are none
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, ".") {
			return filepath.Join(b.Dir, name)
		}
	}
	return ""
}

// isFolder reports whether a path is a folder.
func (a *App) isFolder(path string) bool {
	info, err := os.Stat(a.path(path))
	return path != "" && err == nil && info.IsDir()
}

// isSchedule reports whether a file is a saved schedule.
func (a *App) isSchedule(path string) bool {
	return bytes.HasPrefix(a.head(path), []byte("gocheck schedule "))
}

// A traceLine is a line of a trace.
var traceLine = regexp.MustCompile(`(?m)\A(?:#.*\n|\s*\n)*\d+ [A-Z-]+`)

// head is the beginning of a file, empty if the file cannot be read.
func (a *App) head(path string) []byte {
	f, err := files.Open(a.path(path), files.Trace)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 512)) // what there is
	return text
}

// noSchedule says why a file cannot be taken for a schedule, and what might have been
// meant.
func (a *App) noSchedule(command, path string, err error) error {
	shown := printable.Line(path)
	switch {
	case a.isFolder(path):
		text := shown + " is a folder, not a saved schedule"
		found := a.schedulesIn(path)
		if len(found) == 0 {
			return usagef("%s, and there are none in it", text)
		}
		return usagef("%s; in it: %s", text, examples(command, found))
	case errors.Is(err, fs.ErrNotExist):
		text := shown + ": no such file"
		if path == "-" {
			return usagef("-: a schedule is not read from the standard input, but is a file, or the line that gocheck show -line prints")
		}
		if found := a.schedulesNamed(path); len(found) > 0 {
			return usagef("%s; did you mean %s?", text, examples(command, found))
		}
		if found := a.schedulesIn("."); len(found) > 0 && !strings.Contains(path, "...") {
			return usagef("%s; there is %s", text, examples(command, found))
		}
		if strings.Contains(path, "...") {
			return usagef("%s: %s takes saved schedules, not packages; gocheck %s runs those of packages first", shown, command, shown)
		}
		return errors.New(text)
	case traceLine.Match(a.head(path)):
		return usagef("%s is a trace, not a saved schedule: gocheck explore %s", shown, printable.Word(shown))
	}
	return err
}

// noTrace says why a file cannot be taken for a trace.
func (a *App) noTrace(path string, err error) error {
	shown := printable.Line(path)
	switch {
	case a.isSchedule(path):
		return usagef("%s is a saved schedule, not a trace: gocheck replay %s", shown, printable.Word(shown))
	case errors.Is(err, fs.ErrNotExist) && a.isFolder(path):
		return usagef("%s is a folder without trace.txt; gocheck record -o trace.txt writes a trace", shown)
	case strings.Contains(path, "..."):
		return usagef("%s: explore takes traces, not packages; tests are explored without a command: gocheck %s", shown, shown)
	}
	return err
}

// examples shows a call of the command with one of the schedules, and the number of the others.
func examples(command string, found []string) string {
	text := fmt.Sprintf("gocheck %s %s", command, printable.Word(printable.Line(found[0])))
	if n := len(found) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// schedulesIn are the saved schedules below a folder, as the user would name them.
func (a *App) schedulesIn(folder string) []string {
	var found []string
	walkSome(a.path(folder), func(path string, d fs.DirEntry) {
		if !d.IsDir() && strings.Contains(filepath.ToSlash(path), schedule.Folder+"/") && a.isSchedule(path) {
			found = append(found, relative(a.Dir, path))
		}
	})
	return found
}

// walkSome visits what is below a folder, but not for long: it may be anything.
func walkSome(folder string, visit func(path string, d fs.DirEntry)) {
	const enough = 1000
	seen := 0
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if seen++; err != nil || seen > enough {
			return filepath.SkipAll
		}
		visit(path, d)
		return nil
	})
}

// schedulesNamed are the saved schedules below the folder here whose file, or test, has
// that name.
func (a *App) schedulesNamed(name string) []string {
	var found []string
	for _, path := range a.schedulesIn(".") {
		if test := filepath.Base(filepath.Dir(path)); name == test || name == filepath.Base(path) {
			found = append(found, path)
		}
	}
	return found
}

// someSchedule is a schedule for an example: the one that the user has named, one
// that is there, or any.
func (a *App) someSchedule(named string) string {
	if named != "" && a.isSchedule(named) {
		return printable.Word(printable.Line(named))
	}
	if found := a.schedulesIn(schedule.Folder); len(found) > 0 {
		return printable.Word(printable.Line(found[0]))
	}
	return schedule.Folder + "/TestX/3f2a9c01d4e5b6a7"
}

// first is the first argument, if there is one.
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// mayWrite refuses to overwrite files that are no earlier output of the same kind, and folders
// that are not there. It asks before anything is built or explored.
func (a *App) mayWrite(o *options) error {
	page := func(head []byte) bool {
		return bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(head)), []byte("<!doctype html"))
	}
	sarif := func(head []byte) bool { return bytes.Contains(head, []byte(`"$schema"`)) }
	xml := func(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) }
	any := func([]byte) bool { return true } // what reads it knows its own
	for _, f := range []struct {
		flag, path, what string
		like             func([]byte) bool
	}{{"html", o.html, "a page", page}, {"junit", o.junit, "XML", xml}, {"sarif", o.sarif, "SARIF", sarif}, {"o", o.out, "a trace", traceLine.Match}, {"checkpoint", o.kept.checkpoint, "", any}} {
		if f.path == "" {
			continue
		}
		info, err := os.Stat(a.path(f.path))
		shown := printable.Line(f.path)
		if folder := filepath.Dir(f.path); errors.Is(err, fs.ErrNotExist) && !a.isFolder(folder) {
			return usagef("-%s %s: there is no folder %s", f.flag, shown, printable.Line(folder))
		}
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() && (!info.Mode().IsRegular() || info.Size() == 0) {
			continue
		}
		if err == nil && info.IsDir() {
			return usagef("-%s %s: that is a folder; name a file to write", f.flag, shown)
		}
		if head := a.head(f.path); !f.like(head) {
			return usagef("-%s %s: that file is there and is not %s; it is not overwritten", f.flag, shown, f.what)
		}
	}
	return nil
}

// mayFill refuses a file where a folder is to be written. It asks before anything is built.
func (a *App) mayFill(o *options) error {
	if info, err := os.Stat(a.path(o.out)); err == nil && !info.IsDir() {
		return usagef("-o %s: that is a file; name a folder to write", printable.Line(o.out))
	}
	return nil
}
