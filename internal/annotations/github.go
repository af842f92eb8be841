package annotations

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gocheck.dev/internal/printable"
)

// An Annotation is a message at a place.
type Annotation struct {
	Level     string // error, warning, notice
	Kind      string // deadlock, race, incomplete…
	ID        string // the same for the same failure found again; "": none
	File      string // "": it belongs to no file
	Line, Col int    // 0: not known
	Title     string
	Message   string // one or more lines
	Steps     []Step // of a failure
}

var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub is the line by which an annotation is made in a workflow of GitHub.
func (a Annotation) GitHub() string {
	var properties []string
	add := func(name, value string) {
		if value != "" {
			properties = append(properties, name+"="+printable.Line(escapeProperty.Replace(value)))
		}
	}
	add("file", a.File)
	if a.File != "" && a.Line > 0 {
		add("line", strconv.Itoa(a.Line))
		if a.Col > 0 {
			add("col", strconv.Itoa(a.Col))
		}
	}
	add("title", a.Title)
	command := "::" + a.Level
	if len(properties) > 0 {
		command += " " + strings.Join(properties, ",")
	}
	return command + "::" + printable.Text(escapeMessage.Replace(a.Message)) + "\n"
}

// Root is what files are relative to: GitHub's workspace, where it is set and
// dir is in it, else the repository that dir is in, else dir.
func Root(dir string) string {
	if w := os.Getenv("GITHUB_WORKSPACE"); w != "" {
		if _, ok := Relative(w, filepath.Join(dir, "x")); ok {
			return w
		}
	}
	for at := dir; ; at = filepath.Dir(at) {
		// In a worktree or a submodule .git is a file.
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// Relative is a file's name in the repository, if it is in it.
func Relative(root, file string) (string, bool) {
	for _, f := range []func(string) string{func(s string) string { return s }, resolved} {
		rel, err := filepath.Rel(f(root), f(file))
		if err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// resolved is a path without symbolic links, as far as it is there.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(dir, filepath.Base(path))
}
